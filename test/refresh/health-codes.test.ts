import { expect, it } from 'vitest';
import { healthCodes } from '../../scripts/refresh/tables/health-codes.ts';
import { changeFile } from './change-file.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { readRecorded } from './recorded.ts';

const files = readRecorded('@aws-sdk/client-eks@');
const [name = ''] = files.keys();

it('reads the codes again', () => {
  expect(judgeRecorded(healthCodes, files)).toEqual({ changes: [], questions: [], stated: 69 });
});

it('asks what a new code means', () => {
  const added = changeFile(files, name, 'ClusterIssueCode: {\n', 'ClusterIssueCode: {\n    readonly NEW: "New";\n');
  expect(judgeRecorded(healthCodes, added).questions).toEqual([
    expect.stringMatching(/^cluster New: new, and a person must complete it/),
  ]);
});

it('asks about a code that the API no longer names', () => {
  const gone = changeFile(files, name, '"AddonPermissionFailure"', '"AddonFailure"');
  expect(judgeRecorded(healthCodes, gone).questions).toContain(
    'addon AddonPermissionFailure: the source no longer states it',
  );
});

it('refuses types without the enums', () => {
  const moved = new Map([
    [name, 'export declare const AddonIssueCode: {\n    readonly ACCESS_DENIED: "AccessDenied";\n}'],
  ]);
  expect(() => judgeRecorded(healthCodes, moved)).toThrow('the SDK has no ClusterIssueCode');
});
