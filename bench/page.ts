/**
 * `npm run bench:page`: what the HTML report costs with 5,000 findings, each an entry of its own: its size, how long it takes
 * to be rendered, opened and filtered in Chromium. `--findings N` sets another number, `--rounds N` the rounds, `--shot FILE`
 * keeps a picture. Exit code 1 where a goal is missed by more than a fifth.
 */
import './page-globals.ts';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { reportHtml } from '../src/report/html/html.tsx';
import { startChromium } from '../test/page/chromium.ts';
import { largeReport, openPage, pageFile, storedReport } from '../test/page/pages.ts';
import { tableOf, verdictOf, type Figure } from './figure.ts';
import { interleaved, spreadOf, type Spread } from './rounds.ts';

const { values } = parseArgs({
  options: {
    findings: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    shot: { type: 'string' },
  },
});
const count = Number(values.findings);

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const reports = { small: storedReport('demo'), large: largeReport(count) };
const walls = await interleaved(Number(values.rounds), {
  small: () => Promise.resolve(wallOf(() => reportHtml(reports.small))),
  large: () => Promise.resolve(wallOf(() => reportHtml(reports.large))),
});
const html = reportHtml(reports.large);
const url = pageFile('large', html);
const browser = await startChromium();
try {
  const opened = await opening(browser);
  const filtered = await filtering(browser);
  const figures: Figure[] = [
    megabytes('the page of the demo', reportHtml(reports.small), 0.4),
    megabytes(`the page of ${count} findings`, html, (count / 1000) * 2.5),
    seconds('rendering the demo', walls.small),
    seconds('rendering it', walls.large, count / 1000),
    seconds('opening it, until it can be used', opened, 5),
    seconds('filtering it by text', filtered.text, 2),
    seconds('filtering it by level', filtered.level, 1),
  ];
  console.log(tableOf(figures));
  process.exitCode = figures.some((figure) => verdictOf(figure) === 'no') ? 1 : 0;
} finally {
  await browser.close();
}

function wallOf(render: () => string): number {
  const started = performance.now();
  render();
  return performance.now() - started;
}

function megabytes(name: string, text: string, goal: number): Figure {
  return { name, value: Buffer.byteLength(text) / 1e6, unit: 'MB', goal };
}

function seconds(name: string, wall: Spread, goal?: number): Figure {
  return { name, value: wall.median / 1000, unit: 's', wall, goal };
}

/** Until the filter is there, and the browser has drawn twice. */
async function opening(browser: Browser): Promise<Spread> {
  const samples: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const started = performance.now();
    const { page, close } = await openPage(browser, url);
    await page.locator('.filter').waitFor();
    await page.evaluate(twoFrames);
    samples.push(performance.now() - started);
    if (values.shot !== undefined && round === 0) await page.screenshot({ path: values.shot });
    await close();
  }
  return spreadOf(samples);
}

/** From the last key, or the click, until the page has drawn what is left; the pause for typing is part of it. */
async function filtering(browser: Browser): Promise<{ text: Spread; level: Spread }> {
  const { page, close } = await openPage(browser, url);
  await page.locator('.filter').waitFor();
  await page.evaluate(twoFrames);
  const timed = (act: string) => page.evaluate<number>(timedIn(act));
  const showAll = `document.querySelector('.filter .actions button').click()`;
  const text: number[] = [];
  const level: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    text.push(
      await timed(`const field = document.querySelector('.filter input[type=search]');
        field.value = 'budget-${round + 17}'; field.dispatchEvent(new InputEvent('input', { bubbles: true }))`),
    );
    await timed(showAll);
    level.push(await timed(`document.querySelector('.filter .box-warn input').click()`));
    await timed(showAll);
  }
  await close();
  return { text: spreadOf(text), level: spreadOf(level) };
}

/** A script that acts, waits for the line under the filter to change and for the drawing, and gives the milliseconds. */
function timedIn(act: string): string {
  return `(async () => {
    const line = document.querySelector('.filter .shown');
    const before = line.textContent;
    const started = performance.now();
    ${act};
    while (line.textContent === before) await new Promise((done) => setTimeout(done, 5));
    await ${twoFrames};
    return performance.now() - started;
  })()`;
}
