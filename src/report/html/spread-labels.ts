/** Shifts labels apart that would cover each other, keeping their order and staying within the limits. */
export function spreadLabels(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let above = top - gap;
  for (const index of order) {
    above = Math.max(placed[index] ?? 0, above + gap);
    placed[index] = above;
  }
  let below = bottom + gap;
  for (const index of order.reverse()) {
    below = Math.min(placed[index] ?? 0, below - gap);
    placed[index] = below;
  }
  return placed;
}
