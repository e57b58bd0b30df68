import { expect, it } from 'vitest';
import { componentFloors } from '../../scripts/refresh/tables/component-floors.ts';
import { changeFile } from './change-file.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { readRecorded } from './recorded.ts';

const files = readRecorded('github.com/aws/amazon-vpc-cni-k8s@');
const [[name, readme] = ['', '']] = files;

it('reads the versions of the VPC CNI again', () => {
  expect(judgeRecorded(componentFloors, files)).toEqual({ changes: [], questions: [], stated: 6 });
});

it('follows a newer release', () => {
  const newer = new Map([[name.replace('1.23.2', '1.24.0'), readme]]);
  expect(judgeRecorded(componentFloors, newer).changes).toEqual(['vpc-cni from null: latest 1.23.2 -> 1.24.0']);
});

it('takes back no release that the module proxy does not list', () => {
  const older = new Map([[name.replace('1.23.2', '1.20.0'), readme]]);
  expect(judgeRecorded(componentFloors, older).changes).toEqual([]);
});

it('names a version that is recommended for a new Kubernetes version', () => {
  const columns = changeFile(files, name, '| 1.33     | 1.32     ', '| 1.34     | 1.33     | 1.32     ');
  const cells = changeFile(columns, name, '| v1.17.1+ | v1.17.1+ ', '| v1.20.0+ | v1.17.1+ | v1.17.1+ ');
  expect(judgeRecorded(componentFloors, cells).changes).toEqual(['vpc-cni from 1.34: new']);
});

it('follows a version that changes, and asks about one that falls to an earlier one', () => {
  const raised = changeFile(files, name, 'v1.14.1+', 'v1.14.2+');
  expect(judgeRecorded(componentFloors, raised).changes).toEqual(['vpc-cni from 1.29: minimum 1.14.1 -> 1.14.2']);
  const fallen = changeFile(files, name, 'v1.14.1+', 'v1.13.4+');
  expect(judgeRecorded(componentFloors, fallen).questions).toEqual([
    'vpc-cni from 1.29: the source no longer states it',
  ]);
});

it.each([
  ['no table', changeFile(files, name, '| VPC CNI Version ', '| Version '), 'recommends no versions'],
  ['another form of version', changeFile(files, name, 'v1.14.1+', 'latest'), '1.29 has no version of the VPC CNI'],
  ['no README', new Map<string, string>(), 'recommends no versions'],
])('refuses a README with %s', (_what, others, message) => {
  expect(() => judgeRecorded(componentFloors, others)).toThrow(message);
});
