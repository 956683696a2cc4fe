/** JSON as the formatter of this code base writes it: lists of plain values on one line where they fit. */
export function formatted(value: unknown, indent = '', before = indent.length): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const oneLine = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const plain = value.every((item) => typeof item !== 'object');
    // The formatter counts the comma that may follow.
    if (plain && before + oneLine.length + 1 <= 110) return oneLine;
    return `[\n${value.map((item) => `${deeper}${formatted(item, deeper)}`).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const start = `${deeper}${JSON.stringify(key)}: `;
    return `${start}${formatted(item, deeper, start.length)}`;
  });
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}
