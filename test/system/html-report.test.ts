import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../src/report/html.ts';
import { brokenOutage, brokerOutage } from '../report/run-records.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { shopctl } from './shopctl.ts';
import { wholeShop } from './whole-shop.ts';

const chromium = findChromium();
if (chromium === undefined) {
  console.warn(
    'SKIPPED: the HTML report was not looked at in a browser, because there is no Chromium on PATH or at CHROME_PATH; apt-get install chromium',
  );
}

let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shopctl-html-'));
  if (chromium !== undefined) browser = await launchChromium(chromium);
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** What the page asked anybody for, beside itself. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

const opened: Opened[] = [];

async function open(file: string): Promise<Opened> {
  const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const [requests, complaints]: [string[], string[]] = [[], []];
  const address = pathToFileURL(file).href;
  page.on('request', (request) => request.url() !== address && requests.push(request.url()));
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(address);
  const all = { page, requests, complaints };
  opened.push(all);
  return all;
}

async function openLiteral(records: Parameters<typeof renderHtml>[0]): Promise<Opened> {
  const file = join(folder, `literal-${opened.length}.html`);
  writeFileSync(file, renderHtml(records));
  return open(file);
}

function textSeen(locator: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is not rendered must not count
  return locator.innerText();
}

// Whatever was clicked: nothing was asked for, and nothing was complained about.
afterEach(async () => {
  for (const { page, requests, complaints } of opened.splice(0)) {
    await page.context().close();
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  }
});

describe.skipIf(chromium === undefined)('the HTML report in Chromium', () => {
  it('of a real run says its verdict first', async () => {
    await wholeShop();
    const file = join(folder, 'real.html');
    const { code, stderr } = await shopctl(
      ...['check', 'broker-outage', '--orders', '5', '--hold', '1s', '--report', `html=${file}`],
    );
    expect(code, stderr).toBe(0);
    const { page } = await open(file);
    expect(await page.title()).toBe('held: broker-outage');
    expect((await textSeen(page.locator('main'))).trim()).toMatch(/^✓\s*held\s+broker-outage/);
    const first = await page.locator('.verdict').boundingBox();
    expect(first!.y).toBeLessThan(100);
    expect(await page.locator('.promises tbody tr').count()).toBe(11);
    expect(await page.locator('.shade').count()).toBeGreaterThan(0);
  });

  it('filters the latencies by result', async () => {
    const slow = { outcome: 'unknown', result: 'no answer', reason: 'timeout after 10000 ms' } as const;
    const attempts = brokerOutage.attempts.map((one) => (one.n > 45 ? { ...one, ...slow } : one));
    const { page } = await openLiteral([{ ...brokerOutage, attempts }]);
    const dots = page.locator('[data-chart="latency"] [data-result="1"].dots');
    expect(await dots.isVisible()).toBe(true);
    await page.getByRole('checkbox', { name: /no answer/ }).uncheck();
    expect(await dots.isVisible()).toBe(false);
    expect(await page.locator('[data-chart="latency"] [data-result="0"].dots').isVisible()).toBe(true);
    await page.getByRole('checkbox', { name: /no answer/ }).check();
    expect(await dots.isVisible()).toBe(true);
  });

  it('shows the values under the cursor, by mouse and by keyboard', async () => {
    const { page } = await openLiteral([brokerOutage]);
    const timeline = page.locator('[data-chart="timeline"]');
    const tip = page.locator('figure').filter({ has: timeline }).locator('.tip');
    expect(await tip.isVisible()).toBe(false);
    const box = (await timeline.boundingBox())!;
    await timeline.hover({ position: { x: box.width / 2, y: box.height / 2 } });
    expect(await textSeen(tip)).toMatch(/^02:14:\d\d[\s\S]*unsent\s*5/);
    await page.mouse.move(0, 0);
    expect(await tip.isVisible()).toBe(false);

    const latency = page.locator('[data-chart="latency"]');
    await latency.focus();
    await page.keyboard.press('ArrowRight');
    const story = page.locator('figure').filter({ has: latency }).locator('.tip');
    expect(await textSeen(story)).toMatch(/^order 1\n[\s\S]*Confirmed[\s\S]*70 ms/);
    await page.keyboard.press('Escape');
    expect(await story.isVisible()).toBe(false);
  });

  it('leads from a broken promise to its orders, and opens the rest of them', async () => {
    const { page } = await openLiteral([brokenOutage]);
    await page.getByRole('link', { name: '22 lost' }).click();
    expect(page.url()).toMatch(/#findings-0$/);
    const last = page.locator('.story').filter({ hasText: 'order-22' });
    expect(await last.isVisible()).toBe(false);
    await page.getByText('… and 13 more').click();
    expect(await last.isVisible()).toBe(true);
    for (const station of ['request', 'order', 'outbox', 'inbox', 'shipment', 'charge']) {
      expect(await last.locator('dt').allInnerTexts()).toContain(station);
    }
  });

  it('has the timeline as text, and a way from an overview of several runs to each', async () => {
    const { page } = await openLiteral([brokerOutage, { ...brokenOutage, runId: '0197-second' }]);
    expect((await textSeen(page.locator('main'))).trim()).toMatch(/^broker-outage, 2 runs: 1 held, 1 broken/);
    await page.locator('.runs a').nth(1).click();
    expect(page.url()).toMatch(/#run-1$/);
    await page.getByText('The same as text').first().click();
    expect(await textSeen(page.locator('details.lines').first())).toContain(
      'outbox: 5 | 45 | shipping: 40 | 40',
    );
  });

  it('follows the reader’s light or dark setting, and is whole on paper', async () => {
    const { page } = await openLiteral([brokenOutage]);
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).toBe('rgb(21, 23, 26)');
    // Printing opens what is folded, and folds it again.
    await page.evaluate(
      `addEventListener('beforeprint', () => { document.title = String(document.querySelectorAll('details:not([open])').length); })`,
    );
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.length).toBeGreaterThan(10_000);
    expect(await page.title()).toBe('0');
    expect(await page.locator('details[open]').count()).toBe(0);
  });

  it('does not scroll sideways on a phone', async () => {
    const { page } = await openLiteral([brokenOutage]);
    await page.setViewportSize({ width: 390, height: 800 });
    const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overhang)).toBe(0);
  });
});
