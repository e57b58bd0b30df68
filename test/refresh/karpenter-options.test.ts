import { describe, expect, it } from 'vitest';
import type { Files } from '../../scripts/refresh/refresher.ts';
import { karpenterFeatureGates } from '../../scripts/refresh/tables/karpenter-feature-gates.ts';
import { karpenterSettings } from '../../scripts/refresh/tables/karpenter-settings.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { edit, karpenterFiles } from './karpenter-files.ts';
import { readRecorded } from './recorded.ts';

const core = readRecorded('sigs.k8s.io/karpenter@');
const own = new Map([...karpenterFiles('go.mod', 'pkg/operator/', 'charts/'), ...core]);

/** A release 1.16.0 like 1.15.0, with a change in the options of its core. */
function withCore(text: string, to: string): Files {
  const go = core.get('sigs.k8s.io/karpenter@v1.15.0/pkg/operator/options/options.go') ?? '';
  if (!go.includes(text)) throw new Error(`the options do not hold ${text}`);
  const next = edit(own, '1.15.0', 'sigs.k8s.io/karpenter v1.15.0', 'sigs.k8s.io/karpenter v1.16.0', '1.16.0');
  return new Map([...next, ['sigs.k8s.io/karpenter@v1.16.0/pkg/operator/options/options.go', go.replaceAll(text, to)]]);
}

describe('karpenter-feature-gates', () => {
  it('reads the table again from the code of both releases', () => {
    expect(judgeRecorded(karpenterFeatureGates, own)).toEqual({ changes: [], questions: [], stated: 9 });
  });

  it('gets a row for a gate that comes', () => {
    const gate = `NodeRepair                bool\n\tQuickRepair bool`;
    const withGate = withCore('NodeRepair                bool', gate);
    const declared = new Map(
      [...withGate].map(([name, go]) => [
        name,
        go.replace('return FeatureGates{', 'return FeatureGates{\n\t\tQuickRepair: true,'),
      ]),
    );
    expect(judgeRecorded(karpenterFeatureGates, declared)).toMatchObject({
      changes: ['gate QuickRepair 1.16.0: new', 'knownThrough karpenter 1.15 -> 1.16'],
      questions: [],
    });
    expect(() => judgeRecorded(karpenterFeatureGates, withGate)).toThrow('of 1.16.0: no default of QuickRepair');
  });

  it.each([
    ['goes', '\n\tNodeOverlay               bool', '', 'NodeOverlay: at 1.16.0 it is gone'],
    [
      'gets another default',
      'Name:    "NodeRepair",\n\t\tDefault: false',
      'Name:    "NodeRepair",\n\t\tDefault: true',
      'NodeRepair: at 1.16.0 it is default true',
    ],
  ])('asks about a gate that %s', (_what, text, to, question) => {
    const { changes, questions } = judgeRecorded(karpenterFeatureGates, withCore(text, to));
    expect(changes).toEqual([]);
    expect(questions).toEqual([expect.stringContaining(question)]);
  });

  it('refuses code in which it finds no gates', () => {
    expect(() =>
      judgeRecorded(karpenterFeatureGates, withCore('type FeatureGates struct', 'type Gates struct')),
    ).toThrow('of 1.16.0 declares no feature gates');
  });
});

describe('karpenter-settings', () => {
  it('reads the table again from the code of both releases, and the chart', () => {
    expect(judgeRecorded(karpenterSettings, own)).toEqual({ changes: [], questions: [], stated: 19 });
  });

  it.each([
    [
      'comes',
      'fs.IntVar(&o.MetricsPort',
      'env.WithDefaultString("NEW_SETTING", "")\n\tfs.IntVar(&o.MetricsPort',
      'NEW_SETTING: new in 1.16.0, and a person writes its row',
    ],
    [
      'goes',
      '"MIN_VALUES_POLICY"',
      '"VALUES_POLICY"',
      'MIN_VALUES_POLICY: at 1.16.0 it is gone, and the row of 1.6.0 says otherwise',
    ],
  ])('asks about a variable that %s', (_what, text, to, question) => {
    expect(judgeRecorded(karpenterSettings, withCore(text, to)).questions).toContain(question);
  });

  it('asks about a value that the chart loses', () => {
    const renamed = edit(own, '1.15.0', '  interruptionQueue: ""', '  queue: ""');
    expect(judgeRecorded(karpenterSettings, renamed).questions).toEqual([
      expect.stringContaining('settings.interruptionQueue: the chart of 1.15.0 no longer has it'),
    ]);
  });

  it('refuses code in which it finds hardly any variables', () => {
    const moved = edit(own, '1.15.0', 'WithEnv(', 'From(');
    expect(() => judgeRecorded(karpenterSettings, edit(moved, '1.15.0', 'env.With', 'env.Read'))).toThrow(
      'of 1.15.0 reads too few variables',
    );
  });
});
