import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetHtml } from '../../src/formats/fleet/html/html.tsx';
import type { Fleet } from '../../src/report/fleet/schema.ts';
import { clusterWith, fleetWith, hostileFleet, hostileText, mixedFleet, shareProblem } from './fleet-page-world.ts';
import { isChromiumMissing, startChromium } from './page/chromium.ts';
import { openPage, pageFile, shoot } from './page/pages.ts';

/** The page of a fleet in a real Chromium, opened from a file, as a reader would open it. */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  if (!isChromiumMissing) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
});

/** The violations that axe-core finds, one per line. */
async function listViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`,
  );
}

const shown = 'tbody[data-status]:visible';
const widthLeft = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const openAll = `for (const one of document.querySelectorAll('details')) one.open = true`;

const long = clusterWith({ name: 'x'.repeat(300), tags: { [`k${'y'.repeat(100)}`]: 'z'.repeat(200) } });
const fleets: Readonly<Record<string, () => Fleet>> = {
  mixed: () => mixedFleet(24, 14),
  hostile: () => hostileFleet(hostileText),
  'long names': () =>
    fleetWith([long, { ...long, account: '1', arn: 'arn:2' }], { problems: new Map([shareProblem([long, long])]) }),
  'nothing shared': () => fleetWith([clusterWith({ name: 'prod' })]),
  empty: () => fleetWith([]),
};

describe.skipIf(isChromiumMissing).each(Object.entries(fleets))('the page of a fleet: %s', (name, makeFleet) => {
  const fleet = makeFleet();
  const url = pageFile(`fleet-${name.replaceAll(' ', '-')}`, fleetHtml(fleet));
  const file = `fleet-${name.replaceAll(' ', '-')}`;

  it.each([
    ['light', 1600],
    ['dark', 1600],
    ['light', 400],
    ['dark', 800],
  ] as const)('does nothing but show, fits, and axe-core finds nothing: %s, %i pixels', async (colorScheme, width) => {
    const viewport = { width, height: 900 };
    const { page, deeds, close } = await openPage(browser, url, { colorScheme, viewport, reducedMotion: 'reduce' });
    await shoot(page, `${file}-${width}-${colorScheme}`);
    expect(await page.evaluate(widthLeft)).toBe(0);
    await page.evaluate(openAll);
    expect(await page.evaluate(widthLeft)).toBe(0);
    expect(await listViolations(page)).toEqual([]);
    expect(await page.locator(shown).count()).toBe(fleet.clusters.length);
    expect(await page.title()).not.toBe('evil');
    expect(deeds).toEqual([]);
    await close();
  });

  it('can be read without JavaScript, on a screen and on paper', async () => {
    const { page, close } = await openPage(browser, url, { javaScriptEnabled: false, colorScheme: 'dark' });
    expect(await page.locator(shown).count()).toBe(fleet.clusters.length);
    expect(await page.locator('button, form').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await shoot(page, `${file}-print`, false);
    expect(await page.locator(shown).count()).toBe(fleet.clusters.length);
    expect(await page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`)).toBe(
      'rgb(255, 255, 255)',
    );
    const folded = page.locator('.why li, .folded li');
    expect(await folded.evaluateAll((all) => all.every((one) => one.checkVisibility()))).toBe(true);
    await close();
  });
});
