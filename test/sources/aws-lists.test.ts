import { describe, expect, it } from 'vitest';
import { ScanError } from '../../src/facts/reason.ts';
import { listBucketNames } from '../../src/schedule/history/bucket-names.ts';
import { listClusterNames } from '../../src/sources/aws/cluster-names.ts';
import { everyName, everyPage } from '../../src/sources/aws/every-page.ts';
import { tokenPages } from '../../src/sources/aws/pages.ts';
import { awsReading, awsSource } from '../collectors/aws-facts.ts';
import { aDescribedCluster } from '../world/healthy.ts';
import type { World } from '../world/world.ts';

/** A list that is missing is not empty, and a list that announces more has not ended. */

interface Page {
  names?: unknown;
  [field: string]: unknown;
}

type S3Page = Awaited<ReturnType<Parameters<typeof listBucketNames>[2]>>;

async function* yielded(pages: readonly Page[]): AsyncGenerator<Page> {
  for (const page of pages) yield await Promise.resolve(page);
}

async function outcome(read: Promise<unknown>): Promise<unknown> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ScanError) return `${error.reason.kind}: ${error.reason.message}`;
    throw error;
  }
}

describe('the pages of a list', () => {
  const names = (page: Page) => page.names as string[] | undefined;
  it.each<[string, Page[], unknown]>([
    ['nothing', [{ names: [] }], []],
    ['two pages', [{ names: ['a'], nextToken: '1' }, { names: ['b'] }], ['a', 'b']],
    ['a token that is null', [{ names: ['a'], nextToken: null }], ['a']],
    ['an empty token', [{ names: ['a'], NextToken: '' }], ['a']],
    ['a page of IAM that is the last one', [{ names: ['a'], IsTruncated: false }], ['a']],
    [
      'IAM',
      [
        { names: ['a'], IsTruncated: true, Marker: '1' },
        { names: ['b'], IsTruncated: false },
      ],
      ['a', 'b'],
    ],
    [
      'KMS',
      [
        { names: ['a'], Truncated: true, NextMarker: '1' },
        { names: ['b'], Truncated: false },
      ],
      ['a', 'b'],
    ],
    ['no list', [{}], 'unreadable: the answer lacks names'],
    ['null', [{ names: null }], 'unreadable: the answer lacks names'],
    ['no list on the second page', [{ names: ['a'], nextToken: '1' }, {}], 'unreadable: the answer lacks names'],
    ['a text', [{ names: 'prod' }], 'unreadable: names is not a list'],
    ['an object', [{ names: { 0: 'a' } }], 'unreadable: names is not a list'],
    ['an entry that is null', [{ names: ['a', null] }], 'unreadable: names has an empty entry'],
    ['an entry that is a number', [{ names: ['a', 7] }], 'unreadable: names has an entry that is not a name'],
    ['an empty name', [{ names: ['a', ''] }], 'unreadable: names has an entry that is not a name'],
    ['IsTruncated without Marker', [{ names: ['a'], IsTruncated: true }], lacksToken()],
    ['isTruncated without nextToken', [{ names: ['a'], isTruncated: true }], lacksToken()],
    ['Truncated without NextMarker', [{ names: ['a'], Truncated: true }], lacksToken()],
    ['an announcement with an empty token', [{ names: ['a'], IsTruncated: true, Marker: '' }], lacksToken()],
    [
      'a token that is a number',
      [{ names: ['a'], nextToken: 7 }],
      'unreadable: the token of the next page is not a string',
    ],
    [
      'KMS in a circle',
      Array.from({ length: 3 }, () => ({ names: ['a'], Truncated: true, NextMarker: '1' })),
      circle(),
    ],
  ])('%s', async (_, pages, expected) => {
    expect(await outcome(everyName(yielded(pages), 'names', names))).toEqual(expected);
  });

  it('may have entries of any kind, but not none', async () => {
    const read = (entries: unknown[]) => outcome(everyPage(yielded([{ names: entries }]), 'names', names));
    expect(await read([{ id: 'a' }])).toEqual([{ id: 'a' }]);
    expect(await read([undefined])).toBe('unreadable: names has an empty entry');
  });

  it('are requested one after the other where the SDK has no paginator', async () => {
    const requested: (string | undefined)[] = [];
    const pages = tokenPages((token) => {
      requested.push(token);
      return Promise.resolve(token === undefined ? { names: ['a'], NextToken: '1' } : { names: ['b'] });
    });
    expect(await everyPage(pages, 'names', (page) => page.names)).toEqual(['a', 'b']);
    expect(requested).toEqual([undefined, '1']);
  });
});

function lacksToken(): string {
  return 'unreadable: the answer says that there are more pages, but has no token for the next one';
}

function circle(): string {
  return 'truncated: the list does not end: the token of the next page leads back';
}

describe('the clusters of a Region', () => {
  const clusters = { prod: aDescribedCluster('prod', '1.33'), test: aDescribedCluster('test', '1.33') };
  it.each<[string, string | undefined, unknown]>([
    ['as they are', undefined, ['prod', 'test']],
    ['none', '{"clusters":[]}', []],
    ['no list', '{}', 'unreadable: the answer lacks clusters'],
    ['null', '{"clusters":null}', 'unreadable: the answer lacks clusters'],
    ['a text', '{"clusters":"prod"}', 'unreadable: clusters is not a list'],
    ['a name that is null', '{"clusters":[null]}', 'unreadable: clusters has an empty entry'],
    ['a name that is a number', '{"clusters":[7]}', 'unreadable: clusters has an entry that is not a name'],
  ])('%s', async (_, body, expected) => {
    const rewrite = body === undefined ? {} : { rewrite: () => body };
    const { aws } = await awsSource({ clusters }, rewrite);
    expect(await outcome(listClusterNames(aws))).toEqual(expected);
  });
});

describe('a list of IAM', () => {
  const read = (rewrite: World['rewrite']) => awsReading('clusterRole', {}, rewrite === undefined ? {} : { rewrite });
  const cut = (body: string): string => body.replace(/<Marker>[^<]*<\/Marker>/, '');

  it('that announces a page without its Marker is unreadable', async () => {
    expect(await read(undefined)).toMatchObject({ ok: true });
    const announced = await read((call, body) =>
      call === 'iam:ListAttachedRolePolicies' ? cut(body).replace('<IsTruncated>false', '<IsTruncated>true') : body,
    );
    expect(announced).toMatchObject({ ok: false, reason: { kind: 'unreadable', message: lacksToken().slice(12) } });
  });
});

describe('the names below a prefix in S3', () => {
  const list = (...pages: S3Page[]) => {
    const left = [...pages];
    return outcome(listBucketNames('reports', 'eks/', () => Promise.resolve(left.shift() ?? {})));
  };
  it('are on every page', async () => {
    const first = { IsTruncated: true, NextContinuationToken: '1', Contents: [{ Key: 'eks/a.json' }] };
    const second = { IsTruncated: false, CommonPrefixes: [{ Prefix: 'eks/b/' }] };
    expect(await list(first, second)).toEqual({ folders: ['b'], files: ['a.json'] });
    expect(await list({ IsTruncated: false })).toEqual({ folders: [], files: [] });
  });

  it('are unreadable if a page announces another one without its token', async () => {
    expect(await list({ IsTruncated: true, Contents: [{ Key: 'eks/a.json' }] })).toBe(lacksToken());
  });
});
