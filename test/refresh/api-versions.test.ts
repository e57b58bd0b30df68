import { describe, expect, it } from 'vitest';
import { apiIntroductions } from '../../scripts/refresh/tables/api-introductions.ts';
import { apiRemovals } from '../../scripts/refresh/tables/api-removals.ts';
import { changeFile } from './change-file.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { readRecorded } from './recorded.ts';

const lifecycles = readRecorded('k8s.io/api@v0.37.0/');
const files = new Map([...lifecycles, ...readRecorded('k8s.io/kubernetes@v1.37.0/api/discovery/')]);

const lifecycle = (version: string) => `k8s.io/api@v0.37.0/${version}/zz_generated.prerelease-lifecycle.go`;
const method = (kind: string, what: string) =>
  `func (in *${kind}) APILifecycle${what}() (major, minor int) {\n\treturn `;

describe('the removals of API versions', () => {
  it('are read again from the code of Kubernetes', () => {
    expect(judgeRecorded(apiRemovals, lifecycles)).toEqual({ changes: [], questions: [], stated: 14 });
  });

  it('follow a date that changes', () => {
    const removed = method('DeviceClass', 'Removed');
    const later = changeFile(files, lifecycle('resource/v1beta1'), `${removed}1, 38`, `${removed}1, 39`);
    expect(judgeRecorded(apiRemovals, later).changes).toEqual([
      'resource.k8s.io/v1beta1 DeviceClass: version 1.38 -> 1.39',
    ]);
  });

  it('ask about one to come that is taken back', () => {
    const [from, to] = [method('ResourceSlice', 'Removed'), method('Other', 'Removed')];
    expect(judgeRecorded(apiRemovals, changeFile(files, lifecycle('resource/v1beta2'), from, to)).questions).toEqual([
      'resource.k8s.io/v1beta2 ResourceSlice: the source no longer states it',
    ]);
  });

  it('ask for what the source does not say of a version that is new', () => {
    const introduced = method('DeviceClass', 'Introduced');
    const removed = `${method('DeviceClass', 'Removed')}1, 40\n}\n\n${introduced}`;
    expect(
      judgeRecorded(apiRemovals, changeFile(files, lifecycle('resource/v1'), introduced, removed)).questions,
    ).toEqual([expect.stringMatching(/^resource.k8s.io\/v1 DeviceClass: new, and a person must complete it/)]);
  });

  it.each([
    ['no files', new Map<string, string>(), 'k8s.io/api was not read'],
    ['files elsewhere', new Map([['k8s.io/api@v0.37.0/lifecycles.go', '']]), 'k8s.io/api has no lifecycles'],
    [
      'code of another form',
      new Map([...lifecycles].map(([name, go]) => [name, go.replaceAll('Introduced()', 'Since()')])),
      'admissionregistration/v1/zz_generated.prerelease-lifecycle.go has no lifecycles',
    ],
  ])('refuse %s', (_what, others, message) => {
    expect(() => judgeRecorded(apiRemovals, others)).toThrow(message);
  });
});

describe('the introductions of API versions', () => {
  it('are read again from the code of Kubernetes', () => {
    expect(judgeRecorded(apiIntroductions, files)).toEqual({ changes: [], questions: [], stated: 13 });
  });

  it('follow what the next version begins to serve', () => {
    const introduced = method('Ingress', 'Introduced');
    const moved = changeFile(files, lifecycle('networking/v1'), `${introduced}1, 19`, `${introduced}1, 37`);
    expect(judgeRecorded(apiIntroductions, moved).changes).toEqual(['networking.k8s.io/v1 Ingress: new']);
  });

  it('refuse a discovery without the API version', () => {
    expect(() => judgeRecorded(apiIntroductions, lifecycles)).toThrow(
      'no discovery names admissionregistration.k8s.io/v1',
    );
  });
});
