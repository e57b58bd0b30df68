import type { Facts } from '../../src/facts/facts.ts';
import { takenApart, type PrintedFix, type Taken } from '../e2e/forbidden-commands.ts';

/**
 * What a command must repeat or name, because the API or the tool resets it if it is omitted
 * (`test/laws/command-table`). Returns what a fix would lose.
 */
export function lostMembers(printed: PrintedFix): string[] {
  return printed.commands.flatMap((command) =>
    takenApart(command).flatMap((taken) => {
      const name = [taken.program, ...taken.words.slice(0, taken.program === 'aws' ? 2 : 1)].join(' ');
      return (keepers[name]?.(taken, printed) ?? []).map((lost) => `${printed.check}: loses ${lost}: ${command}`);
    }),
  );
}

type Keeper = (taken: Taken, printed: PrintedFix) => string[];

/** By command, what it would lose. */
const keepers: Readonly<Record<string, Keeper>> = {
  'aws eks update-addon': lostRole,
  'aws eks update-nodegroup-version': lostVersion,
  'aws eks update-nodegroup-config': ({ flags }) => [
    ...lacking(flags.get('--update-config'), ['maxUnavailable']),
    ...lacking(flags.get('--scaling-config'), ['maxSize', 'desiredSize']),
  ],
  'aws eks update-cluster-config': lostNetwork,
  'aws ec2 create-launch-template-version': ({ flags }) => (flags.has('--source-version') ? [] : ['its source']),
  'aws iam put-role-policy': lostPolicy,
  'helm upgrade': ({ flags }) =>
    ['-f', '--values', '--reset-then-reuse-values', '--reuse-values', '--install'].some((flag) => flags.has(flag))
      ? []
      : ['the values of the release'],
};

function lacking(value: string | undefined, members: readonly string[]): string[] {
  return value === undefined ? [] : members.filter((member) => !value.includes(member));
}

/** The role of an add-on as the facts have it; undefined if they do not have it. */
function findRole(addon: string | undefined, facts: Partial<Facts>): string | null | undefined {
  const { addons = [], vpcCni = [], coredns = [], kubeProxy = [], kubeProxyModes = [], apiClients = [] } = facts;
  const copies = [vpcCni, coredns, kubeProxy, kubeProxyModes, apiClients].flat();
  return [
    ...addons.flatMap(({ name, serviceAccountRoleArn }) => (name === addon ? [serviceAccountRoleArn] : [])),
    ...copies.flatMap((copy) => (copy.addon === addon ? [copy.addonRole] : [])),
  ].find((role) => role !== undefined);
}

function lostRole({ flags }: Taken, { facts, text }: PrintedFix): string[] {
  const option = '--service-account-role-arn';
  const role = findRole(flags.get('--addon-name'), facts);
  if (typeof role === 'string') return flags.get(option) === role ? [] : [`the role ${role}`];
  return role === null || text.includes(option) ? [] : ['a role that was not read'];
}

/** Without a version, EKS updates the group to that of the control plane; a custom AMI takes none. */
function lostVersion({ flags }: Taken, { facts }: PrintedFix): string[] {
  const group = facts.nodegroups?.find(({ name }) => name === flags.get('--nodegroup-name'));
  const isKept = flags.has('--kubernetes-version') || group === undefined || group.version === null;
  return isKept || group.amiType === 'CUSTOM' ? [] : [`the Kubernetes version ${group.version}`];
}

function lostNetwork({ flags }: Taken, { facts }: PrintedFix): string[] {
  const value = flags.get('--resources-vpc-config');
  const { cluster, subnets, securityGroups } = facts;
  if (value === undefined || cluster === undefined) return [];
  const there = (ids: readonly string[], found: readonly { id: string }[] | undefined) =>
    ids.some((id) => found?.some((one) => one.id === id) ?? true);
  return [
    ...(there(cluster.subnetIds, subnets) ? lacking(value, ['subnetIds=']) : []),
    ...(there(cluster.securityGroupIds, securityGroups?.groups) ? lacking(value, ['securityGroupIds=']) : []),
  ];
}

function lostPolicy({ flags }: Taken, { facts }: PrintedFix): string[] {
  const [role, policy] = [flags.get('--role-name'), flags.get('--policy-name')];
  const own = [
    ...(facts.clusterRole?.name === role ? (facts.clusterRolePolicies?.policies ?? []) : []),
    ...(facts.karpenterRoles ?? []).flatMap((one) => (one.name === role ? (one.found?.policies ?? []) : [])),
  ];
  return own.some(({ name, arn }) => arn === null && name === policy) ? [`the inline policy ${policy}`] : [];
}
