import { type Markup, markup } from './markup.ts';
import { frame, px, type TimeScale } from './scales.ts';

/** Something that lasted from one time to another: a load, a fault, a wait. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly label: string;
}

interface PlacedSpan {
  readonly span: Span;
  readonly row: number;
  readonly labelX: number;
  readonly anchor: 'start' | 'end';
}

const rowHeight = 20;
const barHeight = 10;
const characterWidth = 6.1;

/** One kind of spans as bars with their labels beside them, in as many rows as it takes to keep them apart. */
export function lane(
  name: string,
  className: string,
  spans: readonly Span[],
  top: number,
  scale: TimeScale,
): { readonly height: number; readonly drawing: Markup } {
  if (spans.length === 0) return { height: 0, drawing: markup`` };
  const placed = placeSpans(spans, scale);
  const rows = Math.max(...placed.map(({ row }) => row)) + 1;
  const bars = placed.map((each) => bar(each, className, top, scale));
  const title = markup`<text class="lane-name" x="${frame.left - 8}" y="${top + 10}" text-anchor="end">${name}</text>`;
  return { height: rows * rowHeight, drawing: markup`${title}${bars}` };
}

function placeSpans(spans: readonly Span[], scale: TimeScale): PlacedSpan[] {
  const rowEnds: number[] = [];
  return spans.map((span) => {
    const from = scale.x(span.fromMs);
    const to = Math.max(scale.x(span.toMs), from + 3);
    const labelWidth = span.label.length * characterWidth + 12;
    const fitsRight = to + labelWidth <= frame.width;
    const start = fitsRight ? from : Math.min(from, from - labelWidth);
    const free = rowEnds.findIndex((end) => end <= start);
    const row = free === -1 ? rowEnds.length : free;
    rowEnds[row] = fitsRight ? to + labelWidth : to + 4;
    return fitsRight
      ? { span, row, labelX: to + 6, anchor: 'start' }
      : { span, row, labelX: from - 6, anchor: 'end' };
  });
}

function bar(
  { span, row, labelX, anchor }: PlacedSpan,
  className: string,
  top: number,
  scale: TimeScale,
): Markup {
  const x = scale.x(span.fromMs);
  const width = Math.max(scale.x(span.toMs) - x, 3);
  const y = top + row * rowHeight;
  return markup`<g class="span ${className}"><rect x="${px(x)}" y="${y}" width="${px(width)}" height="${barHeight}" rx="2"/>
<text x="${px(labelX)}" y="${y + 9}" text-anchor="${anchor}">${span.label}</text></g>`;
}
