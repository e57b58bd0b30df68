import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { checksSchema, type CheckList } from '../../src/commands/check-list.ts';
import { notCovered } from '../../src/for-checks/not-covered.ts';
import { errorReportSchema } from '../../src/report/schema.ts';
import { runCommand } from '../world/in-process.ts';

/** What `checks --format json` prints. */

const run = (...args: string[]) => runCommand(args, { env: { PATH: process.env['PATH'] } });

async function listFrom(...args: string[]): Promise<CheckList> {
  const { code, stdout, stderr } = await run('checks', ...args, '--format', 'json');
  expect([code, stderr]).toEqual([0, '']);
  return checksSchema.parse(JSON.parse(stdout));
}

describe('checks --format json', () => {
  it('lists every check as its published schema describes it', async () => {
    const { stdout } = await run('checks', '--format', 'json');
    const schema = JSON.parse(readFileSync('schemas/checks.schema.json', 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(JSON.parse(stdout)), JSON.stringify(validate.errors)).toBe(true);
    const list = checksSchema.parse(JSON.parse(stdout));
    expect(list.checks.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    expect(list.notCovered).toEqual(notCovered);
  });

  it('says what a check needs', async () => {
    const {
      checks: [check],
    } = await listFrom('apis/helm-releases');
    expect(check).toMatchObject({
      area: 'apis',
      severity: 'fail',
      phase: 'before',
      with: ['secrets'],
      permissions: expect.arrayContaining(['eks:DescribeCluster', 'secrets: list']) as string[],
      plugin: null,
    });
  });

  it.each<[string, string[], string[]]>([
    ['nodes/kubelet-skew', ['nodes/kubelet-skew'], []],
    ['control-plane/health', ['control-plane/health'], []],
    ['nodes/volume-limits', ['nodes/volume-limits'], []],
  ])('lists only what %s names', async (glob, ids, topics) => {
    const list = await listFrom(glob);
    expect([list.checks.map(({ id }) => id), list.notCovered]).toEqual([ids, topics]);
  });

  it('names the thresholds of a config file', async () => {
    const {
      checks: [check],
    } = await listFrom('control-plane/subnet-ips');
    expect(check?.thresholds).toEqual([
      {
        name: 'freeInEachSubnet',
        about: expect.any(String) as string,
        standard: expect.any(Number) as number,
        stricter: 'higher',
      },
    ]);
  });

  it('is an error object for an unknown check', async () => {
    const { code, stdout, stderr } = await run('checks', 'nodes/skew', '--format', 'json');
    expect(code).toBe(3);
    expect(errorReportSchema.parse(JSON.parse(stdout)).error.message).toBe("unknown check 'nodes/skew'");
    expect(stderr).toMatch(/^eks-preflight: unknown check 'nodes\/skew'\nDid you mean /);
  });
});
