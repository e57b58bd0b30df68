import { describe, expect, it } from 'vitest';
import type { ScanOptions } from '../../src/commands/options/options.ts';
import type { Inventory } from '../../src/inventory/inventory.ts';
import { redactInventory } from '../../src/inventory/redact/redact.ts';
import { mergeFindings } from '../../src/judge/finding.ts';
import type { ReportedFinding } from '../../src/judge/result.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import type { Report } from '../../src/report/schema.ts';
import { readStoredInventory, judged, parseTargets } from '../judge/judge-stored.ts';
import { aFinding } from './reported-finding.ts';
import { storedNames } from '../world/stored.ts';

/**
 * Fingerprints, by which findings are accepted and compared: equal for the same problem across days, targets, restarted
 * pods and replaced nodes; different for different problems. test/checks/identities.ts tests those
 * of every test case of every check.
 */

const minors = ['1.34', '1.35', '1.36'];
const releases = ['0.32.10', '0.37.8', '1.0.14', '1.5.8', '1.8.8', '1.9.2', '1.12.0'];

function listFindings({ results }: Report): ReportedFinding[] {
  return results.flatMap(({ findings }) => findings);
}

/** The check, rule and object of a finding, without the message and the level. */
function formatSubject({ check, rule, resource }: ReportedFinding): string {
  const { kind, namespace = '', name, arn = name, text } = resource;
  return [check, rule ?? '', kind, namespace, kind === 'Fact' ? text : arn].join(' ');
}

/** Each fingerprint with its check, rule and kind of object, for readable differences. */
function listFingerprints(report: Report): string[] {
  return listFindings(report)
    .map((finding) => `${finding.fingerprint} ${finding.check} ${finding.rule ?? ''} ${finding.resource.kind}`)
    .toSorted();
}

describe.each(storedNames())('the fingerprints of %s', (name) => {
  const inventory = readStoredInventory(name);
  const own = parseTargets(name);
  const report = judged(inventory, own);

  it('are unique, and the same on other days', () => {
    const all = listFindings(report).map(({ fingerprint }) => fingerprint);
    expect(new Set(all).size).toBe(all.length);
    // What blocks a rollback is a finding only within seven days of the update; insights are old after a day, and so is what they say about callers.
    for (const days of name === 'rollback-blocked' ? [1, 4] : [1, 6]) {
      const asOf = new Date(Date.parse(inventory.takenAt) + days * 86_400_000).toISOString();
      const later = listFingerprints(judged(inventory, { ...own, asOf }));
      expect(later.filter((one) => !/ (?:old-insights|callers-not-seen)/.test(one))).toEqual(
        listFingerprints(report).filter((one) => !/ (?:old-insights|callers-not-seen)/.test(one)),
      );
    }
  });

  it('are the same for every target of Kubernetes and of Karpenter, and different for different things', () => {
    const options = [
      own,
      ...minors.map((target) => ({ ...own, target })),
      ...releases.map((karpenterTarget) => ({ ...own, karpenterTarget })),
    ];
    const all = options.flatMap((one) => reachable(inventory, one)).flatMap(listFindings);
    for (const [thing, same] of grouped(all, formatProblem)) {
      expect([...new Set(same.map(({ fingerprint }) => fingerprint))], thing).toHaveLength(1);
    }
    for (const [fingerprint, same] of grouped(all, (finding) => finding.fingerprint)) {
      expect([...new Set(same.map(formatSubject))], fingerprint).toHaveLength(1);
    }
  });

  it('are the same after pods have restarted', () => {
    expect(listFingerprints(judged(withNames(inventory, newPods(inventory)), own))).toEqual(listFingerprints(report));
  });

  it('are the same after the nodes of groups and pools were replaced', () => {
    expect(listFingerprints(judged(withNames(inventory, newNodes(inventory)), own))).toEqual(listFingerprints(report));
  });

  it('are the same in a redacted inventory for whatever keeps its name', () => {
    const redacted = listFindings(judged(redactInventory(inventory), own));
    const plain = new Map(listFindings(report).map((finding) => [formatSubject(finding), finding]));
    for (const finding of redacted) {
      const same = plain.get(formatSubject(finding));
      if (same?.resource.text === finding.resource.text) expect(finding.fingerprint).toBe(same.fingerprint);
    }
    expect(redacted).toHaveLength(listFindings(report).length);
  });
});

/** The report of an inventory, in a list; empty if the cluster was not read or cannot be updated to this target. */
function reachable(inventory: Inventory, options: ScanOptions): Report[] {
  try {
    return [judged(inventory, options)];
  } catch (error) {
    if (error instanceof ScanError) return [];
    throw error;
  }
}

/**
 * Rules that distinguish problems with the same text: `minor:` for the changes of one Karpenter minor; `running` and
 * `step` for the running and a planned Karpenter version.
 */
const sameWords = /^minor:|^running$|^step$/;

/**
 * The problem in words that do not depend on the plan: its check, its object, its message with `#` for each number, and
 * its rule if `sameWords` matches the rule.
 */
function formatProblem({ check, rule, resource, message }: ReportedFinding): string {
  const { kind, namespace = '', name } = resource;
  const said = message.replaceAll(/\d+(?:\.\d+)*/g, '#');
  const object = kind === 'Fact' ? resource.text : [kind, namespace, name].join(' ');
  return [check, object, said, rule !== null && sameWords.test(rule) ? rule : ''].join('\n');
}

type Names = ReadonlyMap<string, string>;

/** New names of pods and of Jobs of a CronJob. Pods of a StatefulSet, static pods and bare pods keep theirs. */
function newPods({ readings: { pods } }: Inventory): Names {
  const found = pods?.ok === true ? pods.value : [];
  return new Map(
    found.flatMap(({ name, controller }, index): [string, string][] => {
      if (controller === null || controller.kind === 'StatefulSet' || controller.kind === 'Node') return [];
      const job = controller.kind === 'Job' ? controller.name : '';
      const next = job.replace(/-\d{8,}$/, '-99887766');
      return [
        [name, `${controller.name}-7f8c9d0e1f-z${index}`],
        ...(next === job ? [] : [[job, next] as [string, string]]),
      ];
    }),
  );
}

/** New names of nodes and of NodeClaims. A node without a group keeps its name, except for a Fargate node. */
function newNodes({ readings: { nodes, karpenterClaims: claims } }: Inventory): Names {
  const found = nodes?.ok === true ? nodes.value : [];
  const made = found.filter(({ group, computeType }) => group !== null || computeType === 'fargate');
  const claimed = claims?.ok === true ? claims.value : [];
  return new Map([
    ...made.map(({ name }, index): [string, string] => [name, `new-${index}.eu-west-1.compute.internal`]),
    ...claimed.map(({ name, pool }, index): [string, string] => [name, `${pool ?? 'none'}-new${index}`]),
  ]);
}

function withNames({ takenAt, readings }: Inventory, names: Names): Inventory {
  return { takenAt, readings: renamed(readings, names) as Inventory['readings'] };
}

function renamed(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamed(item, names)]));
}

describe('findings with one fingerprint', () => {
  const finding = (more: Partial<ReportedFinding>) =>
    aFinding({
      level: 'warn',
      phase: 'after',
      message: 'kubelet 1.32',
      evidence: [{ observed: 'v1.32.1', required: null, resource: 'Node a', fact: 'nodes', source: 'live' }],
      fix: 'Update it.',
      commands: ['one'],
      ...more,
    });
  const at = (version: string) => ({ component: 'kubernetes', version }) as const;
  const other = { observed: 'v1.30.1', required: null, resource: 'Node b', fact: 'nodes', source: 'live' } as const;

  it('are one, at the worst level and its first step, with the evidence and the commands of all', () => {
    const found = [
      finding({ at: at('1.34') }),
      finding({ level: 'fail', at: at('1.36'), phase: 'before', message: 'kubelet 1.31', commands: ['two'] }),
      finding({
        level: 'fail',
        at: at('1.35'),
        phase: 'before',
        message: 'kubelet 1.30',
        evidence: [other],
        fix: 'Now.',
      }),
      finding({ fingerprint: 'b' }),
    ];
    const [one, ...rest] = mergeFindings(found);
    expect(rest).toEqual([found[3]]);
    expect(one).toMatchObject({
      level: 'fail',
      at: at('1.35'),
      since: at('1.34'),
      phase: 'before',
      message: 'kubelet 1.30; kubelet 1.32; kubelet 1.31',
      fix: 'Now.\n\nUpdate it.',
      commands: ['one', 'two'],
    });
    expect(one?.evidence.map(({ resource }) => resource)).toEqual(['Node b', 'Node a']);
  });

  it.each([
    ['none of them', [undefined, undefined], undefined],
    ['one of them', [undefined, { fix: 'Undo it.', commands: ['back'] }], { fix: 'Undo it.', commands: ['back'] }],
    [
      'two of them',
      [
        { fix: 'Undo it.', commands: ['back', 'one'] },
        { fix: 'Undo the rest.', commands: ['back'] },
      ],
      { fix: 'Undo it.\n\nUndo the rest.', commands: ['back', 'one'] },
    ],
  ])('say how to undo the fix where %s does', (_name, undos, undo) => {
    const [one] = mergeFindings(undos.map((of) => finding(of === undefined ? {} : { undo: of })));
    expect(one?.undo).toEqual(undo);
  });

  it('do not repeat themselves without end', () => {
    const messages = ['a', 'b', 'c', 'd', 'e'].map((message) => finding({ message }));
    expect(mergeFindings(messages).map(({ message }) => message)).toEqual(['a; b; c; and 2 more']);
  });
});
