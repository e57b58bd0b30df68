import { describe, expect, it } from 'vitest';
import type { AnyCheck, Context, Finding } from '../../src/check.ts';
import type { KarpenterPath } from '../../src/karpenter/path.ts';
import { factNames, type FactName, type Facts } from '../../src/facts/facts.ts';
import type { KarpenterController } from '../../src/facts/karpenter.ts';
import type { Component } from '../../src/facts/kube.ts';
import type { AddressSettings } from '../../src/facts/node-room.ts';
import { jointSteps } from '../../src/judge/plan/karpenter.ts';
import { minorsBetween } from '../../src/judge/plan/target.ts';
import { listFreeAddresses } from '../../src/judge/free-addresses.ts';
import { listMissingResourceIds } from '../../src/judge/gone.ts';
import { aCluster } from '../../src/custom-checks/testing/samples.ts';
import { loadTable, type TableName, type Tables } from '../../src/tables/tables.ts';
import { unwrap } from '../../src/syntax/markdown.ts';
import { isRollback, parseMinor } from '../../src/syntax/versions.ts';
import { setFields } from '../../src/syntax/set-fields.ts';
import { explainPlaceholders } from '../../src/judge/placeholders.ts';
import { expectNoLoss, takenApart } from '../e2e/forbidden-commands.ts';
import { withoutLine } from '../laws/command-table/table.ts';
import { lostMembers } from '../laws/kept-members.ts';
import { takenBack } from '../laws/taken-back.ts';
import { expectNothingNew } from './denials.ts';
import { expectIdentities, expectShortTexts } from './identities.ts';
import { expectQuoted } from './hostile-rows.ts';
import { allKindsRead } from './karpenter/objects.ts';

export { aCluster, aNode, aNodegroup, anAddon, aPod, aWorkload } from '../../src/custom-checks/testing/samples.ts';

/** A finding whose `fix` and `undo` are given as rendered Markdown. */
export type ExpectedFinding = Omit<Finding, 'fix' | 'undo'> & { fix?: string; undo?: string };

/** One row: a sentence, the facts, and the expected findings (`[]`: none) or the reason why the check is skipped. */
export interface Case {
  it: string;
  /** The control plane's version; `1.33` by default. */
  current?: string;
  /**
   * The last version of the path; one below `current` is a rollback. By default the next after `current`, or the one
   * before for a check that judges only rollbacks.
   */
  target?: string;
  /** Kinds of Karpenter objects count as read unless a row says otherwise. */
  facts: Partial<Facts>;
  /** Karpenter's upgrade path; by default the first controller of the facts keeps its version. */
  karpenter?: KarpenterPath;
  /** The row's tables, so that a data refresh breaks no test; by default those of `rules/`. */
  tables?: Partial<Tables>;
  cluster?: Partial<Facts['cluster']>;
  now?: string;
  /** The only checks that are judged besides this one; by default all. */
  selected?: readonly string[];
  /** Facts that need `--with` and were not requested. */
  unasked?: readonly FactName[];
  findings?: readonly ExpectedFinding[];
  /** A part of each finding, in order, where whole findings would repeat the same text. */
  findingsLike?: readonly Partial<ExpectedFinding>[];
  skip?: string;
}

/**
 * Runs a check's table of cases. Refuses a table that lacks a silent or a reporting row, and a row that repeats
 * another. Also runs each row with denied facts and with hostile texts. The engine's own tests cover missing facts.
 */
export function checkCases(check: AnyCheck, cases: readonly Case[]): void {
  describe(check.id, () => {
    it('has a table that shows it silent and speaking', () => {
      expect(cases.some(({ findings }) => findings?.length === 0)).toBe(true);
      expect(cases.some(({ findings }) => (findings?.length ?? 0) > 0)).toBe(true);
    });
    it('has no two rows with the same sentence, or with the same facts in the same context', () => {
      expect(repeated(cases, (entry) => entry.it)).toEqual([]);
      expect(repeated(cases, givenIn)).toEqual([]);
    });
    for (const entry of cases) it(entry.it, () => runCase(check, entry));
  });
}

/** The sentences of rows that repeat an earlier row. */
function repeated(cases: readonly Case[], by: (entry: Case) => string): string[] {
  const seen = new Set<string>();
  return cases.filter((entry) => seen.size === seen.add(by(entry)).size).map((entry) => entry.it);
}

/** Everything in a row except its sentence and what it expects. */
function givenIn(entry: Case): string {
  const { it: _it, findings: _findings, findingsLike: _findingsLike, skip: _skip, ...given } = entry;
  return JSON.stringify(given, (_key, value: unknown) => (value === undefined ? 'undefined' : value));
}

/** The commands that a check prints for a row. */
export function commandsIn(check: AnyCheck, entry: Case): string[] {
  const context = buildContext(check, entry);
  const facts = mergeFacts(entry, context);
  if (entry.skip !== undefined || (check.applies?.when(facts, context) ?? true) !== true) return [];
  return [...check.run(facts, context)].flatMap(({ fix = check.fix, undo }) => [
    ...fix.commands,
    ...(undo?.commands ?? []),
  ]);
}

function mergeFacts(entry: Case, { cluster }: Pick<Context, 'cluster'>): Facts {
  return { ...allKindsRead, ...(entry.facts as Facts), cluster };
}

function runCase(check: AnyCheck, entry: Case): void {
  const context = buildContext(check, entry);
  const facts = mergeFacts(entry, context);
  for (const name of [...check.needs, ...(check.applies?.needs ?? [])]) {
    expect(facts, `the case must bring the fact ${name}`).toHaveProperty(name);
  }
  const applies = check.applies?.when(facts, context) ?? true;
  if (entry.skip !== undefined || applies !== true) {
    expect(applies).toBe(entry.skip);
    return;
  }
  const run = [...check.run(facts, context)];
  const found = run.map(asExpected);
  if (entry.findings !== undefined) {
    // A row may give one matcher for all findings.
    const { findings } = entry;
    expect(found.map(withoutRemedy)).toEqual(Array.isArray(findings) ? findings.map(unwrapped) : findings);
  }
  if (entry.findingsLike !== undefined) {
    expect(found).toHaveLength(entry.findingsLike.length);
    for (const [index, part] of entry.findingsLike.entries()) expect(found[index]).toMatchObject(unwrapped(part));
  }
  for (const finding of found) {
    expect(finding.message).not.toMatch(/undefined|null|NaN|\n/);
    expect(finding.fix ?? check.fix.text).not.toMatch(/undefined|NaN/);
    for (const { fact } of finding.evidence ?? []) expect([undefined, ...factNames]).toContain(fact);
  }
  for (const { fix = check.fix, undo } of run) {
    for (const { text, commands } of [fix, undo ?? []].flat().map(explainPlaceholders)) {
      expectNoLoss({ check: check.id, text, commands, facts });
      expect(takenBack(commands)).toEqual([]);
      expect(withoutLine(commands.flatMap(takenApart))).toEqual([]);
      expect(lostMembers({ check: check.id, text, commands, facts })).toEqual([]);
    }
  }
  const { blocks, alsoBlocks = [], alsoBlocksRollback = [] } = check;
  const declared = [blocks, ...alsoBlocks, ...(isRollback(context) ? alsoBlocksRollback : [])];
  for (const finding of run) if (finding.level === 'fail') expect(declared).toContain(finding.blocks ?? blocks);
  expectIdentities(check, context, run);
  expectShortTexts(check, run);
  expectNothingNew(check, facts, context, run);
  expectQuoted(check, facts, context);
}

function asExpected({ fix, undo, ...finding }: Finding): ExpectedFinding {
  return unwrapped({ ...finding, ...setFields({ fix: fix?.text, undo: undo?.text }) });
}

/** Joins the lines of the fix and the undo: line breaks in the source of a check or a row make no difference. */
function unwrapped<Part extends Partial<ExpectedFinding>>(finding: Part): Part {
  const line = (text: unknown) => (typeof text === 'string' ? unwrap(text) : undefined);
  const { fix, undo } = finding;
  return { ...finding, ...setFields({ fix: line(fix), undo: line(undo) }) };
}

function buildContext(check: AnyCheck, entry: Case): Context<TableName> {
  const currentText = entry.current ?? '1.33';
  const current = requireMinor(currentText);
  const target =
    entry.target === undefined ? current + (check.direction === 'down' ? -1 : 1) : requireMinor(entry.target);
  const versions = minorsBetween(current, target);
  const tables = Object.fromEntries(
    (check.tables ?? []).map((name) => [name, entry.tables?.[name] ?? loadTable(name).rows]),
  ) as Tables;
  const cluster = { ...aCluster, version: currentText, ...entry.cluster };
  const given = Object.entries({ ...entry.facts, cluster }).filter(([, value]) => value !== undefined);
  const readings = Object.fromEntries(given.map(([name, value]) => [name, { ok: true, value }]));
  const karpenter = entry.karpenter ?? standingKarpenter(entry.facts.karpenterControllers?.[0]?.version ?? null);
  return {
    cluster,
    current,
    target,
    versions,
    karpenter,
    steps: jointSteps(versions, karpenter),
    now: entry.now ?? '2026-11-20T12:00:00.000Z',
    tables,
    unasked: new Set(entry.unasked),
    gone: listMissingResourceIds(readings),
    freeAddresses: listFreeAddresses(readings),
    ...(entry.selected === undefined ? {} : { selected: new Set(entry.selected) }),
  };
}

/** A Karpenter that keeps its version. */
function standingKarpenter(version: string | null): KarpenterPath {
  return { current: version, target: version, versions: version === null ? [] : [version] };
}

/**
 * Karpenter's upgrade path from the first version through each stop to the last: `karpenterPath('0.30.0', '0.31.5',
 * '0.32.1')`.
 */
export function karpenterPath(...versions: [string, ...string[]]): KarpenterPath {
  return { current: versions[0], target: versions.at(-1) ?? versions[0], versions };
}

function requireMinor(text: string): number {
  const minor = parseMinor(text);
  if (minor === undefined) throw new Error(`not a version: ${text}`);
  return minor;
}

export function aComponent(more: Partial<Component> = {}): Component {
  return {
    kind: 'Deployment',
    namespace: 'kube-system',
    name: 'component',
    replicas: 2,
    image: 'registry.example/component:v1.0.0',
    version: '1.0.0',
    versionSource: 'image tag',
    addon: null,
    addonRole: null,
    ...more,
  };
}

/** The settings for addresses of a VPC CNI that sets none of them. */
export function addressSettings(more: Partial<AddressSettings> = {}): AddressSettings {
  return {
    prefixes: false,
    customNetworking: false,
    podInterfaces: false,
    subnetDiscovery: true,
    warmInterfaces: null,
    warmAddresses: null,
    minimumAddresses: null,
    warmPrefixes: null,
    ...more,
  };
}

/** A copy of a controller of the table `controllers`; its image's tag is its version. */
export function aController(
  more: Partial<Facts['controllers'][number]> & { controller: string },
): Facts['controllers'][number] {
  const { controller: name, version = '1.0.0' } = more;
  return {
    kind: 'Deployment',
    namespace: name,
    name,
    replicas: 2,
    image: `registry.example/${name}:v${version ?? ''}`,
    recognizedBy: 'image',
    version,
    versionSource: version === null ? null : 'image tag',
    settings: [],
    addon: null,
    ...more,
  };
}

/** A healthy Karpenter 1.8.1 controller for the cluster `prod`, with an IRSA role. */
export function aKarpenter(more: Partial<KarpenterController> = {}): KarpenterController {
  const version = more.version === undefined ? '1.8.1' : more.version;
  return {
    namespace: 'kube-system',
    name: 'karpenter',
    replicas: 2,
    image: `public.ecr.aws/karpenter/controller:${version ?? 'latest'}`,
    version,
    versionSource: version === null ? null : 'image tag',
    disagreement: null,
    snapshot: false,
    upgrading: false,
    serviceAccount: 'karpenter',
    settings: { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod' },
    settingsUnread: [],
    identity: {
      kind: 'irsa',
      roleArn: 'arn:aws:iam::111122223333:role/KarpenterControllerRole-prod',
      targetRoleArn: null,
    },
    owner: { release: 'karpenter', releaseNamespace: 'kube-system', managedBy: 'Helm' },
    ...more,
  };
}

type Budget = Facts['podDisruptionBudgets'][number];

/** A PodDisruptionBudget of two pods, both healthy, which allows one disruption. */
export function aBudget(more: Partial<Budget> = {}, status: Partial<Budget['status']> = {}): Budget {
  const counts = { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1 };
  return {
    namespace: 'shop',
    name: 'cart',
    selector: { matchLabels: { app: 'cart' }, matchExpressions: [] },
    minAvailable: null,
    maxUnavailable: 1,
    unhealthyPodEvictionPolicy: null,
    owner: null,
    generation: 1,
    status: { observedGeneration: 1, syncFailure: null, ...counts, ...status },
    ...more,
  };
}

/** Removes the remedy, which only rows with `findingsLike` state. */
function withoutRemedy<Own extends object>(finding: Own): Own {
  const { remedy: _, creates: _creates, ...rest } = finding as Own & { remedy?: unknown; creates?: unknown };
  return rest as Own;
}
