import { createHash } from 'node:crypto';
import type { AnyCheck, Direction } from '../check.ts';
import type { Collectors } from '../collectors/collect.ts';
import type { FactName } from '../facts/facts.ts';
import { usageError, type ScanError } from '../facts/reason.ts';
import type { FailOn } from '../judge/verdict.ts';
import { factsOfOptions, neededFacts, podHealthFacts } from './permissions/needed.ts';
import { notCovered } from '../for-checks/not-covered.ts';
import type { Plugins } from '../custom-checks/plugins/plugins.ts';
import { shortened } from '../syntax/quoted.ts';
import { matchIds } from './options/check-globs.ts';
import type { ScanOptions } from './options/options.ts';
import { resolvePolicy, type ConfiguredPolicy } from './options/policy.ts';
import { parseFailOn } from './options/parsers.ts';

/** All checks and collectors: most of the program, so loaded only when needed. */
export interface Catalog {
  checks: readonly AnyCheck[];
  collectors: Collectors;
  /** Omitted if the options name no plug-ins. */
  plugins?: Plugins;
}
/** Loads the catalog: called late, so that a command that does not need the catalog does not load it. */
export type LoadCatalog = () => Promise<Catalog>;

/** The checks that the options select, and what the options set for the gate and the policy. */
export interface Selection {
  ids: ReadonlySet<string>;
  required: readonly string[];
  failOn: FailOn;
  /** Topics without a check, among those that the options select. */
  notCovered: readonly string[];
  /** What the config file says about findings: acceptances, levels, thresholds. */
  policy: ConfiguredPolicy;
}

/** The catalog, and what the options select from it. */
export interface Chosen extends Catalog {
  selection: Selection;
  /** The facts that the selected checks and the options need. */
  needed: ReadonlySet<FactName>;
}

/**
 * Selects the checks, and the facts that these checks and the options need.
 * @param judged the changes for which facts are read; by default those that the options ask for
 * @throws ScanError (`usage`) if a glob matches nothing, or no check is left
 */
export function chooseChecks(
  catalog: Catalog,
  options: ScanOptions,
  judged: Direction = options.rollback === true ? 'down' : 'up',
): Chosen {
  const { checks } = catalog;
  const selection = select(checks, options);
  const isJudged = ({ direction = 'up' }: AnyCheck) => direction === judged || [direction, judged].includes('both');
  const needed = neededFacts(checks.filter((check) => selection.ids.has(check.id) && isJudged(check)));
  const ofHealth = judged === 'down' && options.only === undefined ? podHealthFacts : [];
  return { ...catalog, selection, needed: new Set([...needed, ...factsOfOptions(options), ...ofHealth]) };
}

/**
 * Selects the checks.
 * @throws ScanError (`usage`) if a glob matches nothing, no check is left, or `failOn` or the config file's policy is
 *   invalid
 */
export function select(checks: readonly AnyCheck[], options: ScanOptions): Selection {
  const all = checks.map(({ id }) => id);
  const named = [...all, ...notCovered];
  const only = options.only === undefined ? new Set(named) : matchIds(options.only, named, '--only');
  const skipped = matchSkipped(options.skip ?? [], named);
  const required = (options.require ?? []).flatMap((glob) => requiredBy(glob, all));
  const isChosen = (id: string): boolean => only.has(id) && !skipped.has(id);
  const ids = new Set(all.filter(isChosen));
  const topics = notCovered.filter(isChosen);
  if (ids.size === 0) throw noCheckLeft(topics, options);
  return {
    ids,
    required: [...new Set(required)],
    failOn: parseFailOn(options.failOn ?? []),
    notCovered: topics,
    policy: resolvePolicy(options, checks),
  };
}

/** `--require` needs checks: a glob that matches only topics without a check cannot be met. */
function requiredBy(glob: string, all: readonly string[]): string[] {
  const matched = [...matchIds([glob], [...all, ...notCovered], '--require')];
  const judged = matched.filter((id) => all.includes(id));
  return judged.length > 0 ? judged : matched;
}

/** The IDs that `--skip` names. `*` alone means all, though it does not match the slash of an ID. */
function matchSkipped(globs: readonly string[], named: readonly string[]): Set<string> {
  return globs.includes('*') ? new Set(named) : matchIds(globs, named, '--skip');
}

function noCheckLeft(topics: readonly string[], { only, skip = [] }: ScanOptions): ScanError {
  if (only === undefined)
    return usageError(
      `--skip ${shortened(skip.join(','))} skips every check: nothing is left to judge`,
      'Name the checks or areas to skip; `eks-preflight checks` lists them.',
    );
  if (topics.length === 0) return usageError('--only and --skip together select no checks');
  return usageError(`no check for ${topics.join(', ')}: not covered by this version`);
}

/**
 * Identifies the build that judged, by its version and its built-in checks.
 * @returns 16 hexadecimal digits
 */
export function buildDigest(version: string, checks: readonly Pick<AnyCheck, 'id' | 'severity' | 'plugin'>[]): string {
  const builtIn = checks.filter(({ plugin }) => plugin === undefined).map(({ id, severity }) => `${id} ${severity}`);
  return createHash('sha256')
    .update([version, ...builtIn.toSorted()].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
