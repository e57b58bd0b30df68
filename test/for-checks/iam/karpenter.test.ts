import { describe, expect, it } from 'vitest';
import type { RequestEnvironment } from '../../../checks/karpenter/controller-iam/placeholders.ts';
import { selectProbes, buildRequests } from '../../../checks/karpenter/controller-iam/requests.ts';
import { readPolicy, type Policy } from '../../../src/for-checks/iam/document.ts';
import { evaluate } from '../../../src/for-checks/iam/evaluate.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { statementsFor } from '../../../checks/karpenter/controller-iam/statements.ts';
import { templateMinors as minors, templatePolicy, type TemplateMinor } from './templates.ts';

const around: RequestEnvironment = {
  partition: 'aws',
  region: 'eu-west-1',
  account: '111122223333',
  clusterName: 'prod',
  vpcId: 'vpc-0abc',
  nodeRoleArns: ['arn:aws:iam::111122223333:role/KarpenterNodeRole-prod'],
  queueArn: 'arn:aws:sqs:eu-west-1:111122223333:prod',
  amiParameters: ['eks/optimized-ami', 'bottlerocket'].map(
    (path) => `arn:\${Partition}:ssm:\${Region}::parameter/aws/service/${path}/*`,
  ),
  userTags: [{}, { team: 'shop' }],
  selectedTags: undefined,
  principal: {},
};
const { rows: probes } = loadTable('karpenter-probes');

function parseTemplatePolicy(minor: TemplateMinor): Policy {
  return readPolicy(`policy of ${minor}`, templatePolicy(minor));
}

/** IDs of the probes of a minor that these policies do not fully allow. */
function refused(minor: string, own: readonly Policy[]): string[] {
  return selectProbes(`${minor}.0`, probes)
    .filter((probe) =>
      buildRequests(probe, around).some((request) => evaluate(own, undefined, request).answer !== 'allowed'),
    )
    .map(({ id }) => id);
}

/** Requests that a controller makes for Provisioners. */
const ofProvisioners = [
  'ec2-launch-create-alpha',
  'ec2-launch-create-alpha-fleet',
  'ec2-launch-template-create-alpha',
  'ec2-createtags-createfleet-alpha',
  'ec2-createtags-runinstances-alpha',
  'ec2-createtags-createlaunchtemplate-alpha',
  'ec2-delete-alpha',
  'ec2-delete-lt-alpha',
];

/** Templates that do not allow everything that their own controller requests. */
const exceptions: Record<string, string[]> = {
  /** 0.32 still serves Provisioners, whose requests only the policy of 0.31 allows: both policies are needed. */
  '0.32': ofProvisioners,
};

/** Requests of a minor that the policy of the previous minor does not allow. */
const refusedByTheOlder: Record<string, string[]> = {
  '0.32': [
    'ec2-launch-create-beta',
    'ec2-launch-create-beta-fleet',
    'ec2-launch-template-create-beta',
    'ec2-createtags-createfleet-beta',
    'ec2-createtags-runinstances-beta',
    'ec2-createtags-createlaunchtemplate-beta',
    'ec2-delete-beta',
    'ec2-delete-lt-beta',
    'ec2-posttag-beta',
    'iam-profile-create-beta',
    'iam-profile-tag-beta',
    'iam-profile-use-beta',
    'iam-profile-remove-beta',
    'iam-profile-get',
  ],
  '0.33': ['ec2-createtags-spot-beta'],
  '1.0': ['ec2-retag-old-instances', 'ec2-retag-untagged-instances'],
  '1.3': ['read-describecapacityreservations', 'launch-capacity-reservation'],
  '1.7': ['iam-profile-list', 'iam-profile-list-terminating'],
  '1.11': ['read-describeplacementgroups', 'launch-placement-group'],
  '1.12': ['read-describeinstancestatus', 'zonal-shift'],
};

/** Requests of a minor that the policy of the next minor does not allow. */
const refusedByTheNewer: Record<string, string[]> = {
  '0.31': ofProvisioners,
  /** Requests for Provisioners, as above; 0.32 sends no tags in Spot requests, and 0.33's policy requires them. */
  '0.32': [...(exceptions['0.32'] ?? []), 'ec2-launch-spot-alpha', 'ec2-launch-spot-beta-untagged'],
  '0.37': [
    'ec2-launch-create-beta',
    'ec2-launch-create-beta-fleet',
    'ec2-launch-spot-beta',
    'ec2-launch-template-create-beta',
    'ec2-createtags-createfleet-beta',
    'ec2-createtags-runinstances-beta',
    'ec2-createtags-createlaunchtemplate-beta',
    'ec2-createtags-spot-beta',
    'iam-profile-create-beta',
    'iam-profile-tag-beta',
  ],
};

describe("the requests of each Karpenter against the templates' policies", () => {
  it.each(minors)('%s is allowed all by its own, but for the exceptions', (minor) => {
    expect(refused(minor, [parseTemplatePolicy(minor)])).toEqual(exceptions[minor] ?? []);
  });

  it.each(minors.slice(1))('%s is refused what its policy brought by the one before', (minor) => {
    const before = minors[minors.indexOf(minor) - 1] ?? minor;
    expect(refused(minor, [parseTemplatePolicy(before)]).filter((id) => !exceptions[minor]?.includes(id))).toEqual(
      refusedByTheOlder[minor] ?? [],
    );
  });

  it.each(minors.slice(0, -1))('%s is refused what changed by the one after', (minor) => {
    const after = minors[minors.indexOf(minor) + 1] ?? minor;
    expect(refused(minor, [parseTemplatePolicy(after)]).sort()).toEqual((refusedByTheNewer[minor] ?? []).toSorted());
  });

  it('0.32 is allowed all by the policies of 0.31 and 0.32 together', () => {
    expect(refused('0.32', [parseTemplatePolicy('0.31'), parseTemplatePolicy('0.32')])).toEqual([]);
  });

  it.each(minors)('what is refused under %s is allowed with the statements that are printed', (minor) => {
    const own = parseTemplatePolicy(minor);
    for (const probe of probes) {
      const denied = buildRequests(probe, around).filter(
        (request) => evaluate([own], undefined, request).answer === 'denied',
      );
      const Statement = JSON.parse(JSON.stringify(statementsFor(denied))) as unknown;
      const added = readPolicy('added', { Version: '2012-10-17', Statement });
      expect(added.flaws).toEqual([]);
      for (const request of denied) {
        expect(evaluate([own, added], undefined, request), `${probe.id} ${JSON.stringify(Statement)}`).toMatchObject({
          answer: 'allowed',
        });
      }
    }
  });

  it('decides every one of them', () => {
    let count = 0;
    for (const minor of minors)
      for (const probe of probes)
        for (const request of buildRequests(probe, around)) {
          expect(evaluate([parseTemplatePolicy(minor)], undefined, request).answer).not.toBe('unknown');
          count += 1;
        }
    expect(count).toBeGreaterThan(4_500);
  });
});
