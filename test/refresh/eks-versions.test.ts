import { expect, it } from 'vitest';
import { loadTable } from '../../src/tables/tables.ts';
import { eksVersions } from '../../scripts/refresh/tables/eks-versions.ts';
import { changeFile } from './change-file.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { eksVersionsPage } from './samples.ts';

const address = 'https://raw.githubusercontent.com/endoflife-date/endoflife.date/master/products/amazon-eks.md';

const files = new Map([[address, eksVersionsPage()]]);

it('reads the dates again', () => {
  expect(judgeRecorded(eksVersions, files)).toEqual({
    changes: [],
    questions: [],
    stated: loadTable('eks-versions').rows.length,
  });
});

it('names a new version, and follows a date that changes', () => {
  const added = '  - releaseCycle: "1.99"\n    eol: 2040-01-01\n    eoes: 2041-01-01\n';
  const page = changeFile(files, address, 'releases:\n', `releases:\n${added}`);
  expect(judgeRecorded(eksVersions, changeFile(page, address, '2027-08-02', '2027-09-02')).changes).toEqual([
    '1.36: endOfStandardSupport 2027-08-02 -> 2027-09-02',
    '1.99: new',
    expect.stringMatching(/^knownThrough kubernetes 1\.\d+ -> 1\.99$/),
  ]);
});

it('asks about a version that is gone', () => {
  expect(judgeRecorded(eksVersions, changeFile(files, address, '"1.30"', '"1.2"')).questions).toEqual([
    '1.30: the source no longer states it',
  ]);
});

it.each([
  ['no dates', changeFile(files, address, 'eol: 2027-08-02', 'eol: false')],
  ['no extended support', changeFile(files, address, 'eoes: 2028-08-02', 'other: 2028-08-02')],
  ['no versions', new Map([[address, '---\nreleases: []\n---\n']])],
  ['no head', new Map([[address, 'releases:']])],
  ['no page', new Map<string, string>()],
])('refuses a page with %s', (_what, others) => {
  expect(() => judgeRecorded(eksVersions, others)).toThrow();
});
