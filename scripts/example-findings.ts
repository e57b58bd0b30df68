import { readFileSync } from 'node:fs';
import { checks } from '../checks/index.ts';
import { judgeByOwnChecks } from '../src/commands/scan/judge-inventory.ts';
import { select } from '../src/commands/select-checks.ts';
import { parseInventory } from '../src/inventory/inventory.ts';
import type { ScanOptions } from '../src/commands/options/options.ts';
import { setFields } from '../src/syntax/set-fields.ts';
import type { Report } from '../src/report/schema.ts';
import type { ReportedFinding } from '../src/judge/result.ts';
import { entryLines } from '../src/formats/text/entry.ts';
import { isUnseen } from '../src/formats/text/unseen.ts';
import { storedInventory, storedNames } from '../test/world/stored.ts';
import { scenarios } from '../test/world/scenarios/index.ts';

const layout = { columns: 100, color: false, all: false };
const version = '0.1.0';

/**
 * An example finding for each check ID, as a report shows it: the worst level in all stored inventories, from the demo
 * if its text is not long, otherwise the shortest text.
 */
export async function exampleFindings(): Promise<Map<string, string>> {
  const best = new Map<string, { rank: string; text: string }>();
  for (const { name, report } of storedReports()) {
    for (const found of foundIn(report)) {
      const text = await formatFinding(found, report);
      const rank = buildSortKey(name, found, text);
      const known = best.get(found.check);
      if (known === undefined || rank < known.rank) best.set(found.check, { rank, text });
    }
  }
  return new Map([...best].map(([id, { text }]) => [id, text]));
}

/** The report of each stored inventory. */
export function storedReports(): { name: string; report: Report }[] {
  return storedNames().map((name) => {
    const text = readFileSync(storedInventory(name), 'utf8');
    const options = parseOptions(scenarios[name]?.options ?? []);
    const inventory = parseInventory(text, name, version);
    const tool = { version, now: () => new Date(inventory.takenAt) };
    return {
      name,
      report: judgeByOwnChecks(inventory, {
        checks,
        selection: select(checks, options),
        options,
        source: 'inventory',
        io: tool,
      }),
    };
  });
}

/** The options of a stored scenario that affect findings: only the targets and the direction do. */
function parseOptions(words: readonly string[]): ScanOptions {
  const findOption = (name: string): string | undefined =>
    words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
  return setFields({
    target: findOption('--target'),
    karpenterTarget: findOption('--karpenter-target'),
    rollback: words.includes('--rollback') ? true : undefined,
  });
}

/** The findings of a report, except those about missing facts, which do not show what a check finds. */
function foundIn({ results }: Report): ReportedFinding[] {
  return results.flatMap(({ findings }) => findings.filter((finding) => !isUnseen(finding)));
}

async function formatFinding(found: ReportedFinding, report: Report): Promise<string> {
  const lines = await entryLines({ findings: [found] }, undefined, report, new Map(), layout);
  return lines.map((line) => line.replace(/^ {2}/, '')).join('\n');
}

/** Sorts the worst level first, then the demo's texts that are not long, then the shortest text. */
function buildSortKey(name: string, finding: ReportedFinding, text: string): string {
  const level = ['fail', 'warn', 'unknown'].indexOf(finding.level);
  const elsewhere = name === 'demo' && text.length < 1500 ? 0 : 1;
  return [level, elsewhere, String(text.length).padStart(6, '0'), text].join(' ');
}
