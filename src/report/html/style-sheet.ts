/*
 * Colours are chosen for 4.5:1 against their ground in both schemes, and the series for being told apart with the
 * common colour deficiencies; shapes, dashes and words say the same again.
 */
const light = `
color-scheme: light;
--ground: #ffffff; --raised: #f6f6f3; --ink: #1b1d20; --soft: #595e66; --line: #dfe0dc; --grid: #ebebe7;
--held: #17663c; --held-ground: #e7f3eb; --broken: #a8201a; --broken-ground: #fbeae8; --unknown: #7a5200; --unknown-ground: #fbf1dc;
--fault: #86358b; --fault-ground: rgba(134, 53, 139, .09);
--c0: #0b62a4; --c1: #b4530a; --c2: #0f766e; --c3: #7048b6; --c4: #a3195b; --c5: #5c6370;`;

const dark = `
color-scheme: dark;
--ground: #15171a; --raised: #1d2024; --ink: #e8e9ea; --soft: #a4aab3; --line: #34383e; --grid: #272a2f;
--held: #6fcf97; --held-ground: #15291f; --broken: #ff8a80; --broken-ground: #351a19; --unknown: #f0c060; --unknown-ground: #30260f;
--fault: #d79bdb; --fault-ground: rgba(215, 155, 219, .13);
--c0: #6cb6f5; --c1: #f2a25c; --c2: #4fd1c0; --c3: #b9a0f0; --c4: #f28ab8; --c5: #a9b0bb;`;

const page = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main { max-width: 1120px; margin: 0 auto; padding: 40px 40px 64px; }
code, pre { font: .9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
h1 { font-size: 26px; line-height: 1.25; font-weight: 650; margin: 0; letter-spacing: -.01em; }
h2 { font-size: 17px; font-weight: 650; margin: 0 0 12px; }
p { margin: 0; }
section { margin-top: 44px; }
.run + .run { margin-top: 72px; padding-top: 56px; border-top: 1px solid var(--line); }
.note, .origin, .reason { color: var(--soft); }
.note { margin-top: 8px; font-size: 13px; }
.count { color: var(--soft); font-weight: 400; }
.scroll { overflow-x: auto; }
a { color: var(--c0); }
:focus-visible { outline: 2px solid var(--c0); outline-offset: 2px; border-radius: 3px; }
summary { cursor: pointer; color: var(--soft); }
footer { margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }`;

const verdict = `
.verdict { display: flex; flex-wrap: wrap; gap: 8px 28px; align-items: flex-start; padding: 24px 28px; border-radius: 10px; }
.verdict .word { font-size: 26px; line-height: 1.25; font-weight: 700; display: flex; gap: 10px; white-space: nowrap; }
.verdict .about { flex: 1 1 24em; min-width: 0; }
.verdict .obligation { margin-top: 4px; font-size: 16px; }
.verdict .why { margin-top: 8px; font-weight: 600; }
.held { color: var(--held); } .broken { color: var(--broken); } .unknown { color: var(--unknown); }
.verdict.held { background: var(--held-ground); } .verdict.broken { background: var(--broken-ground); } .verdict.unknown { background: var(--unknown-ground); }
.verdict .about { color: var(--ink); }
.figures { display: flex; flex-wrap: wrap; gap: 12px 44px; margin: 24px 0 0; }
.figures dt { color: var(--soft); font-size: 13px; }
.figures dd { margin: 0; font-size: 21px; font-weight: 600; letter-spacing: -.01em; }
.origin { margin-top: 18px; font-size: 13px; }
.runs { list-style: none; margin: 0 0 40px; padding: 0; border-top: 1px solid var(--line); }
.runs li { display: flex; gap: 20px; padding: 7px 0; border-bottom: 1px solid var(--line); }
.runs .badge { flex: 0 0 6.5em; }
.runs .count { margin-left: auto; }
.repeats { margin: 0 0 20px; }
.badge { font-weight: 600; white-space: nowrap; }
.faults { margin: 0; padding: 0; list-style: none; }
.faults li { padding: 8px 0 8px 14px; border-left: 3px solid var(--fault); margin-bottom: 10px; }
.faults .reason { font-size: 13px; }`;

const tables = `
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: baseline; padding: 7px 20px 7px 0; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: break-word; }
thead th { color: var(--soft); font-size: 13px; white-space: nowrap; }
.promises tbody th { font-weight: 600; white-space: nowrap; }
.promises td:last-child { width: 62%; }
.number { text-align: right; white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
.load-name th { font-weight: 600; padding-top: 18px; }
.load-name .total { color: var(--soft); font-weight: 400; margin-left: 10px; }
.story { padding: 16px 0 18px; border-top: 1px solid var(--line); break-inside: avoid; }
.story h3 { margin: 0; font-size: 15px; font-weight: 600; }
.story .kind { color: var(--broken); font-weight: 600; }
.story dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(106px, 1fr)); gap: 10px 14px; margin: 12px 0 0; font-size: 13px; }
.story dt { color: var(--soft); border-top: 2px solid var(--line); padding-top: 5px; }
.story dd { margin: 2px 0 0; }
.story .none { color: var(--soft); font-style: italic; }
details > summary { padding: 10px 0; }
.lines pre { overflow-x: auto; margin: 0; padding: 14px 18px; background: var(--raised); border-radius: 8px; }
.lines pre span { overflow-wrap: normal; }`;

const charts = `
figure { margin: 0; position: relative; }
.plot { display: block; width: 100%; min-width: 760px; height: auto; touch-action: pan-x pan-y; }
.plot text { font-size: 12px; fill: var(--soft); }
.plot .grid { stroke: var(--grid); stroke-width: 1; fill: none; }
.plot .panel-title { font-size: 13px; font-weight: 600; fill: var(--ink); }
.plot .shade { fill: var(--fault-ground); }
.plot .edge { stroke: var(--fault); stroke-width: 1; stroke-dasharray: 3 3; fill: none; }
.plot .lane-name { fill: var(--soft); }
.span text { fill: var(--ink); } .span.load rect { fill: var(--c5); } .span.settle rect { fill: var(--c2); opacity: .75; } .span.fault rect { fill: var(--fault); }
.span.fault text { fill: var(--fault); font-weight: 600; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.plot .end-label { font-weight: 600; }
.plot .unanswered { fill: var(--unknown); font-weight: 700; font-size: 14px; }
.s-unsent, .s-status-2 { stroke: var(--c1); } .s-queue, .s-status-4 { stroke: var(--c3); }
.s-shipments, .s-status-1 { stroke: var(--c0); } .s-inbox, .s-status-3 { stroke: var(--c2); } .s-status-0 { stroke: var(--c5); }
.line.s-queue, .line.s-inbox { stroke-dasharray: 1 5; stroke-width: 3; }
.plot text.end-label { stroke: none; }
.plot text.s-unsent, .plot text.s-status-2 { fill: var(--c1); } .plot text.s-queue, .plot text.s-status-4 { fill: var(--c3); }
.plot text.s-shipments, .plot text.s-status-1 { fill: var(--c0); } .plot text.s-inbox, .plot text.s-status-3 { fill: var(--c2); }
.dots { fill: none; stroke-width: 4.5; stroke-linecap: round; stroke-opacity: .72; }
.dots.refused { stroke-width: 1.8; } .dots.unknown { stroke-width: 1.8; } .off { display: none; }
.r-0 { stroke: var(--c0); } .r-1 { stroke: var(--c1); } .r-2 { stroke: var(--c3); } .r-3 { stroke: var(--c2); } .r-4 { stroke: var(--c4); } .r-5 { stroke: var(--c5); }
.dots.refused, .dots.unknown { stroke-opacity: 1; }
.rings { fill: none; stroke: var(--broken); stroke-width: 1.6; }
.cursor { fill: none; stroke: var(--ink); stroke-width: 1.2; pointer-events: none; }
.filter { border: 0; margin: 0 0 10px; padding: 0; display: flex; flex-wrap: wrap; gap: 6px 24px; }
.filter legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.filter label { display: inline-flex; gap: 7px; align-items: center; }
.filter input { accent-color: var(--c0); margin: 0; }
.tip { position: absolute; top: 8px; pointer-events: none; max-width: 320px; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; box-shadow: 0 4px 16px rgba(0, 0, 0, .14); font-size: 13px; }
.tip b, .tip span { display: flex; gap: 18px; justify-content: space-between; }
.tip i { font-style: normal; color: var(--soft); white-space: nowrap; } .tip em { font-style: normal; }
.tip[hidden] { display: none; }`;

const small = `
@media (max-width: 640px) {
  main { padding: 20px 16px 40px; }
  .verdict { padding: 18px; }
  .figures { gap: 12px 28px; }
  .promises, .promises tbody { display: block; }
  .promises thead { position: absolute; clip-path: inset(50%); }
  .promises tr { display: grid; grid-template-columns: 6.5em 1fr; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .promises th, .promises td, .promises td:last-child { border: 0; padding: 0; width: auto; }
  .promises td:last-child { grid-column: 1 / -1; }
}`;

// Paper is white whatever the screen was, and has no cursor.
const print = `
@media print {
  :root { ${light} }
  @page { margin: 14mm; }
  main { max-width: none; padding: 0; }
  body { font-size: 9.5pt; }
  section { margin-top: 22px; }
  .plot { max-height: 92mm; }
  .filter { break-after: avoid; }
  .story { padding: 8px 0; }
  .story dl { grid-template-columns: repeat(8, 1fr); gap: 6px 8px; margin-top: 6px; font-size: 8pt; }
  .plot { min-width: 0; }
  .scroll { overflow: visible; }
  .tip, .cursor, .filter input, .lines { display: none; }
  .verdict { border: 1.5pt solid currentColor; }
  .verdict, .shade, .span rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  figure, tr { break-inside: avoid; } h2, thead { break-after: avoid; }
}`;

/** The style sheet of the report: light and dark by the reader's setting, and fit for paper. */
export const styleSheet = [
  `:root { ${light} }`,
  `@media (prefers-color-scheme: dark) { :root { ${dark} } }`,
  page,
  verdict,
  tables,
  charts,
  small,
  print,
].join('\n');
