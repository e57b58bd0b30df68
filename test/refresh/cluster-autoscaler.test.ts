import { expect, it } from 'vitest';
import { parseWritten, readTableFile } from '../../scripts/refresh/table-file.ts';
import { clusterAutoscaler } from '../../scripts/refresh/tables/cluster-autoscaler.ts';
import { judgeRecorded } from './judge-recorded.ts';

const address = 'https://github.com/kubernetes/autoscaler';
const newest = parseWritten(readTableFile('cluster-autoscaler')).rows.map((row) => String(row['newest']));

/** What `git ls-remote --tags --refs` prints, with tags of the table; no copy of an answer. */
const answer = (names: readonly string[]) =>
  new Map([[address, names.map((name) => `${'0123456789'.repeat(4)}\trefs/tags/${name}\n`).join('')]]);
const others = ['addon-resizer-1.8.23', 'cluster-autoscaler-chart-9.59.0', 'vertical-pod-autoscaler-1.7.1', 'v1.99.9'];
const older = ['cluster-autoscaler-1.12.8', 'cluster-autoscaler-1.36.0', 'cluster-autoscaler-1.99.0-beta.1'];
const tags = [...others, ...older, ...newest.map((version) => `cluster-autoscaler-${version}`)];

it('reads the releases again', () => {
  expect(judgeRecorded(clusterAutoscaler, answer(tags))).toEqual({ changes: [], questions: [], stated: newest.length });
});

it('names a new minor, and follows a new patch with its page', () => {
  const changed = [...tags, 'cluster-autoscaler-1.99.0', 'cluster-autoscaler-1.22.10'];
  const page = 'https://github.com/kubernetes/autoscaler/releases/tag/cluster-autoscaler';
  expect(judgeRecorded(clusterAutoscaler, answer(changed)).changes).toEqual([
    '1.22: newest 1.22.3 -> 1.22.10',
    `1.22: source ${page}-1.22.3 -> ${page}-1.22.10`,
    '1.99: new',
  ]);
});

it('asks about a minor without tags', () => {
  const left = tags.filter((tag) => !tag.startsWith('cluster-autoscaler-1.30.'));
  expect(judgeRecorded(clusterAutoscaler, answer(left)).questions).toEqual(['1.30: the source no longer states it']);
});

it.each([
  ['nothing', new Map([[address, '']]), 'names no tags'],
  ['a page', new Map([[address, '<html>cluster-autoscaler-1.36.1</html>']]), 'names no tags'],
  ['other tags', answer(['v1.36.1']), 'no releases of the Cluster Autoscaler'],
])('refuses %s', (_what, files, message) => {
  expect(() => judgeRecorded(clusterAutoscaler, files)).toThrow(message);
});
