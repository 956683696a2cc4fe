import type { RunRecord } from '../../model/run-record.ts';
import { observedWindow } from '../timeline-events.ts';
import { type Markup, markup } from './markup.ts';
import { frame, px, type TimeScale, timeTicks } from './scales.ts';

/** Shading of the observed fault windows, over the given height; said in words elsewhere, so hidden from readers. */
export function faultShades(record: RunRecord, scale: TimeScale, top: number, bottom: number): Markup {
  const shades = record.faults.flatMap((fault) => {
    const observed = observedWindow(fault, record.end.atMs);
    if (observed === undefined) return [];
    const x = scale.x(observed.fromMs);
    const width = Math.max(scale.x(observed.toMs) - x, 1);
    const end = px(x + width);
    const edges = markup`<path class="edge" d="M${px(x)} ${top}V${bottom}M${end} ${top}V${bottom}"/>`;
    return markup`<rect class="shade" x="${px(x)}" y="${top}" width="${px(width)}" height="${bottom - top}"/>${edges}`;
  });
  return markup`<g aria-hidden="true">${shades}</g>`;
}

/** The time axis with its labels below `bottom`, and fine lines up to `top`. */
export function timeAxis(
  scale: TimeScale,
  openedAtMs: number,
  clock: (atMs: number) => string,
  top: number,
  bottom: number,
): Markup {
  const ticks = timeTicks(scale, openedAtMs).map((atMs) => {
    const x = px(scale.x(atMs));
    return markup`<path class="grid" d="M${x} ${top}V${bottom}"/><text class="tick" x="${x}" y="${bottom + 16}" text-anchor="middle">${clock(atMs)}</text>`;
  });
  return markup`<g aria-hidden="true">${ticks}</g>`;
}

/** One horizontal line with its label left of the plot. */
export function valueTick(label: string, y: number): Markup {
  const right = frame.width - frame.right;
  return markup`<path class="grid" d="M${frame.left} ${px(y)}H${right}"/><text class="tick" x="${frame.left - 8}" y="${px(y + 4)}" text-anchor="end">${label}</text>`;
}
