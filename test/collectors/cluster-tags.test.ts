import { describe, expect, it } from 'vitest';
import { aDescribedCluster } from '../world/healthy.ts';
import { awsReading } from './aws-facts.ts';

describe('the tags of a cluster', () => {
  const evil = 'a\u001B[2J\n::set-output name=x::y\u202E';
  it.each([
    [
      { env: 'production', '': '' },
      { env: 'production', '': '' },
    ],
    [{ [evil]: evil }, { [evil]: evil }],
    [{}, {}],
    [null, {}],
    [undefined, {}],
    [{ a: null, b: 'c' }, { b: 'c' }],
    [{ a: 1, b: ['c'], d: 'e' }, { d: 'e' }],
    ['env', {}],
    [{ repo: 'https://ci:secret@git.example/a' }, { repo: 'https://git.example/a' }],
    [{ 'api-key': 'x', Token: 'x', password: 'x', env: 'y' }, { env: 'y' }],
  ])('are read: %j', async (tags, read) => {
    const clusters = { prod: aDescribedCluster('prod', '1.33', { tags }) };
    expect(await awsReading('cluster', { clusters })).toMatchObject({ ok: true, value: { tags: read } });
  });
});
