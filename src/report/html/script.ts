/**
 * The script of the report: the values under the cursor (mouse or arrow keys), and the filter. Everything else is there
 * without it. It only sets text and coordinates, so nothing of a run's data can become markup.
 */
export const script = `(() => {
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);

document.querySelectorAll('[data-run]').forEach((article) => {
  const run = data[Number(article.dataset.run)];
  const clockFormat = new Intl.DateTimeFormat('en-GB', {
    timeZone: run.timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
  });
  const clock = (atMs) => clockFormat.format(run.openedAtMs + atMs);
  const xOf = (atMs) => run.frame.left + Math.min(Math.max(atMs, 0), run.toMs) / run.toMs * run.frame.plotWidth;
  const timeOf = (x) => (x - run.frame.left) / run.frame.plotWidth * run.toMs;
  const hidden = new Set();

  const timeline = article.querySelector('[data-chart="timeline"]');
  if (timeline) timelineCursor(timeline);
  const latency = article.querySelector('[data-chart="latency"]');
  if (latency) latencyCursor(latency);

  function timelineCursor(svg) {
    const show = cursorOf(svg);
    const at = (atMs) => {
      let index = run.samples.findIndex((row) => row[0] > atMs);
      return index === -1 ? run.samples.length - 1 : index - 1;
    };
    const tell = (atMs) => {
      const row = run.samples[at(atMs)];
      if (atMs < 0 || atMs > run.toMs || !row) return show(null);
      const lines = run.counts.map((name, i) => [name, row[i + 1] === null ? '?' : String(row[i + 1])]);
      const x = xOf(atMs);
      show({ x, path: vertical(svg, x), title: clock(atMs), lines });
    };
    let current = -1;
    onMove(svg, (point) => tell(point ? timeOf(point.x) : -1));
    onArrows(svg, (step) => {
      current = Math.min(Math.max(current + step, 0), run.samples.length - 1);
      tell(run.samples[current][0]);
    }, () => show(null));
  }

  function latencyCursor(svg) {
    const show = cursorOf(svg);
    const { orders } = run;
    const top = Number(svg.dataset.top), bottom = Number(svg.dataset.bottom);
    const min = Number(svg.dataset.min), decades = Math.log10(Number(svg.dataset.max) / min);
    const yOf = (ms) => top + (bottom - top) * (1 - Math.log10(Math.max(ms, min) / min) / decades);
    const xs = Float64Array.from(orders.atMs, xOf), ys = Float64Array.from(orders.ms, yOf);
    const tell = (i) => {
      if (i === -1) return show(null);
      const lines = [['result', run.results[orders.result[i]]], ['latency', orders.ms[i] + ' ms'], ['due', clock(orders.atMs[i])]];
      if (orders.id[i] !== 0) lines.push(['id', orders.id[i]]);
      const path = 'M' + (xs[i] - 6) + ' ' + ys[i] + 'a6 6 0 1 0 12 0a6 6 0 1 0-12 0';
      show({ x: xs[i], path, title: 'order ' + orders.n[i], lines });
    };
    onMove(svg, (point) => {
      let nearest = -1, least = 14 * 14;
      for (let i = 0; point && i < xs.length; i++) {
        const dx = xs[i] - point.x, dy = ys[i] - point.y, distance = dx * dx + dy * dy;
        if (distance < least && !hidden.has(orders.result[i])) { least = distance; nearest = i; }
      }
      tell(nearest);
    });
    let current = -1;
    onArrows(svg, (step) => {
      let next = current + step;
      while (next >= 0 && next < xs.length && hidden.has(orders.result[next])) next += step;
      if (next >= 0 && next < xs.length) tell(current = next);
    }, () => show(null));
    article.querySelectorAll('.filter input').forEach((box) => {
      const apply = () => {
        const result = Number(box.dataset.result);
        if (box.checked) hidden.delete(result); else hidden.add(result);
        svg.querySelectorAll('[data-result="' + result + '"]').forEach((path) => path.classList.toggle('off', !box.checked));
        show(null);
      };
      box.addEventListener('change', apply);
      apply();
    });
  }

  function vertical(svg, x) {
    return 'M' + x + ' ' + svg.dataset.top + 'V' + svg.dataset.bottom;
  }

  // Shows a mark in the chart and a text beside it, or neither.
  function cursorOf(svg) {
    const cursor = svg.querySelector('.cursor');
    const figure = svg.closest('figure');
    const tip = figure.querySelector('.tip');
    return (at) => {
      cursor.setAttribute('d', at ? at.path : '');
      tip.hidden = !at;
      if (!at) return;
      tip.replaceChildren(line('b', at.title), ...at.lines.map(([name, value]) => {
        const row = line('span', '');
        row.append(line('i', name), line('em', value));
        return row;
      }));
      const scale = svg.getBoundingClientRect().width / run.frame.width;
      const scrolled = svg.parentElement.scrollLeft;
      const left = at.x * scale - scrolled + 14;
      const flips = left + tip.offsetWidth > figure.clientWidth;
      tip.style.left = Math.max(0, flips ? left - tip.offsetWidth - 28 : left) + 'px';
    };
  }

  function line(name, text) {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  }

  function onMove(svg, tell) {
    svg.addEventListener('pointermove', (event) => {
      const box = svg.getBoundingClientRect();
      const scale = run.frame.width / box.width;
      tell({ x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale });
    });
    svg.addEventListener('pointerleave', () => tell(null));
  }

  function onArrows(svg, move, leave) {
    svg.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === 'Escape') return leave();
      if (step === undefined) return;
      event.preventDefault();
      move(step);
    });
    svg.addEventListener('blur', leave);
  }
});

// On paper nothing can be opened.
let opened = [];
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('details:not([open])')];
  opened.forEach((details) => { details.open = true; });
});
addEventListener('afterprint', () => opened.forEach((details) => { details.open = false; }));
})();
`;
