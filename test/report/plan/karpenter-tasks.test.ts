import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/facts/facts.ts';
import type { ReportedFinding } from '../../../src/judge/result.ts';
import { fixTasks } from '../../../src/report/plan/fix-tasks.ts';
import { karpenterTasks } from '../../../src/report/plan/karpenter-tasks.ts';
import { byPlace } from '../../../src/report/plan/place.ts';
import { aKarpenter } from '../../checks/cases.ts';
import { theCrds } from '../../checks/karpenter/objects.ts';
import { aFinding } from '../reported-finding.ts';
import { toLine, toKnown } from './known.ts';

function aboutKarpenter(check: string, more: Partial<ReportedFinding> = {}): ReportedFinding {
  const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter', text: 'karpenter' };
  return aFinding({ check: `karpenter/${check}`, fingerprint: check, blocks: 'karpenter', resource, ...more });
}

const at = { component: 'karpenter', version: '1.8.8' } as const;

function knownWith(found: ReportedFinding[], facts: Partial<Facts> = {}, version = '1.5.8', to = '1.8.8') {
  const karpenterControllers = [aKarpenter({ version })];
  return toKnown({ karpenterControllers, karpenterCrds: theCrds(), ...facts }, { found, to });
}

function linesFor(...given: Parameters<typeof knownWith>): string[] {
  const known = knownWith(...given);
  return [...fixTasks(known), ...karpenterTasks(known)].toSorted(byPlace).map(toLine);
}

const update = [
  '0 karpenter karpenter:save:1.8.8',
  '0 karpenter karpenter:crds:1.8.8 1.5.8 -> 1.8.8',
  '0 karpenter karpenter:controller:1.8.8 1.5.8 -> 1.8.8',
];

const rows: { it: string; lines: string[]; given: Parameters<typeof knownWith> }[] = [
  { it: 'saves the objects, then updates the CRDs, then the controller', given: [[]], lines: update },
  {
    it: 'follows the order of the documents around blockers: role, settings, objects',
    given: [
      [
        aboutKarpenter('removed-fields', { at }),
        aboutKarpenter('settings', { at }),
        aboutKarpenter('controller-iam', { at }),
      ],
    ],
    lines: [
      '0 karpenter fix:karpenter/controller-iam:controll; closes controller-iam',
      update[0] ?? '',
      update[1] ?? '',
      '0 karpenter fix:karpenter/settings:settings; closes settings',
      '0 karpenter fix:karpenter/removed-fields:removed-; closes removed-fields',
      update[2] ?? '',
    ],
  },
  {
    it: 'ends the warnings about the running version and its CRDs',
    given: [
      [
        aboutKarpenter('crds', { at, level: 'warn' }),
        aboutKarpenter('breaking-changes', { at, level: 'warn' }),
        aboutKarpenter('version-behind', { level: 'warn', rule: 'minor' }),
      ],
    ],
    lines: [update[0] ?? '', `${update[1]}; closes crds`, `${update[2]}; closes breaking-changes, version-behind`],
  },
  {
    it: 'stops at each version that the path requires, and saves the objects once',
    given: [[], {}, '0.37.5', '1.0.14'],
    lines: [
      '0 karpenter karpenter:save:0.37.8',
      '0 karpenter karpenter:crds:0.37.8 0.37.5 -> 0.37.8',
      '0 karpenter karpenter:controller:0.37.8 0.37.5 -> 0.37.8',
      '0 karpenter karpenter:crds:1.0.14 0.37.8 -> 1.0.14',
      '0 karpenter karpenter:controller:1.0.14 0.37.8 -> 1.0.14',
    ],
  },
];

describe('an update of Karpenter', () => {
  it.each(rows)('$it', ({ given, lines }) => {
    expect(linesFor(...given)).toEqual(lines);
  });

  it('has one task for CRDs that stop it if their update is the fix', () => {
    const known = knownWith([]);
    const [, crds] = karpenterTasks(known);
    const failing = knownWith([aboutKarpenter('crds', { at, commands: [...(crds?.how.commands ?? [])] })]);
    expect(karpenterTasks(failing).flatMap(({ id, closes }) => (closes.length === 0 ? [] : [id]))).toEqual([
      'karpenter:crds:1.8.8',
    ]);
    expect(fixTasks(failing)).toEqual([]);
  });

  it('lists the changes to read, five at most', () => {
    const fix = ['Read:', '', ...Array.from({ length: 7 }, (_, index) => `- change ${index + 1}`)].join('\n');
    const tasks = karpenterTasks(knownWith([aboutKarpenter('breaking-changes', { at, level: 'warn', fix })]));
    const [task] = tasks.filter(({ id }) => id.startsWith('karpenter:controller:'));
    expect(task?.title).toBe('Update Karpenter; read 7 changes');
    expect(task?.notes.slice(4, 6)).toEqual([
      'Read before: change 5',
      'Read 2 more changes in the entry about karpenter/breaking-changes.',
    ]);
  });

  const owners: [string, Facts['karpenterControllers'][number]['owner'], string][] = [
    ['Helm', { release: 'karpenter', releaseNamespace: 'kube-system', managedBy: 'Helm' }, 'helm'],
    ['Argo CD', { release: null, releaseNamespace: null, managedBy: 'Argo CD' }, 'Argo CD'],
    ['Flux', { release: 'karpenter', releaseNamespace: 'kube-system', managedBy: 'Flux' }, 'Flux'],
  ];

  it.each(owners)('names who does it: %s', (_, owner, by) => {
    const known = toKnown(
      { karpenterControllers: [aKarpenter({ version: '1.5.8', ...(owner === undefined ? {} : { owner }) })] },
      { to: '1.8.8' },
    );
    const [task] = karpenterTasks(known).filter(({ id }) => id === 'karpenter:controller:1.8.8');
    expect(task?.by).toBe(by);
    expect(task?.stops).toEqual(['control-plane']);
  });
});
