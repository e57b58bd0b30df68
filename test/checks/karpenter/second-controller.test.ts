import { expect, it } from 'vitest';
import controllerIam from '../../../checks/karpenter/controller-iam/check.ts';
import drift from '../../../checks/karpenter/drift/check.ts';
import interruptionQueue from '../../../checks/karpenter/interruption-queue/check.ts';
import settings from '../../../checks/karpenter/settings/check.ts';
import type { AnyCheck } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { judge } from '../../../src/judge/engine.ts';
import { aControllerRole } from '../../for-checks/iam/controller-role.ts';
import { templatePolicy } from '../../for-checks/iam/templates.ts';
import { aCluster, aKarpenter, karpenterPath } from '../cases.ts';
import { aClaim, allKindsRead, aNodeClass, aNodePool, aProvisioner, aQueue } from './objects.ts';

/**
 * The plan does not update a second controller: problems of its version are findings of today, even if its version is a
 * later stop of the first controller.
 */

const roleArn = 'arn:aws:iam::111122223333:role/second';
const everything = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };
const found = (document: unknown) => ({ policies: [{ name: 'own', arn: null, document }] });
const firstRole = aControllerRole([], found(everything));
const second = (document: unknown) => ({ ...aControllerRole([], found(document)), arn: roleArn, name: 'second' });
const withoutDeletion = templatePolicy('1.0').Statement.filter(({ Sid }) => Sid !== 'AllowScopedDeletion');

const toOne = karpenterPath('0.37.8', '1.0.8', '1.3.3');
const to33 = karpenterPath('0.31.5', '0.32.10', '0.33.12');
const aMachine = aClaim('a', { kind: 'Machine' });

interface Row {
  check: AnyCheck;
  path: ReturnType<typeof karpenterPath>;
  controller: Partial<KarpenterController>;
  facts?: Partial<Facts>;
  rule: string;
}

const queue = (INTERRUPTION_QUEUE: string) => ({
  version: '1.0.8',
  settings: { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE },
});
const named = { 'configMap:aws.interruptionQueueName': 'other' };

const rows: Row[] = [
  {
    check: controllerIam,
    path: toOne,
    controller: { version: '1.0.8' },
    facts: { karpenterRoles: [firstRole, second({ ...everything, Statement: withoutDeletion })] },
    rule: 'denied:terminate',
  },
  {
    check: controllerIam,
    path: toOne,
    controller: { version: '1.0.8' },
    facts: { karpenterRoles: [firstRole, second(null)] },
    rule: 'undecided',
  },
  {
    check: controllerIam,
    path: karpenterPath('0.31.5', '0.37.8', '1.0.8'),
    controller: { version: '0.37.8', settingsUnread: ['ASSUME_ROLE_ARN'] },
    rule: 'assumed-role',
  },
  { check: interruptionQueue, path: toOne, controller: queue('not a name'), rule: 'name' },
  {
    check: interruptionQueue,
    path: toOne,
    controller: queue('other'),
    facts: { karpenterQueues: [aQueue(), { name: 'other', found: null }] },
    rule: 'no-queue',
  },
  {
    check: interruptionQueue,
    path: toOne,
    controller: queue('other'),
    facts: { karpenterQueues: [aQueue(), aQueue('other', [])] },
    rule: 'not-sent',
  },
  {
    check: interruptionQueue,
    path: to33,
    controller: { version: '0.32.10', settings: named },
    rule: 'old-key',
  },
  { check: settings, path: to33, controller: { version: '0.33.12', settings: {} }, rule: 'cluster-name' },
  {
    check: settings,
    path: to33,
    controller: { version: '0.33.12', settings: { CLUSTER_NAME: 'prod', 'configMap:aws.clusterName': 'prod' } },
    rule: 'config-map',
  },
  {
    check: settings,
    path: toOne,
    controller: { version: '1.0.8', settings: { CLUSTER_NAME: 'prod', ASSUME_ROLE_DURATION: '15m' } },
    rule: 'variable:ASSUME_ROLE_DURATION',
  },
  {
    check: drift,
    path: to33,
    controller: { version: '0.32.10' },
    facts: { karpenterPools: [aProvisioner('default')], karpenterClaims: [aMachine] },
    rule: 'left-behind',
  },
];

it.each(rows)(
  '$check.id tells $rule of a second controller as of today',
  ({ check, path, controller, facts, rule }) => {
    const given: Partial<Facts> = {
      ...allKindsRead,
      karpenterControllers: [
        aKarpenter({ version: path.current }),
        aKarpenter({
          name: 'second',
          namespace: 'second',
          identity: { kind: 'irsa', roleArn, targetRoleArn: null },
          ...controller,
        }),
      ],
      karpenterRoles: [firstRole, second(everything)],
      karpenterPools: [aNodePool('default')],
      karpenterNodeClasses: [aNodeClass('default')],
      karpenterNodeRoles: { roles: [], instanceProfiles: [] },
      karpenterClaims: [],
      karpenterEndpoints: [],
      karpenterCrds: [],
      karpenterQueues: [],
      ...facts,
    };
    const readings = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { ok: true, value }]));
    const { findings } = judge(check, {
      readings,
      context: {
        cluster: aCluster,
        current: 33,
        target: 33,
        versions: [33],
        karpenter: path,
        now: '2026-11-20T12:00:00.000Z',
      },
      source: 'live',
    });
    const own = findings.filter(({ resource }) => resource.namespace === 'second' || resource.name === 'second');
    expect(own.map((finding) => finding.rule)).toContain(rule);
    expect(own.map(({ rule: one, at }) => ({ rule: one, at }))).toEqual(
      own.map((one) => ({ rule: one.rule, at: null })),
    );
  },
);
