import { describe, expect, it } from 'vitest';
import { karpenterCrds } from '../../scripts/refresh/tables/karpenter-crds.ts';
import { karpenterRemovedFields } from '../../scripts/refresh/tables/karpenter-removed-fields.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { edit, karpenterFiles } from './karpenter-files.ts';

const folder = 'pkg/apis/crds/';
const both = karpenterFiles(folder);
/** Of 1.14.3, only the CRD of node classes is recorded. */
const newest = new Map([...both].filter(([name]) => name.includes('@v1.15.0/')));
const nodeClasses = karpenterFiles(`${folder}karpenter.k8s.aws_ec2nodeclasses.yaml`);

const weight = '              weight:\n';
const next = edit(newest, '1.15.0', weight, '              priority:\n', '1.16.0');

describe('karpenter-crds', () => {
  it('reads the table again from the CRDs', () => {
    expect(judgeRecorded(karpenterCrds, newest)).toEqual({ changes: [], questions: [], stated: 3 });
  });

  it('asks about a field that comes', () => {
    expect(judgeRecorded(karpenterCrds, next).questions).toEqual([
      'nodepools.karpenter.sh v1: spec.priority is new in 1.16.0, and no marker names it',
    ]);
  });

  it('asks about a field that goes', () => {
    const without = edit(newest, '1.15.0', '              cpuOptions:\n', '              cpu:\n', '1.16.0');
    expect(judgeRecorded(karpenterCrds, without).questions).toEqual([
      'ec2nodeclasses/v1/cpu-options: 1.16.0 does not have it',
      'ec2nodeclasses.karpenter.k8s.aws v1: spec.cpu is new in 1.16.0, and no marker names it',
    ]);
  });

  it('asks about a version of the API that comes', () => {
    const beta = edit(newest, '1.15.0', 'name: v1alpha1', 'name: v1beta1', '1.16.0');
    expect(judgeRecorded(karpenterCrds, beta).questions).toEqual([
      'nodeoverlays.karpenter.sh: at 1.16.0 it is served ["v1beta1"], and the row of 1.7.0 says otherwise',
    ]);
  });

  it('asks about a CRD that comes, since a person says what happens without it', () => {
    const added = edit(newest, '1.15.0', 'name: nodeoverlays.karpenter.sh', 'name: nodebudgets.karpenter.sh', '1.16.0');
    expect(judgeRecorded(karpenterCrds, added).questions).toContain(
      'nodebudgets.karpenter.sh: new in 1.16.0, and a person writes its row',
    );
  });

  it('refuses files that are no CRDs, and a release without any', () => {
    expect(() => judgeRecorded(karpenterCrds, edit(newest, '1.15.0', 'openAPIV3Schema', 'schema'))).toThrow();
    const moved = new Map([...newest].map(([name, text]) => [name.replace('/crds/', '/definitions/'), text]));
    expect(() => judgeRecorded(karpenterCrds, moved)).toThrow('has no CRD');
  });
});

describe('karpenter-removed-fields', () => {
  it('finds no field that went from 1.14 to 1.15, where a node class began to take any kubelet setting', () => {
    expect(nodeClasses.size).toBe(2);
    expect(judgeRecorded(karpenterRemovedFields, nodeClasses)).toEqual({ changes: [], questions: [], stated: 0 });
  });

  it('asks about a field and a value that the next release does not take', () => {
    expect(judgeRecorded(karpenterRemovedFields, next).questions).toEqual([
      'NodePool v1: spec.weight is gone in 1.16.0',
    ]);
    const without = edit(newest, '1.15.0', '- WhenEmpty\n', '- WhenFull\n', '1.16.0');
    expect(judgeRecorded(karpenterRemovedFields, without).questions).toEqual([
      'NodePool v1: the value WhenEmpty of spec.disruption.consolidationPolicy is gone in 1.16.0',
    ]);
  });

  it('refuses files that are no CRDs', () => {
    expect(() => judgeRecorded(karpenterRemovedFields, edit(newest, '1.15.0', 'versions:', 'apis:'))).toThrow();
  });
});
