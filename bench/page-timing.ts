import type { Browser, Page } from 'playwright-core';
import { toSpread, type Spread } from './rounds.ts';

/** How long pages take in Chromium: until they are drawn and usable, and until an action has its effect. */

/** A script that settles when what has changed is drawn. */
export const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

export interface Opening {
  painted: Spread;
  usable: Spread;
  cpu: Spread;
}

/** An opened page. `cpu` is milliseconds of its main thread. */
export interface OpenedPage {
  page: Page;
  cpu: number;
  cpuNow: () => Promise<number>;
}

/**
 * Opens a page in a separate context and waits until it is usable.
 * @param ready a selector of what its script draws last
 */
export async function openPage(on: Browser, url: string, ready: string): Promise<OpenedPage> {
  const context = await on.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url, { timeout: 120_000 });
  await page.locator(ready).waitFor({ state: 'attached' });
  await page.evaluate(twoFrames);
  const cpuNow = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  return { page, cpu: await cpuNow(), cpuNow };
}

/** What is opened: its address, and a selector of what its script draws last. */
export interface Subject {
  url: string;
  ready: string;
}

/**
 * Opens pages in turn: time to first paint (for an empty page, until it is usable), time until usable, CPU time.
 * @param shot a file for a picture of the last subject
 */
export async function measureOpenings<Name extends string>(
  on: Browser,
  rounds: number,
  subjects: Readonly<Record<Name, Subject>>,
  shot?: string,
): Promise<Record<Name, Opening>> {
  const names = Object.keys(subjects) as Name[];
  const samples = new Map<Name, Samples>(names.map((name) => [name, { painted: [], usable: [], cpu: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const { page, cpu } = await openPage(on, subjects[name].url, subjects[name].ready);
      const usable = await page.evaluate<number>('performance.now()');
      const painted = await page.evaluate<number>(
        `performance.getEntriesByType('paint')[0]?.startTime ?? performance.now()`,
      );
      const own = samples.get(name);
      own?.usable.push(usable);
      own?.painted.push(painted);
      own?.cpu.push(cpu);
      if (shot !== undefined && round === 0 && name === names.at(-1)) await page.screenshot({ path: shot });
      await page.context().close();
    }
  }
  const openings = [...samples].map(([name, { painted, usable, cpu }]) => {
    const opening: Opening = { painted: toSpread(painted), usable: toSpread(usable), cpu: toSpread(cpu) };
    return [name, opening] as const;
  });
  return Object.fromEntries(openings) as Record<Name, Opening>;
}

type Samples = Record<keyof Opening, number[]>;

/** A script that acts, waits until the line under the filter has changed and is drawn, and returns the milliseconds. */
export function timedIn(act: string): string {
  return `(async () => {
    const line = document.querySelector('.filter [role=status]');
    const said = new Promise((done) => new MutationObserver(done).observe(line, { childList: true, characterData: true, subtree: true }));
    const started = performance.now();
    ${act};
    await said;
    await ${twoFrames};
    return performance.now() - started;
  })()`;
}
