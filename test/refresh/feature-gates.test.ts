import { expect, it } from 'vitest';
import { featureGates } from '../../scripts/refresh/tables/feature-gates.ts';
import { changeFile } from './change-file.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { readRecorded } from './recorded.ts';

const minors = [22, 23];
const repositories = ['apiserver@v0', 'apiextensions-apiserver@v0', 'component-base@v0', 'kubernetes@v1'];
const files = readRecorded(
  ...repositories.flatMap((repository) => minors.map((minor) => `k8s.io/${repository}.${minor}.0/`)),
);
const kubernetes = (minor: number) => `k8s.io/kubernetes@v1.${minor}.0/pkg/features/kube_features.go`;

it('reads the table again from the code of two versions', () => {
  expect(judgeRecorded(featureGates, files)).toEqual({ changes: [], questions: [], stated: 9 });
});

it('names the gate that the next version no longer registers, by its own name', () => {
  const dropped = changeFile(files, kubernetes(23), '\tCPUCFSQuotaPeriod: ', '\t// ');
  expect(judgeRecorded(featureGates, dropped).changes).toEqual(['CustomCPUCFSQuotaPeriod: new']);
});

it('does not list a gate that comes back', () => {
  const later = [...files].map(
    ([name, go]) => [name.replace('.23.0/', '.24.0/').replace('.22.0/', '.23.0/'), go] as const,
  );
  const gap = changeFile(new Map([...files, ...later]), kubernetes(23), '\tCPUCFSQuotaPeriod: ', '\t// ');
  expect(judgeRecorded(featureGates, gap).changes).not.toContain('CustomCPUCFSQuotaPeriod: new');
});

it('asks about a gate that is listed and known again', () => {
  const back = changeFile(files, kubernetes(23), '\tCPUCFSQuotaPeriod: ', '\tNodeLease: {},\n\tCPUCFSQuotaPeriod: ');
  const named = changeFile(back, kubernetes(23), '\nconst (\n', '\nconst (\n\tNodeLease = "NodeLease"\n');
  expect(judgeRecorded(featureGates, named).questions).toEqual(['NodeLease: the source no longer states it']);
});

it('reads gates that are written with their versions', () => {
  const versioned = readRecorded('k8s.io/component-base@v0.37.0/logs/api/v1/kube_features.go');
  const [name = ''] = versioned.keys();
  const dropped = changeFile(versioned, name, '\t\tContextualLogging: {\n', '\t\t// {\n');
  const withGates = (minor: number, own: typeof versioned) =>
    [...own].map(([path, go]) => [path.replace('v0.37.0', `v0.${minor}.0`), go] as const);
  const both = new Map([...files, ...withGates(22, versioned), ...withGates(23, dropped)]);
  expect(judgeRecorded(featureGates, both).changes).toEqual(['ContextualLogging: new']);
});

it.each([
  ['no gates', new Map([...files].map(([name, go]) => [name, go.replaceAll(/:\s*\{/g, ' = {')])), '1.22 has only 0'],
  [
    'a gate without a name',
    changeFile(files, kubernetes(23), '\tNodeSwap: ', '\tSwap: '),
    'no constant names the gate',
  ],
  ['files elsewhere', new Map([['k8s.io/kubernetes@v1.37.0/pkg/gates.go', '']]), '1.37 has only 0'],
])('refuses code with %s', (_what, others, message) => {
  expect(() => judgeRecorded(featureGates, others)).toThrow(message);
});
