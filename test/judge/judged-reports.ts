import { readFileSync } from 'node:fs';
import { defineCheck, type AnyCheck, type Finding } from '../../src/check.ts';
import { judgeByOwnChecks, type Judging } from '../../src/commands/scan/judge-inventory.ts';
import type { Settings } from '../../src/commands/options/settings.ts';
import { select } from '../../src/commands/select-checks.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { advice } from '../../src/syntax/advice.ts';
import type { Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';

/** Reports of checks with given findings, judged like any scan of a stored inventory. */

const base = {
  title: 'Things that are wrong',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  why: 'It matters.',
  fix: advice`Mend it.`,
  links: ['https://docs.aws.amazon.com/eks/'],
  needs: ['cluster'],
} as const;

/** A finding about a node, by default `a`. */
export function aProblem(more: Partial<Finding> = {}): Finding {
  return { level: 'fail', resource: { kind: 'Node', name: 'a' }, message: 'is wrong', ...more };
}

/** A check that reports these findings. */
export function aCheck(id: string, found: readonly Finding[], more: Partial<AnyCheck> = {}): AnyCheck {
  return { ...defineCheck({ ...base, id, run: () => found }), ...more };
}

/** The report of a stored inventory, by default `healthy` (1.33). */
export function buildReport(
  checks: readonly AnyCheck[],
  options: Settings = {},
  more: Partial<Pick<Judging, 'baseline'>> & { inventory?: string; judgedAt?: string } = {},
): Report {
  const name = more.inventory ?? 'healthy';
  const inventory = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.1.0');
  const takenAt = more.judgedAt ?? inventory.takenAt;
  const tool = { version: '0.1.0', now: () => new Date(takenAt) };
  const selection = select(checks, options);
  const { baseline } = more;
  return judgeByOwnChecks(
    { ...inventory, takenAt },
    { checks, selection, options, source: 'inventory', baseline, io: tool },
  );
}

export function firstFinding({ results }: Report): Report['results'][number]['findings'][number] {
  const [finding] = results.flatMap(({ findings }) => findings);
  if (finding === undefined) throw new Error('no finding');
  return finding;
}
