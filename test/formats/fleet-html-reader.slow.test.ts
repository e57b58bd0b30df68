import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetHtml } from '../../src/formats/fleet/html/html.tsx';
import type { FleetCluster } from '../../src/report/fleet/schema.ts';
import { clusterWith, mixedFleet } from './fleet-page-world.ts';
import { isChromiumMissing, startChromium } from './page/chromium.ts';
import { openPage, pageFile } from './page/pages.ts';

/** What a reader of the page of a fleet does with mouse and keyboard, in a real Chromium. */

let browser: Browser;
beforeAll(async () => {
  if (!isChromiumMissing) browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
});

const shown = 'tbody[data-status]:visible';
const filterIn = (page: Page) => page.getByRole('search');
const statusIn = (page: Page) => page.getByRole('status');
const namesIn = (page: Page) => page.locator(`${shown} th`).allTextContents();
const headIn = (page: Page, name: string) => page.locator('.clusters').getByRole('columnheader', { name, exact: true });

describe.skipIf(isChromiumMissing)('a reader of a fleet', () => {
  const fleet = mixedFleet(48, 6);
  const url = pageFile('fleet-reader', fleetHtml(fleet));
  const where = (isWanted: (cluster: FleetCluster) => boolean) =>
    fleet.clusters.filter(isWanted).map(({ name }) => name);

  it('filters by status, group, account, Region and text, and is told what is hidden', async () => {
    const { page, deeds, close } = await openPage(browser, url);
    await expect.poll(() => statusIn(page).textContent()).toBe('Showing all 48 clusters.');
    await filterIn(page).getByLabel('ready').uncheck();
    await expect.poll(() => namesIn(page)).toEqual(where(({ status }) => status !== 'ready'));
    expect(await statusIn(page).textContent()).toMatch(/^Showing \d+ of 48 clusters\. Hidden: \d+ ready\.$/);
    await page.getByRole('button', { name: 'Show all' }).click();
    await filterIn(page).getByLabel('team').selectOption('search');
    await expect.poll(() => namesIn(page)).toEqual(where(({ group }) => group === 'search'));
    await filterIn(page).getByLabel('Account').selectOption('111122223334');
    const isBoth = ({ group, account }: FleetCluster) => group === 'search' && account === '111122223334';
    await expect.poll(() => namesIn(page)).toEqual(where(isBoth));
    await page.getByRole('button', { name: 'Show all' }).click();
    await filterIn(page).getByLabel('Region').selectOption('us-east-1');
    await expect.poll(() => namesIn(page)).toEqual(where(({ region }) => region === 'us-east-1'));
    await page.getByRole('button', { name: 'Show all' }).click();
    await filterIn(page).getByLabel('Text').fill('PAYMENTS stage=dev');
    await expect.poll(() => namesIn(page)).toEqual(where(({ name }) => name.startsWith('payments-dev')));
    await filterIn(page).getByLabel('Text').fill('there is no such text');
    await expect.poll(() => namesIn(page)).toEqual([]);
    expect(deeds).toEqual([]);
    await close();
  });

  it('sees the clusters of one status with its tile', async () => {
    const { page, close } = await openPage(browser, url);
    await page.locator('.counts').getByRole('link', { name: 'Not scanned' }).click();
    await expect.poll(() => namesIn(page)).toEqual(where(({ status }) => status === 'not-scanned'));
    await close();
  });

  it('sees the clusters of a shared problem with its count, and all again', async () => {
    const { page, close } = await openPage(browser, url);
    const { title = '', clusters = [] } = fleet.shared[1] ?? {};
    const button = page.getByRole('button', { name: `${clusters.length} clusters with: ${title}` });
    await button.click();
    await expect.poll(() => namesIn(page)).toEqual(where(({ arn }) => clusters.includes(arn ?? '')));
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await button.click();
    await expect.poll(() => namesIn(page)).toEqual(where(() => true));
    await close();
  });

  /** What each column is sorted by; undefined comes last in both directions. */
  const columns: Readonly<Record<string, (cluster: FleetCluster) => string | number | undefined>> = {
    Cluster: ({ name }) => name,
    team: ({ group }) => group ?? undefined,
    Account: ({ account }) => account ?? undefined,
    Region: ({ region }) => region ?? undefined,
    Version: ({ version }) => version ?? undefined,
    Status: ({ status }) => ['blocked', 'not-scanned', 'incomplete', 'ready'].indexOf(status),
    Blockers: ({ status, entries }) => (status === 'not-scanned' ? undefined : entries?.fail),
    Unknowns: ({ status, entries }) => (status === 'not-scanned' ? undefined : entries?.unknown),
    'Support ends': ({ support }) =>
      Date.parse((support?.standardUntil ?? '') > '2026-11-20' ? (support?.standardUntil ?? '') : '2027-12-15'),
    'Extra cost so far': ({ extraCost }) => extraCost?.untilNow,
    'Extra cost next year': ({ extraCost }) => extraCost?.nextYear,
    'Report age': ({ scannedAt }) => -Date.parse(scannedAt ?? ''),
    'Last change': ({ changedAt }) => (changedAt === null ? undefined : -Date.parse(changedAt)),
    Order: ({ arn }) => (fleet.order.includes(arn ?? '') ? fleet.order.indexOf(arn ?? '') : undefined),
  };
  const byName = new Map(fleet.clusters.map((cluster) => [cluster.name, cluster]));

  it.each(Object.entries(columns))('sorts by %s in both directions, with unknown values last', async (name, read) => {
    const { page, close } = await openPage(browser, url);
    const head = headIn(page, name);
    for (let click = 0; click < 2; click += 1) {
      const before = await head.getAttribute('aria-sort');
      await head.getByRole('button').click();
      await expect.poll(() => head.getAttribute('aria-sort')).not.toBe(before);
      const isDown = (await head.getAttribute('aria-sort')) === 'descending';
      const values = (await namesIn(page)).map((own) => read(byName.get(own) ?? clusterWith({ name: own })));
      const known = values.filter((value) => value !== undefined);
      expect(values.slice(0, known.length)).toEqual(known);
      expect(known.length).toBeGreaterThan(0);
      const compare = new Intl.Collator('en', { numeric: true }).compare;
      const sorted = known.toSorted((a, b) =>
        typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)),
      );
      expect(known).toEqual(isDown ? sorted.toReversed() : sorted);
      expect(await page.locator('[aria-sort]').count()).toBe(1);
    }
    await close();
  });

  it.each([
    ['Cluster', 'ascending'],
    ['Status', 'ascending'],
    ['Blockers', 'descending'],
    ['Support ends', 'ascending'],
    ['Extra cost next year', 'descending'],
    ['Report age', 'descending'],
    ['Last change', 'ascending'],
  ])('first sorts by %s as it is looked for: %s', async (name, direction) => {
    const { page, close } = await openPage(browser, url);
    await headIn(page, name).getByRole('button').click();
    await expect.poll(() => headIn(page, name).getAttribute('aria-sort')).toBe(direction);
    await close();
  });

  it('finds the same rows again after a reload, and at an address that someone else sends', async () => {
    const { page, close } = await openPage(browser, url);
    await filterIn(page).getByLabel('ready').uncheck();
    await filterIn(page).getByLabel('team').selectOption('search');
    await filterIn(page).getByLabel('Text').fill('search-');
    await headIn(page, 'Unknowns').getByRole('button').click();
    await expect.poll(() => page.url()).toContain('sort=unknowns');
    const names = await namesIn(page);
    const sent = page.url();
    await page.reload();
    expect(await namesIn(page)).toEqual(names);
    expect(await filterIn(page).getByLabel('Text').inputValue()).toBe('search-');
    expect(await filterIn(page).getByLabel('ready').isChecked()).toBe(false);
    expect(await headIn(page, 'Unknowns').getAttribute('aria-sort')).toBe('descending');
    await page.goto('about:blank');
    await page.goto(sent);
    expect(await namesIn(page)).toEqual(names);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.url()).toContain('#sort=unknowns&down=1');
    expect(names.length).toBeGreaterThan(1);
    await close();
  });

  it('sees everything at an address whose values this page does not have', async () => {
    const old = `${url}#team=gone&group=gone&problem=gone&sort=gone&without=gone&account=%3Cimg%20src%3Dx%3E`;
    const { page, deeds, close } = await openPage(browser, old);
    expect(await namesIn(page)).toEqual(where(() => true));
    expect(deeds.filter((deed) => !deed.startsWith('request file:'))).toEqual([]);
    await close();
  });

  it('goes to a section by a link without losing the filter', async () => {
    const { page, close } = await openPage(browser, url);
    await filterIn(page).getByLabel('ready').uncheck();
    await expect.poll(() => page.url()).toContain('without=ready');
    await page
      .locator('.counts')
      .getByRole('link', { name: /Shared problem/ })
      .click();
    expect(page.url()).toContain('#shared');
    expect(await namesIn(page)).toEqual(where(({ status }) => status !== 'ready'));
    await close();
  });

  it('needs no mouse', async () => {
    const { page, close } = await openPage(browser, url);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to clusters');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => namesIn(page)).toEqual(where(({ status }) => status !== 'blocked'));
    const isHead = `document.activeElement.matches('thead button')`;
    for (let press = 0; press < 12 && !(await page.evaluate<boolean>(isHead)); press += 1)
      await page.keyboard.press('Tab');
    expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe('solid');
    await page.keyboard.press('Enter');
    await expect.poll(() => headIn(page, 'Cluster').getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Enter');
    await expect.poll(() => headIn(page, 'Cluster').getAttribute('aria-sort')).toBe('descending');
    await close();
  });

  it('prints what a filter left with the line that says so', async () => {
    const { page, close } = await openPage(browser, url);
    await filterIn(page).getByLabel('ready').uncheck();
    await expect.poll(() => statusIn(page).textContent()).toContain('Hidden');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Hidden:').isVisible()).toBe(true);
    expect(await namesIn(page)).toEqual(where(({ status }) => status !== 'ready'));
    await close();
  });

  it('hears a table: rows and cells keep their roles, although they are drawn as grids', async () => {
    const { page, close } = await openPage(browser, url);
    expect(await page.getByRole('table', { name: 'Clusters' }).getByRole('rowheader').count()).toBe(48);
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const roles = new Set(nodes.map(({ role }) => role?.value as unknown));
    for (const role of ['table', 'row', 'rowheader', 'columnheader', 'cell']) expect(roles).toContain(role);
    await close();
  });
});
