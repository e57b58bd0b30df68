import { expect, it } from 'vitest';
import { awsReading, awsReadings } from './aws-facts.ts';
import { launches, ownGroup, templateVersion } from './template-world.ts';

const role = 'arn:aws:iam::111122223333:role/eks/workers';
const world = {
  nodegroups: {},
  autoScalingGroups: [
    ownGroup('batch', launches('1')),
    ownGroup('spot', launches('2')),
    ownGroup('web', launches()),
    ownGroup('plain', launches('4')),
    ownGroup('parked', { ...launches('1'), MaxSize: 0 }),
  ],
  launchTemplateVersions: [
    templateVersion(1, { IamInstanceProfile: { Name: 'workers' } }),
    templateVersion(2, { IamInstanceProfile: { Arn: 'arn:aws:iam::111122223333:instance-profile/eks/roleless' } }),
    templateVersion(3, { IamInstanceProfile: { Name: 'gone' } }, true),
    templateVersion(4, {}),
  ],
  instanceProfiles: { workers: 'workers', roleless: null },
  roles: { workers: { RoleName: 'workers', Arn: role } },
};

it('reads the role behind the instance profile of each self-managed group that can launch instances', async () => {
  expect(await awsReading('selfManagedRoles', world)).toEqual({
    ok: true,
    value: [
      { group: 'batch', instanceProfile: 'workers', exists: true, role },
      { group: 'spot', instanceProfile: 'roleless', exists: true, role: null },
      { group: 'web', instanceProfile: 'gone', exists: false, role: null },
    ],
  });
});

it('names the profiles that it may not read', async () => {
  const permission = 'iam:GetInstanceProfile';
  expect(await awsReading('selfManagedRoles', world, { deny: [permission] })).toMatchObject({
    ok: true,
    value: [],
    gaps: ['gone', 'roleless', 'workers'].map((name) => ({
      what: `instance profile ${name}`,
      reason: { kind: 'denied', permission },
    })),
  });
});

it('asks for no instance profile without self-managed groups', async () => {
  const { readings, calls } = await awsReadings(['selfManagedRoles']);
  expect(readings.selfManagedRoles).toEqual({ ok: true, value: [] });
  expect(calls.filter(({ action }) => action === 'iam:GetInstanceProfile')).toEqual([]);
});

it('joins the roles of node groups whose access entries are read', async () => {
  const accessEntries = { [role]: { principalArn: role, type: 'EC2_LINUX' } };
  expect(await awsReading('nodegroupAccessEntries', { ...world, accessEntries })).toEqual({
    ok: true,
    value: [{ principalArn: role, type: 'EC2_LINUX', tags: {} }],
  });
});
