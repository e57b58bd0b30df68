/**
 * `npm run bench -- page`: compares the size of an HTML report with 5,000 separate entries with that of its JSON
 * report, measures how long it takes to render, open and filter the page in Chromium, and compares some of these times
 * with those of the demo's page. `--findings N` sets another number of entries, `--rounds N` the number of rounds, and
 * `--shot FILE` saves a picture. The goals are times that feel immediate; waiting times must meet them only on an idle
 * machine, CPU times on any machine. Exit code 1 if a goal is missed by more than a fifth.
 */
import './page-globals.ts';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { reportHtml } from '../src/formats/html/html.tsx';
import { startChromium } from '../test/formats/page/chromium.ts';
import { largeReport, pageFile, storedReport } from '../test/formats/page/pages.ts';
import { buildFigureTable, compareToGoal, type Figure } from './figure.ts';
import { interleaved, toSpread, type Spread } from './rounds.ts';

const { values } = parseArgs({
  options: {
    findings: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    shot: { type: 'string' },
  },
});
const count = Number(values.findings);
const rounds = Number(values.rounds);

const load = loadNow();
const isIdle = load < availableParallelism();
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const reports = { small: storedReport('demo'), large: largeReport(count) };
const rendered = await interleaved(rounds, {
  small: () => Promise.resolve(measureCpuTime(() => reportHtml(reports.small))),
  large: () => Promise.resolve(measureCpuTime(() => reportHtml(reports.large))),
});
const html = { small: reportHtml(reports.small), large: reportHtml(reports.large) };
const browser = await startChromium();
try {
  const [small, large] = await measureOpenings(browser, [
    pageFile('small', html.small),
    pageFile('large', html.large),
  ] as const);
  const filtered = await measureFiltering(browser, pageFile('large', html.large));
  const figures: Figure[] = [
    megabytes('the page of the demo', html.small, 0.25),
    megabytes(`the JSON report of ${count} findings, the floor`, JSON.stringify(reports.large)),
    megabytes('its page', html.large, (count / 5000) * 3),
    {
      name: 'its page beside the JSON report',
      value: html.large.length / JSON.stringify(reports.large).length,
      unit: 'times the floor',
      goal: 0.4,
    },
    seconds('CPU time of rendering the demo', rendered.small),
    seconds('CPU time of rendering it', rendered.large, (count / 5000) * 3),
    seconds('opening the demo, until it can be used', small.usable),
    waiting('opening it, until something is seen', large.painted, 0.5),
    waiting('opening it, until it can be used', large.usable, 1.5),
    seconds('CPU time of that', large.cpu, 1),
    {
      name: 'CPU time of that beside the demo',
      value: large.cpu.median / small.cpu.median,
      unit: 'times as long',
      goal: 8,
    },
    waiting('going to the field for a text', filtered.focus, 0.2),
    waiting('filtering it by text', filtered.text, 0.15),
    seconds('CPU time of that', filtered.cpu, 0.1),
    waiting('filtering it by level', filtered.level, 0.15),
    waiting('showing all again', filtered.all, 0.15),
  ];
  console.log(`Load before: ${load.toFixed(1)}; after: ${loadNow().toFixed(1)}.\n`);
  console.log(buildFigureTable(figures));
  process.exitCode = figures.some((figure) => compareToGoal(figure) === 'no') ? 1 : 0;
} finally {
  await browser.close();
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

interface Opening {
  painted: Spread;
  usable: Spread;
  cpu: Spread;
}

/** Opens the pages in turn: time to first paint, time until the filter is drawn, and the CPU time until then. */
async function measureOpenings(on: Browser, urls: readonly [string, string]): Promise<readonly [Opening, Opening]> {
  const samples = urls.map(() => ({ painted: [] as number[], usable: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < rounds * 2; round += 1) {
    const at = round % 2;
    const { page, cpu } = await openPage(on, urls[at] ?? '');
    samples[at]?.usable.push(await page.evaluate<number>('performance.now()'));
    samples[at]?.painted.push(await page.evaluate<number>(`performance.getEntriesByType('paint')[0].startTime`));
    samples[at]?.cpu.push(cpu);
    if (values.shot !== undefined && round === 1) await page.screenshot({ path: values.shot });
    await page.context().close();
  }
  const [small, large] = samples.map((of): Opening => ({
    painted: toSpread(of.painted),
    usable: toSpread(of.usable),
    cpu: toSpread(of.cpu),
  }));
  if (small === undefined || large === undefined) throw new Error('two pages are opened');
  return [small, large];
}

/** Opens a page in a separate context and waits until it is usable. `cpu` is milliseconds of its main thread. */
async function openPage(on: Browser, url: string): Promise<{ page: Page; cpu: number; cpuNow: () => Promise<number> }> {
  const context = await on.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url, { timeout: 120_000 });
  await page.locator('.filter').waitFor();
  await page.evaluate(twoFrames);
  const cpuNow = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  return { page, cpu: await cpuNow(), cpuNow };
}

type Filtering = Record<'focus' | 'text' | 'cpu' | 'level' | 'all', Spread>;

/**
 * Measures the time from each action until the page has drawn the result; for text, includes the pause after typing.
 */
async function measureFiltering(on: Browser, url: string): Promise<Filtering> {
  const samples = { focus: [], text: [], cpu: [], level: [], all: [] } as Record<keyof Filtering, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const { page, cpuNow } = await openPage(on, url);
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

/** A script that acts, waits until the line under the filter has changed and is drawn, and returns the milliseconds. */
function timedIn(act: string): string {
  return `(async () => {
    const line = document.querySelector('.filter .shown');
    const said = new Promise((done) => new MutationObserver(done).observe(line, { childList: true, characterData: true, subtree: true }));
    const started = performance.now();
    ${act};
    await said;
    await ${twoFrames};
    return performance.now() - started;
  })()`;
}
