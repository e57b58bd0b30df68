import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportHtml } from '../../../src/formats/html/html.tsx';
import type { Report } from '../../../src/report/schema.ts';
import { isChromiumMissing, startChromium } from './chromium.ts';
import { hostileReport, openPage, writePage, shoot, storedReport } from './pages.ts';

/** The HTML report in a real Chromium, opened from a file, as a reader would open it. */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const hostile =
  '</script><script>document.title="evil"</script><img src=x onerror=alert(1)>"\'`)\u202Egpj\u0007\u001B[31m';
const reports: Readonly<Record<string, () => Report>> = {
  demo: () => storedReport('demo'),
  'everything-wrong': () => storedReport('everything-wrong'),
  'ready and empty': () => storedReport('empty'),
  incomplete: () => storedReport('everything-denied'),
  'past the tables': () => storedReport('past-the-tables'),
  'rollback blocked': () => storedReport('rollback-blocked'),
  hostile: () => hostileReport(hostile),
  'one megabyte of text': () => longReport(),
};

/** A report with a thousand letters in each name, and a million in one message. */
function longReport(): Report {
  const report = hostileReport('x'.repeat(1_000));
  const [finding] = report.results.flatMap(({ findings }) => findings);
  if (finding !== undefined) finding.message = 'y'.repeat(1_000_000);
  return report;
}

let browser: Browser;
beforeAll(async () => {
  if (!isChromiumMissing) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
});

/** The rules of axe-core about colors. The other rules give the same result in dark mode as in light mode. */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];

/** The violations that axe-core finds, one per line; in dark mode, only those of its rules about colors. */
async function listViolations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate(axe);
  const only = colorScheme === 'light' ? '' : `, runOnly: { type: 'rule', values: ${JSON.stringify(rulesOfColor)} }`;
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations']${only} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`,
  );
}

const locateFilter = (page: Page, name = 'Entries') => page.getByRole('search', { name });
const widthLeft = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const openAll = `for (const one of document.querySelectorAll('details')) one.open = true`;

describe.skipIf(isChromiumMissing).each(Object.entries(reports))('the page of a report: %s', (name, reportOf) => {
  const report = reportOf();
  const url = writePage(name, report);
  const file = name.replaceAll(' ', '-');

  it.each(['light', 'dark'] as const)('does nothing but show, and axe-core finds nothing: %s', async (colorScheme) => {
    const { page, deeds, close } = await openPage(browser, url, { colorScheme, reducedMotion: 'reduce' });
    await shoot(page, `${file}-${colorScheme}`);
    // Unfolded, a page of a hundred entries takes axe-core a minute.
    if (report.entries.length < 100) await page.evaluate(openAll);
    expect(await listViolations(page, colorScheme)).toEqual([]);
    expect(await page.locator('[data-level]').count()).toBe(report.entries.length);
    expect(deeds).toEqual([]);
    await close();
  });

  it('fits 400 pixels, folded and unfolded', async () => {
    const { page, close } = await openPage(browser, url, { viewport: { width: 400, height: 800 } });
    expect(await page.evaluate(widthLeft)).toBe(0);
    await shoot(page, `${file}-400`);
    await page.evaluate(openAll);
    expect(await page.evaluate(widthLeft)).toBe(0);
    await close();
  });

  it('shows on paper what decides the verdict, unfolded, without controls, and links with their addresses', async () => {
    const { page, close } = await openPage(browser, url, { colorScheme: 'dark', javaScriptEnabled: false });
    await page.emulateMedia({ media: 'print' });
    await shoot(page, `${file}-print`, false);
    const isShown = (level: string) =>
      page
        .locator(`[data-level=${level}] .fix`)
        .evaluateAll((all) => [...new Set(all.map((one) => one.checkVisibility()))].join());
    expect(await isShown('fail')).toMatch(/^(?:true)?$/);
    expect(await isShown('unknown')).toMatch(/^(?:true)?$/);
    expect(await isShown('warn')).toMatch(/^(?:false)?$/);
    expect(await page.locator('button:visible, input:visible, select:visible').count()).toBe(0);
    expect(await page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`)).toBe(
      'rgb(255, 255, 255)',
    );
    if ((await page.locator('a[href^=https]').count()) > 0)
      expect(
        await page
          .locator('a[href^=https]')
          .first()
          .evaluate((link) => getComputedStyle(link, '::after').content),
      ).toContain('<https://');
    if (name !== 'one megabyte of text') expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
    await close();
  });

  it('can be read without JavaScript', async () => {
    const { page, close } = await openPage(browser, url, { javaScriptEnabled: false });
    const shown = await page.locator('.entry[data-level] summary:visible').count();
    expect(shown).toBe(report.entries.length);
    expect(await page.locator('form').count()).toBe(0);
    await close();
  });
});

describe.skipIf(isChromiumMissing)('a reader', () => {
  const report = storedReport('everything-wrong');
  const url = writePage('reader', report);
  const visible = '[data-level]:visible';
  const countEntries = (level: string) => report.entries.filter((entry) => entry.level === level).length;

  it('sees what blocks in the order of the numbers, and goes to it, also where the filter hides it', async () => {
    const { page, deeds, close } = await openPage(browser, url);
    const numbers = await page.locator('.todo .number').allTextContents();
    expect(numbers).toEqual(report.entries.map(({ number }) => `${number}`));
    const titles = await page.locator('.todo .title').allTextContents();
    expect(titles).toEqual(report.entries.map(({ short }) => short));
    expect(titles.filter((title) => title.endsWith('...') || title.endsWith('\u2026'))).toEqual([]);
    await locateFilter(page).getByLabel('Blockers').uncheck();
    const entry = page.locator('#entry-2');
    await expect.poll(() => entry.isVisible()).toBe(false);
    await page.evaluate(`location.hash = 'entry-2'`);
    await expect.poll(() => entry.getAttribute('open')).toBe('');
    await expect.poll(() => locateFilter(page).getByRole('status').textContent()).toContain('Showing all');
    await entry.locator('.fingerprints a').click();
    expect(page.url()).toContain(`#${report.entries[1]?.fingerprints[0] ?? ''}`);
    await page.goto('about:blank');
    await page.goto(`${url}#${report.entries[2]?.fingerprints[0] ?? ''}`);
    await expect.poll(() => page.locator('#entry-3').getAttribute('open')).toBe('');
    expect(deeds.filter((deed) => !deed.startsWith('request'))).toEqual([]);
    await close();
  });

  it('sees one level alone with its tile, and another tile or all again', async () => {
    const { page, close } = await openPage(browser, url);
    const tile = (name: string) => page.locator('.counts').getByRole('link', { name });
    await expect.poll(() => locateFilter(page).getByRole('status').textContent()).toContain('Showing all');
    for (const [name, level] of [
      ['Warnings', 'warn'],
      ['Blockers', 'fail'],
      ['Unknown', 'unknown'],
    ] as const) {
      await tile(name).click();
      await expect.poll(() => page.locator(visible).count()).toBe(countEntries(level));
      expect(await page.locator(`#level-${level}`).isVisible()).toBe(true);
    }
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator(visible).count()).toBe(report.entries.length);
    await close();
  });

  it('sees what its owner has to do', async () => {
    const { page, close } = await openPage(browser, url);
    await locateFilter(page)
      .getByLabel(/^Owner/)
      .selectOption('AWS account');
    await expect.poll(() => page.locator(visible).count()).toBeLessThan(report.entries.length);
    expect(new Set(await page.locator('[data-level]:visible .owner').allTextContents())).toEqual(
      new Set(['AWS account']),
    );
    await close();
  });

  it('sees a bar with a problem in the color of its level, and goes from its words to the entry', async () => {
    const { page, close } = await openPage(browser, writePage('bars', storedReport('demo')));
    const fillOf = (row: string) =>
      page
        .locator(`.bars tr${row} .value`)
        .first()
        .evaluate((bar) => getComputedStyle(bar).fill);
    const fills = await Promise.all(['.bar-fail', '.bar-warn', ':not([class])'].map(fillOf));
    expect(new Set(fills).size).toBe(3);
    await page.locator('.bar-fail').getByRole('link', { name: 'entry 2' }).click();
    await expect.poll(() => page.locator('#entry-2').getAttribute('open')).toBe('');
    await close();
  });

  it('reads no title that is cut, on a screen of 1280 pixels', async () => {
    const { page, close } = await openPage(browser, url);
    const cut = await page
      .locator('.entry .title')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent));
    expect(cut).toEqual([]);
    await close();
  });

  it('prints the demo on eight pages of A4', async () => {
    const { page, close } = await openPage(browser, writePage('demo-on-paper', storedReport('demo')));
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page[^s]/g)?.length).toBeLessThanOrEqual(8);
    await close();
  });

  it('filters by level, area, namespace and text, and is told what is hidden', async () => {
    const { page, deeds, close } = await openPage(browser, url);
    const status = locateFilter(page).getByRole('status');
    await expect.poll(() => status.textContent()).toBe(`Showing all ${report.entries.length} entries.`);
    await locateFilter(page).getByLabel('Warnings').uncheck();
    await expect.poll(() => page.locator(visible).count()).toBe(report.entries.length - countEntries('warn'));
    expect(await status.textContent()).toContain(`Hidden: ${countEntries('warn')} warnings.`);
    await page.getByRole('button', { name: 'Show all' }).click();
    await locateFilter(page).getByLabel('Area').selectOption('nodes');
    const ofNodes = report.entries.filter(({ checks }) => checks.some((id) => id.startsWith('nodes/')));
    await expect.poll(() => page.locator(visible).count()).toBe(ofNodes.length);
    expect(await status.textContent()).toMatch(
      /^Showing \d+ of \d+ entries\. Hidden: \d+ blockers, \d+ unknown and \d+ warnings\.$/,
    );
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator(visible).count()).toBe(report.entries.length);
    await locateFilter(page)
      .getByLabel(/^Namespace/)
      .selectOption('shop');
    await expect.poll(() => page.locator(visible).count()).toBeGreaterThan(0);
    for (const entry of await page.locator(visible).all())
      expect(await entry.getAttribute('data-namespaces')).toContain('shop');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator(visible).count()).toBe(report.entries.length);
    await locateFilter(page).getByLabel('Text').fill('kubelet-skew');
    await expect.poll(() => page.locator(visible).count()).toBeLessThan(report.entries.length);
    for (const entry of await page.locator(visible).all())
      expect((await entry.textContent())?.toLowerCase()).toContain('kubelet-skew');
    await shoot(page, 'filtered');
    await locateFilter(page).getByLabel('Text').fill('there is no such text');
    await expect.poll(() => page.locator(visible).count()).toBe(0);
    expect(await page.locator('[data-group]:visible').count()).toBe(0);
    expect(deeds).toEqual([]);
    await close();
  });

  it('filters the tasks by what does them, and is told how many are shown', async () => {
    const tasks = report.plan?.tasks ?? [];
    const doers = [...new Set(tasks.map(({ by }) => by))];
    const { page, close } = await openPage(browser, url);
    if (doers.length > 1) {
      const [by = ''] = doers;
      const shown = page.locator('.tasks > [data-by]:visible');
      await locateFilter(page, 'Tasks').getByLabel('By').selectOption(by);
      await expect.poll(() => shown.count()).toBe(tasks.filter((task) => task.by === by).length);
      expect(await locateFilter(page, 'Tasks').getByRole('status').textContent()).toMatch(
        /^Showing \d+ of \d+ tasks\.$/,
      );
      expect(await page.locator('[data-tasks]:visible').count()).toBeLessThanOrEqual(await shown.count());
      await shoot(page, 'filtered-tasks');
      await locateFilter(page, 'Tasks').getByLabel('By').selectOption('');
      await expect.poll(() => shown.count()).toBe(tasks.length);
    }
    expect(await locateFilter(page, 'Tasks').count()).toBe(doers.length > 1 ? 1 : 0);
    await close();
  });

  it('prints what a filter left with the line that says so', async () => {
    const { page, close } = await openPage(browser, url);
    await locateFilter(page).getByLabel('Warnings').uncheck();
    await expect.poll(() => locateFilter(page).getByRole('status').textContent()).toContain('Hidden');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Hidden:').isVisible()).toBe(true);
    await close();
  });

  it('needs no mouse', async () => {
    const { page, close } = await openPage(browser, url);
    const focused = () =>
      page.evaluate<string>(`document.activeElement.textContent.trim() || document.activeElement.id`);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to entries');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('todo');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.type')).toBe('checkbox');
    await page.keyboard.press('Space');
    await expect.poll(() => page.locator(visible).count()).toBe(report.entries.length - countEntries('fail'));
    await page.keyboard.press('Space');
    await expect.poll(() => page.locator(visible).count()).toBe(report.entries.length);
    const isEntry = `document.activeElement.matches('.entry summary')`;
    for (let press = 0; press < 12 && !(await page.evaluate<boolean>(isEntry)); press += 1)
      await page.keyboard.press('Tab');
    expect(await page.evaluate(isEntry)).toBe(true);
    expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await page.locator('.entry details[open]').count()).toBe(1);
    await close();
  });

  it('copies a command exactly as it is printed', async () => {
    const { page, close } = await openPage(browser, url, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Expand all' }).click();
    const blocks = page.locator('.todo .command');
    await expect.poll(() => page.locator('.todo .command button').count()).toBe(await blocks.count());
    const printed = new Set(report.results.flatMap(({ findings }) => findings.flatMap((finding) => finding.commands)));
    const texts = await page.locator('.todo .command code').allTextContents();
    const isKnown = (text: string) => [...printed].some((command) => text.includes(command));
    expect(texts.filter(isKnown).length).toBeGreaterThan(10);
    const long = texts.findIndex((text) => text.includes('\\\n') && isKnown(text));
    await blocks.nth(long).getByRole('button').click();
    await expect.poll(() => blocks.nth(long).getByRole('button').textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(texts[long]);
    await close();
  });

  it('copies where the clipboard is refused', async () => {
    const { page, close } = await openPage(browser, url);
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))`);
    await page.getByRole('button', { name: 'Expand all' }).click();
    const button = page.locator('.command button').first();
    await button.click();
    await expect.poll(() => button.textContent()).toBe('Copied');
    await close();
  });

  it('follows a check to what it means, and a link to an entry', async () => {
    const { page, close } = await openPage(browser, `${url}#entry-3`);
    expect(await page.locator('#entry-3').getAttribute('open')).not.toBeNull();
    await page.locator('#entry-3 .body a[href^="#check-"]').first().click();
    await expect.poll(() => page.locator('.check details[open]').count()).toBe(1);
    await close();
  });
});

describe('the markup', () => {
  it('lets nothing load and nothing run but what is in it', () => {
    const html = reportHtml(storedReport('demo'));
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/ style=|<link|<iframe|<img|@import|url\(/);
    expect(html.match(/<script>/g)).toHaveLength(1);
  });

  it('links to nothing that a cluster or a file names', () => {
    const html = reportHtml(hostileReport(hostile));
    const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !/^(?:#|https:\/\/)/.test(link) || link.includes('evil'))).toEqual([]);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('\u202E');
    expect(html).not.toContain('\u001B');
  });

  it('is not green while something is unknown', () => {
    const demo = storedReport('demo');
    const tone = (report: Report) => /class="masthead (is-\w+)"/.exec(reportHtml(report))?.[1];
    expect(tone(demo)).toBe('is-blocked');
    expect(tone(storedReport('empty'))).toBe('is-ready');
    expect(tone(storedReport('everything-denied'))).toBe('is-incomplete');
    const results = demo.results.map((result) => ({
      ...result,
      findings: result.findings.filter(({ level }) => level === 'unknown'),
    }));
    expect(tone({ ...demo, verdict: 'ready', results })).toBe('is-partly');
    const accepted = { reason: 'known', owner: 'team', until: '2027-01-01' };
    const taken = results.map((result) => ({
      ...result,
      findings: result.findings.map((one) => ({ ...one, accepted })),
    }));
    expect(tone({ ...demo, verdict: 'ready', results: taken })).toBe('is-partly');
  });

  it('can be opened where a report holds no figures, no cluster and values of later versions', () => {
    const { figures: _figures, ...older } = storedReport('demo');
    expect(reportHtml(older)).toContain('EKS support');
    const later = { ...older, cluster: null, verdict: 'doubtful' as Report['verdict'] };
    expect(reportHtml(later)).toContain('is-blocked');
  });
});
