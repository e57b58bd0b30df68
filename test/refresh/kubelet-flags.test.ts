import { expect, it } from 'vitest';
import { kubeletFlags } from '../../scripts/refresh/tables/kubelet-flags.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { readRecorded } from './recorded.ts';

const files = readRecorded(
  'k8s.io/kubernetes@v1.36.0',
  'k8s.io/kubernetes@v1.37.0',
  'k8s.io/component-base@v0.36.0',
  'k8s.io/component-base@v0.37.0',
);

it('reads the table again from the code of the kubelet', () => {
  expect(judgeRecorded(kubeletFlags, files)).toEqual({ changes: [], questions: [], stated: 18 });
});

it('names the flags that the next version drops', () => {
  const dropped = new Map(
    [...files].map(([name, go]) => [name, name.includes('@v1.37.0') ? go.replace(/^.*"node-ip".*$/m, '') : go]),
  );
  expect(judgeRecorded(kubeletFlags, dropped).changes).toEqual(['--node-ip at 1.37: new']);
});

it('refuses code in which it finds no flags', () => {
  const moved = new Map([...files].filter(([name]) => !name.startsWith('k8s.io/kubernetes@v1.37.0/cmd/')));
  expect(() => judgeRecorded(kubeletFlags, moved)).toThrow('the kubelet of 1.37 has only');
});
