import { describe, expect, it } from 'vitest';
import { karpenterCompatibility } from '../../scripts/refresh/tables/karpenter-compatibility.ts';
import { karpenterDigests } from '../../scripts/refresh/tables/karpenter-digests.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { edit, karpenterFiles } from './karpenter-files.ts';

describe('karpenter-compatibility', () => {
  const files = karpenterFiles('pkg/providers/version/');

  it('reads the table again from the code of the controller', () => {
    expect(judgeRecorded(karpenterCompatibility, files)).toEqual({ changes: [], questions: [], stated: 0 });
  });

  it('gets a row with the first release that is made for other versions', () => {
    const next = edit(files, '1.15.0', 'MaxK8sVersion = "1.37"', 'MaxK8sVersion = "1.38"', '1.16.0');
    expect(judgeRecorded(karpenterCompatibility, next)).toMatchObject({
      changes: ['1.16.0: new', 'knownThrough karpenter 1.15 -> 1.16'],
      questions: [],
    });
  });

  it('asks where releases between were not read', () => {
    const later = edit(files, '1.15.0', 'MaxK8sVersion = "1.37"', 'MaxK8sVersion = "1.38"', '1.16.2');
    expect(judgeRecorded(karpenterCompatibility, later).questions).toEqual([
      '1.16.2: made for 1.26 to 1.38, and no row says since when',
    ]);
  });

  it('refuses code that names no range', () => {
    const moved = edit(files, '1.15.0', 'MaxK8sVersion = ', 'NewestVersion = ');
    expect(() => judgeRecorded(karpenterCompatibility, moved)).toThrow('of 1.15.0 names no range of Kubernetes');
  });
});

describe('karpenter-digests', () => {
  const files = karpenterFiles('charts/karpenter/values.yaml');

  it('reads the table again from the chart', () => {
    expect(judgeRecorded(karpenterDigests, files)).toMatchObject({ changes: [], questions: [] });
  });

  it('keeps each digest that a release has had', () => {
    const raised = edit(files, '1.15.0', '723130949e4cab98', '0123456789abcdef', '1.16.0');
    expect(judgeRecorded(karpenterDigests, raised).changes).toEqual([
      '1.14: digests {"1.14.0":["723130949e4cab98"],"1.14.1":["723130949e4cab98","445baefaaa689029"]} -> {"1.14.0":["723130949e4cab98"],"1.14.1":["723130949e4cab98","445baefaaa689029","0123456789abcdef"]}',
      'knownThrough karpenter 1.15 -> 1.16',
    ]);
    expect(judgeRecorded(karpenterDigests, edit(files, '1.15.0', 'tag: 1.14.1', 'tag: 1.15.0')).changes).toEqual([
      '1.15: new',
    ]);
  });

  it('refuses a chart without a digest', () => {
    const moved = edit(files, '1.15.0', 'digest: sha256:', 'hash: sha256:');
    expect(() => judgeRecorded(karpenterDigests, moved)).toThrow('names no tag with its digest');
    expect(() => judgeRecorded(karpenterDigests, new Map())).toThrow('no release of Karpenter was read');
  });
});
