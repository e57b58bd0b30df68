import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Every list of AWS is read to its end within the limits of `everyPage`, which refuses a page without its entries. */

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('sources/aws/sdk/'))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

/** The files in which a token of a page may be written, and what bounds their loops. */
const tokens: Readonly<Record<string, string>> = {
  'collectors/aws/karpenter/queues.ts': 'tokenPages, read by everyName',
  'collectors/aws/subnet-blocks.ts': 'tokenPages, read by everyPage',
  'schedule/history/bucket-names.ts':
    'tokenPages, read by boundedPages: a page has two lists, each of which may be missing',
  'sources/aws/first-log-event.ts': 'at most 20 pages: it searches for one event',
  'sources/aws/logs-query.ts': 'tokenPages, read by everyPage',
  'sources/aws/pages.ts': 'the limits themselves',
};

const unbounded = /(?<!every(?:Page|Name)\(\s*)\bpaginate[A-Z]\w*\(/;

describe('lists of AWS', () => {
  it.each(files.filter(({ text }) => /\bpaginate[A-Z]/.test(text)))('$file reads pages with everyPage', ({ text }) => {
    expect(unbounded.exec(text)?.[0]).toBeUndefined();
    expect(text).toMatch(/\bevery(?:Page|Name)\(/);
  });

  it.each([
    ['for await (const page of paginateListClusters({ client }, {}))', true],
    ['const pages = paginateListClusters({ client }, {});', true],
    ['boundedPages(paginateListClusters({ client }, {}), names)', true],
    ['everyPage(paginateListClusters({ client }, {}), names)', false],
    ['everyName(\n        paginateListClusters(\n', false],
  ])('the law sees %j', (text, isSeen) => {
    expect(unbounded.test(text)).toBe(isSeen);
  });

  it('no other file walks pages by their tokens', () => {
    const walking = files.flatMap(({ file, text }) =>
      /\b(?:[nN]extToken|NextMarker|ContinuationToken|tokenPages|boundedPages)\b/.test(text) ? [file] : [],
    );
    const readers = [...Object.keys(tokens), 'sources/aws/every-page.ts'];
    expect(walking.toSorted()).toEqual(readers.toSorted());
  });
});
