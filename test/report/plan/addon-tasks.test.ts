import { describe, expect, it } from 'vitest';
import { anAddon } from '../../../src/custom-checks/testing/samples.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { ReportedFinding } from '../../../src/judge/result.ts';
import { addonTasks } from '../../../src/report/plan/addon-tasks.ts';
import { fixTasks } from '../../../src/report/plan/fix-tasks.ts';
import { aComponent } from '../../checks/cases.ts';
import { aFinding } from '../reported-finding.ts';
import { toLine, toKnown } from './known.ts';

type Listed = Facts['addonVersions'][number];

/** What EKS lists: versions, each with the versions of Kubernetes; `*` marks a default. */
function listed(name: string, versions: Readonly<Record<string, string>>): Listed {
  return {
    name,
    owner: 'aws',
    publisher: 'eks',
    versions: Object.entries(versions).map(([version, minors]) => ({
      version,
      compatibilities: minors
        .split(' ')
        .map((minor) => ({ cluster: minor.replace('*', ''), platforms: [], isDefault: minor.endsWith('*') })),
    })),
  };
}

function aboutAddon(name: string, more: Partial<ReportedFinding> = {}): ReportedFinding {
  const resource = { kind: 'EKS add-on', name, text: `EKS add-on ${name}` };
  return aFinding({ check: 'addons/compatibility', fingerprint: 'f1', resource, ...more });
}

const late = { level: 'warn', phase: 'after' } as const;

interface Row {
  it: string;
  name?: string;
  installed: string;
  offers: Readonly<Record<string, string>>;
  target?: number;
  found?: ReportedFinding[];
  tasks: string[];
}

const rows: Row[] = [
  {
    it: 'is updated to the default after the update',
    installed: 'v1.12.4-eksbuild.1',
    offers: { 'v1.13.2-eksbuild.24': '1.34*', 'v1.12.4-eksbuild.1': '1.33* 1.34' },
    tasks: ['0 add-on-after add-on:coredns:v1.13.2-eksbuild.24 v1.12.4-eksbuild.1 -> v1.13.2-eksbuild.24; closes f1'],
  },
  {
    it: 'is updated once over several updates, at the last one',
    installed: 'v1.12.4-eksbuild.1',
    target: 36,
    offers: {
      'v1.14.3-eksbuild.16': '1.35 1.36*',
      'v1.13.2-eksbuild.24': '1.34* 1.35* 1.36',
      'v1.12.4-eksbuild.1': '1.33* 1.34 1.35 1.36',
    },
    tasks: ['2 add-on-after add-on:coredns:v1.14.3-eksbuild.16 v1.12.4-eksbuild.1 -> v1.14.3-eksbuild.16; closes f1'],
  },
  {
    it: 'is updated before the first update that does not list its version',
    installed: 'v1.12.4-eksbuild.1',
    target: 35,
    offers: { 'v1.13.2-eksbuild.24': '1.34* 1.35*', 'v1.12.4-eksbuild.1': '1.33* 1.34' },
    found: [aboutAddon('coredns', { at: { component: 'kubernetes', version: '1.35' } })],
    tasks: ['1 add-on-before add-on:coredns:v1.13.2-eksbuild.24 v1.12.4-eksbuild.1 -> v1.13.2-eksbuild.24; closes f1'],
  },
  {
    it: 'is updated on both sides of an update if no version is listed for both',
    installed: 'v1.12.4-eksbuild.1',
    offers: {
      'v1.13.2-eksbuild.24': '1.34*',
      'v1.12.6-eksbuild.2': '1.33*',
      'v1.12.4-eksbuild.1': '1.33',
    },
    found: [aboutAddon('coredns', { ...late, rule: 'not-listed' })],
    tasks: [
      '0 add-on-before add-on:coredns:v1.12.6-eksbuild.2 v1.12.4-eksbuild.1 -> v1.12.6-eksbuild.2',
      '0 hold add-on:coredns:v1.13.2-eksbuild.24 v1.12.6-eksbuild.2 -> v1.13.2-eksbuild.24; closes f1',
    ],
  },
  {
    it: 'goes to its own minor version of kube-proxy after the nodes',
    name: 'kube-proxy',
    installed: 'v1.33.5-eksbuild.2',
    offers: { 'v1.34.6-eksbuild.21': '1.34*', 'v1.33.5-eksbuild.2': '1.33* 1.34' },
    found: [aboutAddon('kube-proxy', late)],
    tasks: ['0 software add-on:kube-proxy:v1.34.6-eksbuild.21 v1.33.5-eksbuild.2 -> v1.34.6-eksbuild.21; closes f1'],
  },
  {
    it: 'never gets a kube-proxy that the control plane does not support, whatever EKS lists',
    name: 'kube-proxy',
    installed: 'v1.30.0-eksbuild.1',
    offers: {
      'v1.34.6-eksbuild.21': '1.33 1.34*',
      'v1.33.5-eksbuild.2': '1.33* 1.34',
      'v1.30.0-eksbuild.1': '1.33 1.34',
    },
    found: [aboutAddon('kube-proxy', { check: 'addons/kube-proxy-skew' })],
    tasks: [
      '0 add-on-before add-on:kube-proxy:v1.33.5-eksbuild.2 v1.30.0-eksbuild.1 -> v1.33.5-eksbuild.2; closes f1',
      '0 software add-on:kube-proxy:v1.34.6-eksbuild.21 v1.33.5-eksbuild.2 -> v1.34.6-eksbuild.21',
    ],
  },
  {
    it: 'stays if a team accepts the finding, or if none is about it',
    installed: 'v1.12.4-eksbuild.1',
    offers: { 'v1.13.2-eksbuild.24': '1.34*', 'v1.12.4-eksbuild.1': '1.33* 1.34' },
    found: [],
    tasks: [],
  },
  {
    it: 'has a task for the blocker if EKS lists no version',
    installed: 'v1.12.4-eksbuild.1',
    offers: { 'v1.12.4-eksbuild.1': '1.33*' },
    found: [aboutAddon('coredns', { rule: 'no-version' })],
    tasks: ['0 fix fix:addons/compatibility:f1; closes f1'],
  },
];

function tasksFor({ name = 'coredns', installed, offers, target = 34, found = [aboutAddon(name, late)] }: Row) {
  const facts = { addons: [anAddon(name, { version: installed })], addonVersions: [listed(name, offers)] };
  return addonTasks(toKnown(facts, { target, found }));
}

describe('an EKS add-on', () => {
  it.each(rows)('$it', (row) => {
    expect(tasksFor(row).map(toLine)).toEqual(row.tasks);
  });

  it('is updated one minor version at a time if it is the VPC CNI', () => {
    const offers = {
      'v1.22.4-eksbuild.3': '1.33 1.34*',
      'v1.21.1-eksbuild.7': '1.33 1.34',
      'v1.20.4-eksbuild.2': '1.33* 1.34',
    };
    const [task] = tasksFor({ it: '', name: 'vpc-cni', installed: 'v1.20.4-eksbuild.2', offers, tasks: [] });
    const versions = [...(task?.how.commands[0] ?? '').matchAll(/--addon-version (\S+)/g)].map(
      ([, version]) => version,
    );
    expect(versions).toEqual(['v1.21.1-eksbuild.7', 'v1.22.4-eksbuild.3']);
    expect(task?.undo?.text).toBe('Update the add-on back to v1.20.4-eksbuild.2.');
  });

  it('holds up the control plane only for a blocker', () => {
    const offers = { 'v1.13.2-eksbuild.24': '1.33 1.34*', 'v1.12.4-eksbuild.1': '1.33*' };
    const row = { it: '', installed: 'v1.12.4-eksbuild.1', offers, tasks: [] };
    const stops = (found: ReportedFinding[]) => tasksFor({ ...row, found }).map((task) => task.stops);
    expect(stops([aboutAddon('coredns')])).toEqual([['control-plane']]);
    expect(stops([aboutAddon('coredns', late)])).toEqual([[]]);
  });

  it.each<[string, Row['offers'], string[]]>([
    [
      'before which rollback an earlier version is needed',
      { 'v1.34.6-eksbuild.21': '1.34*', 'v1.33.5-eksbuild.2': '1.33* 1.34' },
      [
        'kube-proxy comes after the nodes: it may be older than the control plane, never newer.',
        'EKS does not list v1.34.6-eksbuild.21 for 1.33: before a rollback to 1.33, undo this task.',
      ],
    ],
    [
      'that a control plane does not support a version, whatever EKS lists',
      { 'v1.34.6-eksbuild.21': '1.33 1.34*', 'v1.33.5-eksbuild.2': '1.33* 1.34' },
      [
        'kube-proxy comes after the nodes: it may be older than the control plane, never newer.',
        '1.33 does not support v1.34.6-eksbuild.21, although EKS lists it: before a rollback to 1.33, undo this task.',
      ],
    ],
    [
      'nothing of a rollback that needs no earlier version',
      { 'v1.33.9-eksbuild.2': '1.33 1.34*' },
      ['kube-proxy comes after the nodes: it may be older than the control plane, never newer.'],
    ],
    [
      'why two updates are needed',
      { 'v1.34.6-eksbuild.21': '1.34*', 'v1.33.5-eksbuild.2': '1.33*' },
      [
        'EKS lists no version for both 1.33 and 1.34: do this directly after the update of the control plane.',
        'kube-proxy comes after the nodes: it may be older than the control plane, never newer.',
        'EKS does not list v1.34.6-eksbuild.21 for 1.33: before a rollback to 1.33, install an earlier version of the add-on.',
      ],
    ],
  ])('says %s', (_what, offers, notes) => {
    const row = { it: '', name: 'kube-proxy', installed: 'v1.33.5-eksbuild.2', tasks: [] };
    const listings = { 'v1.33.5-eksbuild.2': '1.33 1.34', ...offers };
    expect(tasksFor({ ...row, offers: listings }).at(-1)?.notes).toEqual(notes);
  });

  it('says that it is updated early because a control plane does not support the old version', () => {
    const row = rows.find(({ it: name }) => name.startsWith('never gets a kube-proxy'));
    const [first] = row === undefined ? [] : tasksFor(row);
    expect(first?.notes).toEqual([
      'EKS lists v1.33.5-eksbuild.2 for 1.33. 1.34 does not support v1.30.0-eksbuild.1, although EKS lists it.',
    ]);
    expect(first?.how.text).toMatch(/^Update the add-on\. EKS replaces its pods/);
  });

  it('closes what is wrong with the workload that it installs', () => {
    const copy = aComponent({ kind: 'DaemonSet', name: 'kube-proxy', version: '1.30.0' });
    const resource = { kind: 'DaemonSet', namespace: 'kube-system', name: 'kube-proxy', text: 'kube-proxy' };
    const found = [aFinding({ check: 'addons/kube-proxy-skew', fingerprint: 'f2', resource })];
    const offers = { 'v1.33.5-eksbuild.2': '1.33* 1.34*', 'v1.30.0-eksbuild.1': '1.33 1.34' };
    const addons = [anAddon('kube-proxy', { version: 'v1.30.0-eksbuild.1' })];
    const known = toKnown({ addons, addonVersions: [listed('kube-proxy', offers)], kubeProxy: [copy] }, { found });
    expect(addonTasks(known).map(({ closes }) => closes)).toEqual([['f2']]);
    expect(fixTasks(known)).toEqual([]);
    const own = toKnown({ addons: [], addonVersions: [], kubeProxy: [copy] }, { found });
    expect(fixTasks(own).map(({ id }) => id)).toEqual(['fix:addons/kube-proxy-skew:f2']);
  });
});
