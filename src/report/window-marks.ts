import type { FaultWindow } from '../model/run-record.ts';
import type { Style } from './style.ts';
import { type ObservedWindow, observedWindow } from './timeline-events.ts';

interface Lane {
  readonly window: ObservedWindow;
  readonly lane: number;
}

/** Draws the gutter that shows while which rows a fault was observed to hold. */
export interface WindowMarks {
  /** Characters of the gutter; 0 when no fault was observed. */
  readonly width: number;
  /** The gutter of all rows, given their times in ascending order. */
  readonly gutters: (rowTimes: readonly number[]) => string[];
}

/** Faults that hold at the same time get a lane each, side by side. */
export function windowMarks(faults: readonly FaultWindow[], runEndMs: number, style: Style): WindowMarks {
  const lanes = assignLanes(faults.flatMap((fault) => observedWindow(fault, runEndMs) ?? []));
  const width = lanes.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  return { width, gutters: (rowTimes) => gutters(rowTimes, lanes, width, style) };
}

function assignLanes(windows: readonly ObservedWindow[]): Lane[] {
  const busyUntil: number[] = [];
  return [...windows]
    .sort((a, b) => a.fromMs - b.fromMs)
    .map((window) => {
      const free = busyUntil.findIndex((untilMs) => untilMs < window.fromMs);
      const lane = free === -1 ? busyUntil.length : free;
      busyUntil[lane] = window.toMs;
      return { window, lane };
    });
}

function gutters(rowTimes: readonly number[], lanes: readonly Lane[], width: number, style: Style): string[] {
  const rows = rowTimes.map(() => new Array<string>(width).fill(' '));
  const { begins, holds, ends } = style.glyphs.window;
  for (const { window, lane } of lanes) {
    const first = rowTimes.findIndex((atMs) => atMs >= window.fromMs);
    const last = rowTimes.findLastIndex((atMs) => atMs <= window.toMs);
    for (let row = first; first !== -1 && row <= last; row++) {
      const edge = row === first ? begins : row === last && !window.open ? ends : holds;
      const cells = rows[row];
      if (cells !== undefined) cells[lane] = edge;
    }
  }
  return rows.map((cells) => {
    const text = cells.join('').trimEnd();
    return text === '' ? '' : style.fault(text);
  });
}
