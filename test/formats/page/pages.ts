import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Inventory } from '../../../src/inventory/inventory.ts';
import { reportHtml } from '../../../src/formats/html/html.tsx';
import type { Report } from '../../../src/report/schema.ts';
import { readStoredInventory, judged, parseTargets } from '../../judge/judge-stored.ts';

/** The folder of the test results. If it is undefined, no screenshots are saved. */
export const shots = process.env['EKS_PREFLIGHT_TEST_RESULTS'];

const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-pages-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Writes a page. Returns its URL. */
export function pageFile(name: string, html: string): string {
  const file = path.join(folder, `${name}.html`);
  writeFileSync(file, html);
  return pathToFileURL(file).href;
}

/**
 * An opened page. `deeds` lists what the page must not do: requests except for the page itself, windows, console
 * messages, errors, dialogs.
 */
export interface OpenedPage {
  page: Page;
  deeds: string[];
  close(): Promise<void>;
}

/** Opens a page from a file, in a separate browser context. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Speed is not tested here: a busy machine may take long for a page of a megabyte.
  context.setDefaultNavigationTimeout(600_000);
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const deeds: string[] = [];
  page.on('request', (request) => (request.url() === url ? undefined : deeds.push(`request ${request.url()}`)));
  page.on('console', (message) => deeds.push(`console ${message.text()}`));
  page.on('pageerror', (error) => deeds.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    deeds.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (other) => (other === page ? undefined : deeds.push(`window ${other.url()}`)));
  await page.goto(url);
  return { page, deeds, close: () => context.close() };
}

/** Saves a screenshot of the whole page, or of its first screen. */
export async function shoot(page: Page, name: string, fullPage = true): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(path.join(shots, 'pages'), { recursive: true });
  await page.screenshot({ path: path.join(shots, 'pages', `${name}.png`), fullPage });
}

/** A stored scenario as a report, with the targets from the scenario's options. */
export function storedReport(name: string): Report {
  return judged(readStoredInventory(name), parseTargets(name));
}

/**
 * A stored report with a hostile text in its names, messages, links and fixes, as outsiders may write it into a cluster
 * or a file.
 */
export function hostileReport(text: string): Report {
  const { readings, ...rest } = readStoredInventory('everything-wrong');
  const report = judged({ ...rest, readings: planted(readings, text) as Inventory['readings'] }, {});
  const { results } = report;
  for (const { findings } of results)
    for (const finding of findings) {
      finding.links = [
        'javascript:document.title=1',
        'https://evil.example/',
        `https://aws.amazon.com/${text}`,
        'data:text/html,x',
      ];
      finding.fix = `${finding.fix}\n\n[${text}](javascript:alert(1)) [x](https://evil.example/) ${text}`;
    }
  return report;
}

function planted(data: unknown, text: string, key = ''): unknown {
  if (typeof data === 'string')
    return /^(?:name|namespace|image|message)$/.test(key) && data !== 'prod' ? `${data}${text}` : data;
  if (Array.isArray(data)) return data.map((one) => planted(one, text, key === 'resourceIds' ? 'name' : ''));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, planted(value, text, name)]));
}

/** The demo's report with `count` findings of workloads/pdb-blocks-drain, each a separate entry, in many namespaces. */
export function largeReport(count: number): Report {
  const report = storedReport('demo');
  const target = report.results.find(({ id }) => id === 'workloads/pdb-blocks-drain');
  const [sample] = target?.findings ?? [];
  if (target === undefined || sample === undefined) throw new Error('the demo has a budget that blocks the drain');
  const levels = ['fail', 'warn', 'unknown'] as const;
  target.findings = Array.from({ length: count }, (_, index) => {
    const [namespace, name] = [`team-${index % 40}`, `budget-${index}`];
    return {
      ...sample,
      level: levels[index % 3] ?? 'fail',
      fingerprint: index.toString(16).padStart(16, '0'),
      resource: { ...sample.resource, namespace, name, text: `PodDisruptionBudget ${namespace}/${name}` },
      fix: `${sample.fix}\n\nThis is about ${name}.`,
    };
  });
  return report;
}

/** Writes the page of a report. Returns its URL. */
export function writePage(name: string, report: Report): string {
  return pageFile(name, reportHtml(report));
}
