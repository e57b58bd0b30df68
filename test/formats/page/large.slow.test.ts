import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedEntries } from '../../../src/report/entries.ts';
import { reportHtml } from '../../../src/formats/html/html.tsx';
import { manyEntries, wholeEntries } from '../../../src/formats/html/later.tsx';
import { expectPage } from '../page.ts';
import { isChromiumMissing, startChromium } from './chromium.ts';
import { largeReport, openPage, pageFile, shoot } from './pages.ts';

/** The HTML report with more entries than a page shows in full, in a real Chromium: all stay readable. */

const words = 'Xylophone & "quoted" 3<4 é 🎻 </script><img src=x onerror=document.title="evil">';
const report = largeReport(500);
const marked = report.results.flatMap(({ findings }) => findings).findLast(({ level }) => level === 'warn');
if (marked !== undefined) marked.fix = `${marked.fix}\n\n${words}`;
const entries = numberedEntries(report);
const number = entries.find(({ findings }) => findings.some((one) => one === marked))?.number ?? 0;
const html = reportHtml(report);
const url = pageFile('many', html);

let browser: Browser;
beforeAll(async () => {
  if (!isChromiumMissing) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
});

describe.skipIf(isChromiumMissing)('a page of many entries', () => {
  it('shows all titles without its script, the most important entries whole, and says what it cannot show', async () => {
    const { page, close } = await openPage(browser, url, { javaScriptEnabled: false });
    expect(await page.locator('.todo summary:visible').count()).toBe(entries.length);
    expect(await page.locator('.todo .fix').count()).toBe(wholeEntries);
    expect(await page.locator('#later-note').isVisible()).toBe(true);
    expect(await page.locator('#later-note').textContent()).toContain(`${wholeEntries + 1} to ${entries.length}`);
    await close();
  });

  it('unfolds each entry, with every letter of a text from outside and nothing more', async () => {
    const { page, deeds, close } = await openPage(browser, url);
    await expect.poll(() => page.locator('#later-note').count()).toBe(0);
    const entry = page.locator(`#entry-${number}`);
    expect(await entry.locator('.fix').count()).toBe(0);
    await entry.locator('summary').click();
    await expect.poll(() => entry.locator('.fix .rich').textContent()).toContain(words);
    await expect.poll(() => entry.locator('.command button').count()).toBe(1);
    expect(await entry.locator('.fingerprints code').textContent()).toBe(marked?.fingerprint);
    expect(await page.locator('img').count()).toBe(0);
    expect(deeds).toEqual([]);
    await shoot(page, 'many', false);
    await close();
  });

  it('shows each entry what belongs to it', async () => {
    const { page, close } = await openPage(browser, url);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await expect.poll(() => page.locator('.todo .fix').count()).toBe(entries.length);
    const shown = await page.evaluate<string[]>(
      `Array.from(document.querySelectorAll('.todo details'), (one) => one.id + ' ' + one.querySelector('.fingerprints code').textContent)`,
    );
    const meant = entries.map((entry) => `entry-${entry.number} ${entry.findings[0].fingerprint}`);
    expect(shown.toSorted()).toEqual(meant.toSorted());
    await close();
  });

  it.each(['xylophone', '"quoted"', '3<4', 'é'])('finds by text what is not unfolded yet: %s', async (text) => {
    const { page, close } = await openPage(browser, url);
    await page.getByRole('search').getByLabel('Text').fill(text);
    await expect.poll(() => page.locator('[data-level]:visible').count()).toBe(1);
    expect(await page.locator(`#entry-${number}`).isVisible()).toBe(true);
    expect(await page.getByRole('search', { name: 'Entries' }).getByRole('status').textContent()).toContain(
      `Showing 1 of ${entries.length} entries.`,
    );
    expect(await page.evaluate<number>(`document.querySelector('.todo').getBoundingClientRect().height`)).toBeLessThan(
      900,
    );
    await close();
  });

  it('follows a link to such an entry', async () => {
    const { page, close } = await openPage(browser, `${url}#entry-${number}`);
    await expect.poll(() => page.locator(`#entry-${number} .fix`).isVisible()).toBe(true);
    await close();
  });

  it('prints blockers and unknown unfolded, and folds them again', async () => {
    const { page, close } = await openPage(browser, url);
    await expect.poll(() => page.locator('#later-note').count()).toBe(0);
    await page.evaluate(`window.dispatchEvent(new Event('beforeprint'))`);
    expect(await page.locator('.todo .fix').count()).toBe(entries.length);
    const decisive = ':is([data-level=fail], [data-level=unknown])';
    expect(await page.locator(`${decisive} > details:not([open])`).count()).toBe(0);
    expect(await page.locator('[data-level=warn] > details[open]').count()).toBe(0);
    await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
    expect(await page.locator('.todo .entry > details[open]').count()).toBe(0);
    await close();
  });

  it('is whole for the search of the browser as soon as somebody asks for that', async () => {
    const { page, close } = await openPage(browser, url);
    await expect.poll(() => page.locator('#later-note').count()).toBe(0);
    await page.keyboard.press('Control+f');
    expect(await page.locator('.todo .fix').count()).toBe(entries.length);
    await close();
  });

  it('says so where it cannot inflate the rest, and filters by titles', async () => {
    const broken = pageFile('broken', html.replace('<script type="text/plain" id="later" data-from="101">', '$&AAAA'));
    const { page, close } = await openPage(browser, broken);
    await page.getByRole('search').getByLabel('Text').fill('team-7/budget-7');
    await expect.poll(() => page.locator('[data-level]:visible').count()).toBe(1);
    expect(await page.locator('#later-note').isVisible()).toBe(true);
    await close();
  });
});

describe('the markup of many entries', () => {
  it('is made of elements of ours', () => expectPage(html, report));

  it('holds everything as HTML up to a number that people read', () => {
    const few = largeReport(manyEntries - 50);
    const page = reportHtml(few);
    expect(numberedEntries(few).length).toBeGreaterThan(wholeEntries);
    expect(page).not.toContain('id="later"');
    expect(page.match(/class="fingerprints"/g)).toHaveLength(numberedEntries(few).length);
  });

  it('is smaller than the JSON report', () => {
    const large = largeReport(2_000);
    expect(reportHtml(large).length).toBeLessThan(JSON.stringify(large).length / 2);
  });
});
