import { describe, expect, it } from 'vitest';
import { listPossibleRoles, isRoleArn, roleChain } from '../../src/karpenter/role-chain.ts';
import type { KarpenterController } from '../../src/facts/karpenter.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { aKarpenter } from '../checks/cases.ts';

const { rows } = loadTable('karpenter-settings');
const formatRoleArn = (name: string) => `arn:aws:iam::111122223333:role/${name}`;
const [first, second, named] = [formatRoleArn('first'), formatRoleArn('second'), formatRoleArn('named')];
const behind = { kind: 'pod-identity' as const, roleArn: first, targetRoleArn: second };
const byVariable = { settings: { ASSUME_ROLE_ARN: named } };
const byConfigMap = { settings: { 'configMap:aws.assumeRoleARN': named } };

describe('the chain of roles', () => {
  it.each<[string, string | null, Partial<KarpenterController>, string | null | undefined]>([
    ['that of the ServiceAccount', '1.8.1', { identity: { ...behind, targetRoleArn: null } }, first],
    ['the one that EKS Pod Identity assumes from there', '1.8.1', {}, second],
    ['none', '1.8.1', { identity: { kind: 'node', roleArn: null, targetRoleArn: null } }, null],
    ['the one that settings name', '0.37.8', byVariable, named],
    ['not one that settings name to 1.0', '1.0.0', byVariable, second],
    ['not one that the environment names to 0.31', '0.31.5', byVariable, second],
    ['the one that the ConfigMap names', '0.32.1', byConfigMap, named],
    ['not one that the ConfigMap names to 0.33', '0.33.0', byConfigMap, second],
    ['not one that is empty', '0.37.8', { settings: { ASSUME_ROLE_ARN: '' } }, second],
    ['not known where the setting is not read', '0.37.8', { settingsUnread: ['ASSUME_ROLE_ARN'] }, undefined],
    ['known where the version does not read it', '1.0.0', { settingsUnread: ['ASSUME_ROLE_ARN'] }, second],
    ['not known where the version is not, and a setting may count', null, byVariable, undefined],
    ['known without the version where none may', null, {}, second],
  ])('ends with %s (%s)', (_, version, more, acting) => {
    const controller = aKarpenter({ version, identity: behind, settings: {}, ...more });
    expect(roleChain(controller, version, rows).acting).toBe(acting);
  });

  it('names each role, and all that any version may have', () => {
    const controller = aKarpenter({ version: '1.8.1', identity: behind, ...byVariable });
    expect(roleChain(controller, '0.37.8', rows).named).toEqual([first, second, named]);
    expect(roleChain(controller, '1.8.1', rows).named).toEqual([first, second]);
    expect(listPossibleRoles(controller, rows)).toEqual([first, second, named]);
  });
});

describe('the ARN of a role', () => {
  it.each([
    [first, true],
    [formatRoleArn('teams/a:b!/karpenter'), true],
    ['arn:aws-us-gov:iam::111122223333:role/karpenter', true],
    [`${first} `, false],
    [formatRoleArn('teams/'), false],
    [formatRoleArn('a'.repeat(65)), false],
    ['arn:aws:iam::111122223333:user/karpenter', false],
    ['karpenter', false],
  ])('%s: %s', (text, expected) => {
    expect(isRoleArn(text)).toBe(expected);
  });
});
