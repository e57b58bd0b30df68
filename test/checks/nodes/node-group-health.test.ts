import { expect } from 'vitest';
import check from '../../../checks/nodes/node-group-health.ts';
import { loadTable, type Tables } from '../../../src/tables/tables.ts';
import { aNodegroup, checkCases, type Case } from '../cases.ts';
import { formatRule, itHasTextOfEachCode, listSpellings } from '../health-codes.ts';

const remedy = 'Do this.';
const source = 'https://example.com/codes';
const templateCodes = [
  'Ec2LaunchTemplateNotFound',
  'SourceEc2LaunchTemplateNotFound',
  'Ec2LaunchTemplateVersionMismatch',
] as const;
const tables: Partial<Tables> = {
  'health-codes': [
    { of: 'nodegroup', code: 'AsgInstanceLaunchFailures', level: 'fail', remedy, source },
    ...templateCodes.map((code) => ({ of: 'nodegroup' as const, code, level: 'fail' as const, remedy, source })),
    { of: 'nodegroup', code: 'IamThrottling', level: 'warn', remedy, source, confidence: 'unconfirmed' },
  ],
};
const resource = { kind: 'NodeGroup', name: 'blue' };
const describeHealth =
  'aws eks describe-nodegroup --region eu-west-1 --cluster-name prod --nodegroup-name blue --query nodegroup.health';
const waitFix = 'Wait until the change completes.\n';
const lookFix = `its Auto Scaling group's activities and its nodes.\n\`\`\`sh\n${describeHealth}\n\`\`\``;
const deleteFix = `The last command lists the workloads that have fewer ready pods than wanted. Delete \`blue\` only after the drain has completed and none is listed that was ready before:
\`\`\`sh
aws eks delete-nodegroup --region eu-west-1 --cluster-name prod --nodegroup-name blue
`;

function anIssue(code: string, message = '', resourceIds: string[] = []) {
  return { code, message, resourceIds };
}

itHasTextOfEachCode(check, 'nodegroup');

checkCases(check, [
  { it: 'is silent without node groups', tables, facts: { nodegroups: [] }, findings: [] },
  { it: 'is silent about an active one', tables, facts: { nodegroups: [aNodegroup('blue')] }, findings: [] },
  ...(
    [
      ['CREATING', 'warn', 'the node group is still being created: its status is CREATING', waitFix],
      ['UPDATING', 'warn', 'the node group is being updated: its status is UPDATING', waitFix],
      ['DELETING', 'warn', 'the node group is being deleted: its status is DELETING', waitFix],
      ['DEGRADED', 'fail', 'EKS reports the node group as degraded, without an issue: its status is DEGRADED', lookFix],
      [
        'CREATE_FAILED',
        'fail',
        'the creation of the node group failed: EKS will not update it: its status is CREATE_FAILED',
        deleteFix,
      ],
      [
        'DELETE_FAILED',
        'fail',
        'the deletion of the node group failed: EKS will not update it: its status is DELETE_FAILED',
        deleteFix,
      ],
      ['PAUSED', 'unknown', 'unknown status PAUSED of the node group', lookFix],
      ['constructor', 'unknown', 'unknown status constructor of the node group', lookFix],
    ] as const
  ).map(([status, level, message, fix]): Case => ({
    it: `says ${level} of a group that is ${status}`,
    tables,
    facts: { nodegroups: [aNodegroup('blue', { status })] },
    findingsLike: [
      {
        level,
        rule: 'status',
        resource,
        message,
        evidence: [{ observed: status, required: 'ACTIVE', fact: 'nodegroups' }],
        fix: expect.stringContaining(fix) as string,
      },
    ],
  })),
  {
    it: 'fails a group that is being updated before a rollback',
    current: '1.34',
    target: '1.33',
    tables,
    facts: { nodegroups: [aNodegroup('blue', { status: 'UPDATING', version: '1.34' })] },
    findings: [
      {
        level: 'fail',
        rule: 'status',
        blocks: 'control-plane',
        short: 'is being updated',
        resource,
        message:
          'the node group is being updated, and EKS starts no rollback until that completes: its status is UPDATING',
        evidence: [{ observed: 'UPDATING, version 1.34', required: 'ACTIVE', fact: 'nodegroups' }],
        fix: expect.stringContaining(
          'Wait until the update completes. Then the group must be at 1.33: if it is not, update it to 1.33 before you roll back the control plane.',
        ) as string,
      },
    ],
  },
  {
    it: 'reports the issues of a group that is being updated before a rollback',
    current: '1.34',
    target: '1.33',
    tables,
    facts: {
      nodegroups: [aNodegroup('blue', { status: 'UPDATING', version: null, healthIssues: [anIssue('IamThrottling')] })],
    },
    findingsLike: [
      { level: 'fail', evidence: [{ observed: 'UPDATING', required: 'ACTIVE', fact: 'nodegroups' }] },
      { level: 'warn', rule: 'issue:iamthrottling' },
    ],
  },
  ...(['CREATING', 'DELETING'] as const).map((status): Case => ({
    it: `only warns of a group that is ${status} before a rollback`,
    current: '1.34',
    target: '1.33',
    tables,
    facts: { nodegroups: [aNodegroup('blue', { status })] },
    findingsLike: [{ level: 'warn', rule: 'status' }],
  })),
  {
    it: 'leaves DEGRADED to the issues that EKS names, each code once with what EKS says',
    tables,
    facts: {
      nodegroups: [
        aNodegroup('blue', {
          status: 'DEGRADED',
          healthIssues: [
            anIssue('AsgInstanceLaunchFailures', 'We currently do not have\nsufficient m6i.large capacity', [
              'eks-blue-0',
            ]),
            anIssue('AsgInstanceLaunchFailures', 'We currently do not have sufficient m6i.large capacity', [
              'eks-blue-1',
            ]),
            anIssue('IamThrottling'),
          ],
        }),
      ],
    },
    findings: [
      {
        level: 'fail',
        rule: 'issue:asginstancelaunchfailures',
        resource,
        message: 'EKS reports AsgInstanceLaunchFailures: We currently do not have sufficient m6i.large capacity',
        evidence: ['eks-blue-0', 'eks-blue-1'].map((id) => ({
          observed: `AsgInstanceLaunchFailures: ${id}`,
          required: 'no health issue',
          fact: 'nodegroups' as const,
        })),
        fix: expect.stringMatching(
          /^Do this\. Then wait until EKS no longer reports it\.\n```sh\nGROUP=\$\(aws eks describe-nodegroup [\s\S]* describe-scaling-activities [\s\S]*\naws eks describe-nodegroup /,
        ) as string,
        links: [source],
      },
      {
        level: 'warn',
        rule: 'issue:iamthrottling',
        resource,
        message: 'EKS reports IamThrottling',
        evidence: [{ observed: 'IamThrottling', required: 'no health issue', fact: 'nodegroups' }],
        fix: expect.stringMatching(/^Do this\. Then wait [^\n]*\n```sh\naws eks describe-nodegroup /) as string,
        links: [source],
      },
    ],
  },
  ...(
    [
      [templateCodes[0], /get-launch-template-data[^]*create-launch-template /],
      [templateCodes[1], /get-launch-template-data[^]*create-launch-template /],
      [templateCodes[2], /GROUP=\$\(aws eks describe-nodegroup [^]*\[LaunchTemplate,MixedInstancesPolicy/],
    ] as const
  ).map(([code, commands]) => ({
    it: `has commands for ${code}`,
    tables,
    facts: { nodegroups: [aNodegroup('blue', { healthIssues: [anIssue(code)] })] },
    findingsLike: [{ level: 'fail' as const, fix: expect.stringMatching(commands) as string }],
  })),
  {
    it: 'does not ask what ails a group that is being deleted',
    tables,
    facts: {
      nodegroups: [aNodegroup('blue', { status: 'DELETING', healthIssues: [anIssue('AsgInstanceLaunchFailures')] })],
    },
    findingsLike: [{ level: 'warn', rule: 'status' }],
  },
  {
    it: 'does not know what a new code means',
    tables,
    facts: { nodegroups: [aNodegroup('blue', { healthIssues: [anIssue('SomethingNew', 'Text.')] })] },
    findingsLike: [{ level: 'unknown', rule: 'issue:somethingnew', message: 'EKS reports SomethingNew: Text.' }],
  },
  {
    it: 'does not pass a group whose health EKS does not tell',
    tables,
    facts: { nodegroups: [aNodegroup('blue', { healthIssues: null })] },
    findingsLike: [
      { level: 'unknown', rule: 'no-health', message: 'EKS does not report the health of the node group' },
    ],
  },
  ...loadTable('health-codes')
    .rows.filter((row) => row.of === 'nodegroup')
    .flatMap(({ code, level }) =>
      listSpellings(code).map((spelling): Case => ({
        it: `knows ${spelling} as ${level}`,
        facts: { nodegroups: [aNodegroup('blue', { healthIssues: [anIssue(spelling)] })] },
        findingsLike: [{ level, rule: formatRule(code), message: `EKS reports ${spelling}` }],
      })),
    ),
]);
