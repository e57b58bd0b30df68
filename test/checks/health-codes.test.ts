import { expect, it } from 'vitest';
import { loadTable } from '../../src/tables/tables.ts';

const { rows } = loadTable('health-codes');

it('the table holds each code once, however it is spelled', () => {
  const keys = rows.map(({ of, code }) => `${of} ${code.replaceAll('_', '').toLowerCase()}`);
  expect(keys).toEqual([...new Set(keys)]);
});

it('the table gives each code the source that names it', () => {
  const pages = {
    cluster: 'API_ClusterIssue',
    nodegroup: 'API_Issue',
    fargate: 'API_FargateProfileIssue',
    addon: 'API_AddonIssue',
  };
  for (const { of, source } of rows)
    expect(source).toMatch(new RegExp(`/${pages[of]}\\.html$|/troubleshooting\\.html#`));
});

it('the table gives each code a remedy that is more than the name of the code', () => {
  for (const { code, remedy } of rows) {
    expect(remedy).toMatch(/^[A-Z].{20,}\.$/);
    expect(remedy).not.toContain(code);
  }
});
