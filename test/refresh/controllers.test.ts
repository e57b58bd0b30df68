import { expect, it } from 'vitest';
import { controllers } from '../../scripts/refresh/tables/controllers.ts';
import { changeFile } from './change-file.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { readRecorded } from './recorded.ts';

const argo = 'github.com/argoproj/argo-cd/v3@v3.6.1/docs/operator-manual/tested-kubernetes-versions.md';
const cilium = 'github.com/cilium/cilium@v1.20.2/Documentation/network/kubernetes/compatibility.rst';
const descheduler = 'sigs.k8s.io/descheduler@v0.36.0/README.md';
const metrics = 'sigs.k8s.io/metrics-server@v0.9.0/README.md';
const velero = 'github.com/vmware-tanzu/velero@v1.18.3/README.md';
const files = readRecorded(argo, cilium, descheduler, metrics, velero);

it('reads the Kubernetes versions of releases again', () => {
  const { changes, questions } = judgeRecorded(controllers, files);
  expect({ changes, questions }).toEqual({ changes: [], questions: [] });
});

it.each([
  ['Argo CD', argo, '| 3.6 | v1.37, v1.36', '| 3.6 | v1.38, v1.37, v1.36', '"1.34-1.37".*-> .*"1.34-1.38"'],
  ['Cilium', cilium, '1.36 |', '1.37 |', '"1.33-1.36".*-> .*"1.33-1.37"'],
  ['the Descheduler', descheduler, '| v1.36  ', '| v1.37  ', '"0.36":"1.34-1.36".*-> .*"0.36":"1.35-1.37"'],
  ['Metrics Server', metrics, '| 1.34+', '| 1.35+', '"0.9":"1.34.".*-> .*"0.9":"1.35."'],
  ['Velero', velero, 'and 1.35.0', '1.35.0, and 1.36.2', '"1.18":"1.33-1.35".*-> .*"1.18":"1.33-1.36"'],
])('follows a page of %s', (_what, name, from, to, change) => {
  expect(judgeRecorded(controllers, changeFile(files, name, from, to)).changes).toEqual([
    expect.stringMatching(change),
  ]);
});

it('adds a newer release to the row of its page, or as a row of a new page', () => {
  const row = '| 1.18           | 1.18-latest                               | ';
  const newer = changeFile(files, velero, row, `| 1.19 | 1.18-latest | 1.36.1 and 1.37.0 |\n${row}`);
  expect(judgeRecorded(controllers, newer).changes).toEqual([
    expect.stringMatching(/^velero by .*README.md: versions .* -> \{"1.19":"1.36-1.37","1.18"/),
  ]);
  const next = changeFile(files, argo, '| 3.6 |', '| 3.7 | v1.38, v1.37 |\n| 3.6 |');
  const moved = new Map([...next].map(([name, text]) => [name.replace('v3.6.1', 'v3.7.0'), text]));
  expect(judgeRecorded(controllers, moved).changes).toEqual([
    'argo-cd by https://github.com/argoproj/argo-cd/blob/release-3.7/docs/operator-manual/tested-kubernetes-versions.md: new',
  ]);
});

it('keeps what a project no longer lists', () => {
  const shorter = changeFile(files, argo, '| 3.4 | v1.35, v1.34, v1.33, v1.32 |\n', '');
  expect(judgeRecorded(controllers, shorter)).toMatchObject({ changes: [], questions: [] });
});

it.each([
  ['no table', argo, '|', '/', 'argo-cd: the page lists no releases'],
  ['a release without versions', metrics, '1.34+', 'all', 'metrics-server: no Kubernetes versions: all'],
  ['another form', cilium, '| 1.33, ', '| >= 1.33, ', 'cilium: no Kubernetes versions'],
  ['another text', descheduler, 'three latest k8s minor', 'two latest k8s minor', 'descheduler: another text'],
])('refuses a page with %s', (_what, name, from, to, message) => {
  const text = files.get(name) ?? '';
  expect(text).toContain(from);
  expect(() => judgeRecorded(controllers, new Map([...files, [name, text.replaceAll(from, to)]]))).toThrow(message);
});

it('refuses files elsewhere', () => {
  const moved = new Map([...files].map(([name, text]) => [name.replace('README.md', 'docs/README.md'), text]));
  expect(() => judgeRecorded(controllers, moved)).toThrow('descheduler: another text');
});
