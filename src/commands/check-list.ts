import * as z from 'zod/mini';
import type { AnyCheck } from '../check.ts';
import { grants, isRequested } from '../facts/optional-grants.ts';
import { permissionText } from '../facts/reason.ts';
import { resolveStandard } from '../judge/check-tables.ts';
import { parseArea } from '../judge/check-id.ts';
import { open } from '../judge/plan/open-enum.ts';
import { blocks } from '../judge/result.ts';
import { valuesOf } from '../judge/verdict-values.ts';
import { setFields } from '../syntax/set-fields.ts';
import { unwrap } from '../syntax/markdown.ts';
import { neededFacts, neededPermissions, withDependencies } from './permissions/needed.ts';
import type { Catalog } from './select-checks.ts';

const threshold = z.object({
  /** The name of the threshold in a config file. */
  name: z.string(),
  /** What the number means. */
  about: z.string(),
  /** The number that applies unless a config file makes it stricter. */
  standard: z.number(),
  /** Whether a higher or a lower number is stricter. */
  stricter: open(['higher', 'lower']),
});

const listedCheck = z.object({
  /** `AREA/NAME`. */
  id: z.string(),
  /** The first part of the ID. */
  area: z.string(),
  /** What a finding means. */
  title: z.string(),
  /** The worst level of its findings. */
  severity: open(valuesOf.severity),
  blocks,
  /** When to apply the fix: before or after the update. */
  phase: open(valuesOf.phase),
  /** What it judges: updates (`up`), a rollback (`down`), or both. */
  direction: open(['up', 'down', 'both']),
  /** Why it matters, Markdown. */
  why: z.string(),
  /** How to fix it, Markdown, with placeholders instead of names. */
  fix: z.string(),
  /** The documentation that it is based on. */
  docs: z.array(z.string()),
  /** The facts that it cannot do without. */
  needs: z.array(z.string()),
  /** The facts that it reads if they are there. */
  uses: z.array(z.string()),
  /** The tables of `rules/` that it reads. */
  tables: z.array(z.string()),
  /** What a config file can make stricter. */
  thresholds: z.array(threshold),
  /** The values of `--with` that it needs to see everything. */
  with: z.array(open(grants)),
  /**
   * The permissions that a scan with this check alone needs, with all of `with`: `eks:DescribeCluster`, `pods: list`.
   */
  permissions: z.array(z.string()),
  /** The plug-in that it is from; null for a built-in check. */
  plugin: z.nullable(z.string()),
});

/** What `checks --format json` prints. It is published as `schemas/checks.schema.json`. */
export const checksSchema = z.object({
  /** The version of this schema: it changes when a property is removed or changes its meaning. */
  schemaVersion: z.literal(1),
  /** The program that wrote the list. */
  tool: z.object({
    /** Always `eks-preflight`. */
    name: z.literal('eks-preflight'),
    /** Its version. */
    version: z.string(),
  }),
  /** The checks that the command names; all, if it names none. */
  checks: z.array(listedCheck),
  /** The topics that the command names and that no check of this version covers; all, if it names nothing. */
  notCovered: z.array(z.string()),
});

/** The list of checks, for programs. */
export type CheckList = z.infer<typeof checksSchema>;

/**
 * Lists checks for programs.
 * @param catalog where the checks are from: its collectors declare the permissions
 */
export function buildCheckList(
  listed: readonly AnyCheck[],
  notCovered: readonly string[],
  catalog: Omit<Catalog, 'checks'>,
  version: string,
): CheckList {
  return {
    schemaVersion: 1,
    tool: { name: 'eks-preflight', version },
    checks: listed.map((check) => listCheck(check, catalog)),
    notCovered: [...notCovered],
  };
}

function listCheck(check: AnyCheck, { collectors, plugins }: Omit<Catalog, 'checks'>): CheckList['checks'][number] {
  const { id, title, severity, blocks: stops, phase, why, fix, links, needs, uses = [], tables = [] } = check;
  const facts = [...withDependencies(collectors, neededFacts([check]))];
  const isNeeded = (grant: (typeof grants)[number]) => {
    const others = grants.filter((one) => one !== grant);
    return facts.some((fact) => !isRequested(fact, others, plugins?.facts));
  };
  const needed = neededPermissions(collectors, [check], grants, setFields({ plugins: plugins?.facts }));
  return {
    id,
    area: parseArea(id),
    title,
    severity,
    blocks: stops,
    phase,
    direction: check.direction ?? 'up',
    why: unwrap(why),
    fix: unwrap(fix.text),
    docs: [...links],
    needs: [...needs],
    uses: [...uses],
    tables: [...tables],
    thresholds: listThresholds(check),
    with: grants.filter(isNeeded),
    permissions: [...new Set(needed.map(permissionText))].sort(),
    plugin: check.plugin ?? null,
  };
}

function listThresholds(check: AnyCheck): CheckList['checks'][number]['thresholds'] {
  return Object.entries(check.thresholds ?? {}).map(([name, one]) => ({
    name,
    about: one.about,
    standard: resolveStandard(one, check),
    stricter: one.stricter,
  }));
}
