/**
 * `npm run bench -- page`: compares the size of an HTML report with 5,000 separate entries with that of its JSON
 * report, measures how long it takes to render, open and filter the page in Chromium, and compares some of these times
 * with those of the demo's page. Then measures the page of a fleet of 1,000 clusters beside an empty page.
 * `--findings N` and `--clusters N` set other numbers, `--rounds N` the number of rounds, and `--shot FILE` saves a
 * picture. The goals are times that feel immediate; waiting times must meet them only on an idle
 * machine, CPU times on any machine. Exit code 1 if a goal is missed by more than a fifth.
 */
import './page-globals.ts';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { reportHtml } from '../src/formats/html/html.tsx';
import { startChromium } from '../test/formats/page/chromium.ts';
import { largeReport, pageFile, storedReport } from '../test/formats/page/pages.ts';
import { printFigures, type Figure } from './figure.ts';
import { fleetFigures } from './fleet-page.ts';
import { measureOpenings, openPage, timedIn, twoFrames } from './page-timing.ts';
import { interleaved, toSpread, type Spread } from './rounds.ts';

const { values } = parseArgs({
  options: {
    findings: { type: 'string', default: '5000' },
    clusters: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    shot: { type: 'string' },
  },
});
const count = Number(values.findings);
const rounds = Number(values.rounds);

const load = loadNow();
const isIdle = load < availableParallelism();
const ready = '.filter';
const reports = { small: storedReport('demo'), large: largeReport(count) };
/** The size of the demo's page, in MB: most of it is what each check looks for, why, and its sources. */
const demoGoal = reports.small.results.length * 0.0035;
console.log(`Load before: ${load.toFixed(1)}.\n`);
const browser = await startChromium();
try {
  await printFigures(pageFigures(browser));
  console.log(`Load after: ${loadNow().toFixed(1)}.`);
} finally {
  await browser.close();
}

async function* pageFigures(on: Browser): AsyncGenerator<Figure> {
  const html = { small: reportHtml(reports.small), large: reportHtml(reports.large) };
  yield* sizeFigures(html);
  const rendered = await interleaved(rounds, {
    small: () => Promise.resolve(measureCpuTime(() => reportHtml(reports.small))),
    large: () => Promise.resolve(measureCpuTime(() => reportHtml(reports.large))),
  });
  yield seconds('CPU time of rendering the demo', rendered.small);
  yield seconds('CPU time of rendering it', rendered.large, (count / 5000) * 3);
  const urls = { small: pageFile('small', html.small), large: pageFile('large', html.large) };
  yield* openingFigures(on, urls);
  const filtered = await measureFiltering(on, urls.large);
  yield waiting('going to the field for a text', filtered.focus, 0.2);
  yield waiting('filtering it by text', filtered.text, 0.15);
  yield seconds('CPU time of that', filtered.cpu, 0.1);
  yield waiting('filtering it by level', filtered.level, 0.15);
  yield waiting('showing all again', filtered.all, 0.15);
  yield* fleetFigures(on, { clusters: Number(values.clusters), rounds, seconds, waiting });
}

type Pages = Record<'small' | 'large', string>;

function* sizeFigures(html: Pages): Generator<Figure> {
  const json = JSON.stringify(reports.large);
  yield megabytes('the page of the demo', html.small, demoGoal);
  yield megabytes(`the JSON report of ${count} findings, the floor`, json);
  yield megabytes('its page', html.large, (count / 5000) * 3);
  const value = html.large.length / json.length;
  yield { name: 'its page beside the JSON report', value, unit: 'times the floor', goal: 0.4 };
}

async function* openingFigures(on: Browser, urls: Pages): AsyncGenerator<Figure> {
  const subjects = { small: { url: urls.small, ready }, large: { url: urls.large, ready } };
  const { small, large } = await measureOpenings(on, rounds, subjects, values.shot);
  yield seconds('opening the demo, until it can be used', small.usable);
  yield waiting('opening it, until something is seen', large.painted, 0.5);
  yield waiting('opening it, until it can be used', large.usable, 1.5);
  yield seconds('CPU time of that', large.cpu, 1);
  const value = large.cpu.median / small.cpu.median;
  yield { name: 'CPU time of that beside the demo', value, unit: 'times as long', goal: 8 };
}

/** The load of the machine over the last minute; a high load explains long waiting times. */
function loadNow(): number {
  return loadavg()[0] ?? NaN;
}

function measureCpuTime(render: () => string): number {
  const before = process.cpuUsage();
  render();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function megabytes(name: string, text: string, goal?: number): Figure {
  return { name, value: Buffer.byteLength(text) / 1e6, unit: 'MB', goal };
}

function seconds(name: string, wall: Spread, goal?: number): Figure {
  return { name, value: wall.median / 1000, unit: 's', wall, goal };
}

/**
 * Seconds that a reader waits. On a busy machine they include the work of other processes, so the goal is only a note.
 */
function waiting(name: string, wall: Spread, goal: number): Figure {
  if (isIdle) return seconds(name, wall, goal);
  return { ...seconds(name, wall), note: `goal on an idle machine: ${goal}` };
}

type Filtering = Record<'focus' | 'text' | 'cpu' | 'level' | 'all', Spread>;

/**
 * Measures the time from each action until the page has drawn the result; for text, includes the pause after typing.
 */
async function measureFiltering(on: Browser, url: string): Promise<Filtering> {
  const samples = { focus: [], text: [], cpu: [], level: [], all: [] } as Record<keyof Filtering, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const { page, cpuNow } = await openPage(on, url, ready);
    const timed = (act: string) => page.evaluate<number>(timedIn(act));
    const showAll = `document.querySelector('.filter .actions button').click()`;
    samples.focus.push(
      await page.evaluate<number>(`(async () => {
        const started = performance.now();
        document.querySelector('.filter input[type=search]').focus();
        await ${twoFrames};
        return performance.now() - started;
      })()`),
    );
    const before = await cpuNow();
    samples.text.push(
      await timed(`const field = document.querySelector('.filter input[type=search]');
        field.value = 'budget-${round + 17}'; field.dispatchEvent(new InputEvent('input', { bubbles: true }))`),
    );
    samples.cpu.push((await cpuNow()) - before);
    samples.all.push(await timed(showAll));
    samples.level.push(await timed(`document.querySelector('.filter .box-warn input').click()`));
    await page.context().close();
  }
  return {
    focus: toSpread(samples.focus),
    text: toSpread(samples.text),
    cpu: toSpread(samples.cpu),
    level: toSpread(samples.level),
    all: toSpread(samples.all),
  };
}
