import type { Browser } from 'playwright-core';
import { fleetHtml } from '../src/formats/fleet/html/html.tsx';
import { mixedFleet } from '../test/formats/fleet-page-world.ts';
import { pageFile } from '../test/formats/page/pages.ts';
import type { Figure } from './figure.ts';
import { measureOpenings, openPage, timedIn, twoFrames } from './page-timing.ts';
import { toSpread, type Spread } from './rounds.ts';

const ready = '.filter';

/** How many problems the clusters share: that many have the reports of a fleet whose clusters differ. */
const problems = 150;

interface Measuring {
  clusters: number;
  rounds: number;
  seconds(name: string, wall: Spread, goal?: number): Figure;
  /** Seconds whose goal holds on an idle machine only. */
  waiting(name: string, wall: Spread, goal: number): Figure;
}

/** The size of the page of a fleet, and how long it takes to open, filter and sort, beside an empty page. */
export async function* fleetFigures(
  on: Browser,
  { clusters, rounds, seconds, waiting }: Measuring,
): AsyncGenerator<Figure> {
  const html = fleetHtml(mixedFleet(clusters, problems));
  const url = pageFile('fleet', html);
  const empty = { url: pageFile('empty', '<!doctype html><title>empty</title><p>empty'), ready: 'p' };
  const name = `the page of ${clusters} clusters`;
  yield { name, value: Buffer.byteLength(html) / 1e6, unit: 'MB', goal: clusters / 1000 };
  const openings = await measureOpenings(on, rounds, { empty, fleet: { url, ready } });
  yield seconds('opening an empty page', openings.empty.usable);
  yield waiting(`opening ${name}, until something is seen`, openings.fleet.painted, 1);
  yield waiting('opening it, until it can be used', openings.fleet.usable, 2);
  yield seconds('CPU time of that', openings.fleet.cpu, 1);
  const acts = await measureActs(on, url, rounds);
  yield waiting('filtering it by text', acts.text, 0.2);
  yield waiting('filtering it by status', acts.status, 0.2);
  yield waiting('filtering it by a shared problem', acts.problem, 0.2);
  yield waiting('showing all again', acts.all, 0.2);
  yield waiting('sorting it by blockers', acts.sort, 0.2);
  yield seconds('CPU time of filtering it by text', acts.cpu, 0.2);
}

const scripts = {
  all: `document.querySelector('.filter .actions button').click()`,
  status: `document.querySelector('.filter .box input').click()`,
  problem: `document.querySelector('.problems button').click()`,
  text: `const field = document.querySelector('.filter input[type=search]');
    field.value = 'payments-prod-1'; field.dispatchEvent(new InputEvent('input', { bubbles: true }))`,
} as const;

/** Acts, and waits until the head of the column says so and the rows are drawn. */
const sorting = `(async () => {
  const head = document.querySelector('.of-blockers');
  const marked = new Promise((done) => new MutationObserver(done).observe(head, { attributes: true }));
  const started = performance.now();
  head.querySelector('button').click();
  await marked;
  await ${twoFrames};
  return performance.now() - started;
})()`;

type Acts = Record<keyof typeof scripts | 'sort' | 'cpu', Spread>;

async function measureActs(on: Browser, url: string, rounds: number): Promise<Acts> {
  const samples: Record<keyof Acts, number[]> = { all: [], status: [], problem: [], text: [], sort: [], cpu: [] };
  for (let round = 0; round < rounds; round += 1) {
    const { page, cpuNow } = await openPage(on, url, ready);
    const timed = async (name: keyof typeof scripts) =>
      samples[name].push(await page.evaluate<number>(timedIn(scripts[name])));
    const before = await cpuNow();
    await timed('text');
    samples.cpu.push((await cpuNow()) - before);
    await timed('all');
    await timed('status');
    await timed('all');
    await timed('problem');
    await timed('all');
    samples.sort.push(await page.evaluate<number>(sorting));
    await page.context().close();
  }
  const { all, status, problem, text, sort, cpu } = samples;
  return {
    all: toSpread(all),
    status: toSpread(status),
    problem: toSpread(problem),
    text: toSpread(text),
    sort: toSpread(sort),
    cpu: toSpread(cpu),
  };
}
