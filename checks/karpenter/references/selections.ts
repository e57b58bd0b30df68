import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Selected } from '../../../src/facts/karpenter-account.ts';
import { toAtKarpenter, servedFrom } from '../../../src/karpenter/generations.ts';
import { isNodeClassKind, selectPools, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import { isBelow } from '../../../src/syntax/versions.ts';

/** What the selectors for one kind of object find, and the commands to look up these objects. */
interface Part {
  what: {
    one: string;
    fact: 'karpenterSubnets' | 'karpenterSecurityGroups' | 'karpenterImages';
    /** The call that lists the objects, and (`query`) the fields that identify each. */
    describe: Command;
    query: Command;
  };
  selections: readonly Selected[];
}

const kinds = {
  subnets: {
    one: 'subnet',
    fact: 'karpenterSubnets',
    describe: sh`aws ec2 describe-subnets`,
    query: sh`--query 'Subnets[].[SubnetId,Tags]'`,
  },
  securityGroups: {
    one: 'security group',
    fact: 'karpenterSecurityGroups',
    describe: sh`aws ec2 describe-security-groups`,
    query: sh`--query 'SecurityGroups[].[GroupId,GroupName,Tags]'`,
  },
  images: {
    one: 'AMI',
    fact: 'karpenterImages',
    describe: sh`aws ec2 describe-images`,
    query: sh`--query 'Images[].[ImageId,Name,Tags]'`,
  },
} satisfies Record<string, Part['what']>;

type SelectionFact = 'karpenterSubnets' | 'karpenterSecurityGroups' | 'karpenterImages';
type Selections = { [Name in SelectionFact]?: Facts[Name] | undefined };

function listParts({ karpenterSubnets = [], karpenterSecurityGroups = [], karpenterImages = [] }: Selections): Part[] {
  return [
    { what: kinds.subnets, selections: karpenterSubnets },
    { what: kinds.securityGroups, selections: karpenterSecurityGroups },
    { what: kinds.images, selections: karpenterImages },
  ];
}

/** Findings for selectors that match nothing, if a version of the path reads them. */
export function* selectionFindings(
  facts: Selections,
  objects: OwnObjects,
  { karpenter, cluster, now }: Pick<Context, 'karpenter' | 'cluster' | 'now'>,
): Generator<Finding> {
  for (const { what, selections } of listParts(facts)) {
    for (const selected of selections) {
      const { kind } = selected;
      if (!isNodeClassKind(kind) && kind !== 'Provisioner') continue;
      const served = servedFrom(karpenter.versions, kind);
      if (served === undefined) continue;
      const asFound = withoutDeprecated(selected, served, now);
      yield* emptySelection(what, asFound, listUsers(selected, objects), cluster, toAtKarpenter(served));
    }
  }
}

/** The pools of a node class, or the Provisioner itself. `unread`: no known pool uses it, but some were not read. */
function listUsers(selected: Selected, { pools, isRead }: OwnObjects): readonly string[] | 'unread' {
  if (selected.kind === 'Provisioner') return [selected.name];
  const users = selectPools(selected, pools).map(({ name }) => name);
  const user = selected.kind === 'EC2NodeClass' ? 'NodePool' : 'Provisioner';
  return users.length === 0 && !isRead(user) ? 'unread' : users;
}

/**
 * The first version that finds deprecated AMIs (IncludeDeprecated).
 * Source: pkg/providers/amifamily of aws/karpenter-provider-aws v1.0.7
 */
const findsDeprecated = '1.0.7';

/** Omits deprecated images if this Karpenter version ignores them. If the version is unknown (null), they remain. */
function withoutDeprecated(selected: Selected, version: string | null, now: string): Selected {
  if (version === null || !isBelow(version, findsDeprecated)) return selected;
  const terms = selected.terms.map((term) => {
    const gone = (term.deprecated ?? []).filter(({ since }) => hoursBetween(since, now) >= 0);
    const found = term.found.filter((one) => !gone.some(({ id }) => id === one));
    const text = `${term.text}: deprecated, which Karpenter ${version} ignores`;
    return gone.length === 0 ? term : { ...term, found, text };
  });
  return { ...selected, terms };
}

/**
 * The finding for terms that match nothing: a failure if no term matches and a pool uses the selector, otherwise a
 * warning.
 */
function* emptySelection(
  { one, fact, describe, query }: Part['what'],
  { kind, name, terms }: Selected,
  users: readonly string[] | 'unread',
  cluster: Facts['cluster'],
  at: { atKarpenter?: string },
): Generator<Finding> {
  const empty = terms.filter(({ found }) => found.length === 0);
  if (empty.length === 0) return;
  const isAll = empty.length === terms.length;
  const where = one === 'AMI' ? `account ${cluster.account} can use` : `VPC ${cluster.vpcId ?? 'of the cluster'}`;
  const among = one === 'AMI' ? sh`--owners self` : sh`--filters Name=vpc-id,Values=${cluster.vpcId ?? 'VPC'}`;
  const text = empty.map((term) => term.text).join('; ');
  const isUsed = users !== 'unread' && users.length > 0;
  yield {
    level: isAll && isUsed ? 'fail' : 'warn',
    rule: fact,
    ...(isAll ? {} : { short: `some terms find no ${one}` }),
    ...at,
    resource: { kind, name },
    message: isAll
      ? `its selector finds no ${one} ${one === 'AMI' ? 'that' : 'in'} ${where} (${text})${usersText(users)}`
      : `${empty.length} of its ${terms.length} terms find no ${one} ${one === 'AMI' ? 'that' : 'in'} ${where} (${text})`,
    evidence: empty.map((term) => ({ observed: `${term.text}: none`, required: `one ${one} or more`, fact })),
    fix: advice`Tag the resources that you want to select, or correct the selector term.\n${commands(
      sh`${describe} --region ${cluster.region} ${among} ${query}`,
    )}`,
  };
}

function usersText(users: readonly string[] | 'unread'): string {
  if (users === 'unread') return '; unknown whether a pool uses it';
  const [first] = users;
  if (first === undefined) return '; no pool uses it';
  return `: ${forCount(users.length, `pool ${first}`, `${users.length} pools`)} cannot launch nodes`;
}
