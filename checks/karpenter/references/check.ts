import { advice, commands } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Selected } from '../../../src/facts/karpenter-account.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { hoursBetween } from '../../../src/languages/dates.ts';
import { atKarpenterOf, ownPools, servedFrom } from '../../../src/karpenter/pools.ts';
import { sh, type Command } from '../../../src/languages/shell.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { ownerlessClaims } from './ownerless-claims.ts';

export default defineCheck({
  id: 'karpenter/references',
  title: 'Pools and node classes that name what is not there',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `A pool refers to its node class by name, a node class to subnets, security groups and images by tags, ids or names.
    Nothing checks at the time of writing that they exist. A pool without its node class starts no node; neither does one
    whose selector finds no subnet, no security group or no image. Between updates that goes unnoticed while the nodes that
    run still serve; an update needs new ones. Names are easily lost when Provisioners and AWSNodeTemplates are written anew
    as NodePools and EC2NodeClasses.

    NodeClaims are made and deleted by Karpenter. One without a pool, made by hand or left by a pool that is gone, has a node
    that nobody replaces: no drift, no expiry, no consolidation. It is named.

    Subnets and security groups are looked for in the cluster's own VPC, which nodes have to be in. Images that an alias or a
    parameter of Systems Manager names are not looked up, nor is their architecture or age judged.`,
  fix: advice`Write the name, the id or the tag that is meant, or make what is missing.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref',
    'https://karpenter.sh/docs/concepts/nodeclasses/#specsubnetselectorterms',
    'https://karpenter.sh/docs/concepts/nodeclasses/#specsecuritygroupselectorterms',
    'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
  ],
  applies: whereInstalled,
  needs: [
    'karpenterControllers',
    'karpenterPools',
    'karpenterPoolKinds',
    'karpenterNodeClasses',
    'karpenterNodeClassKinds',
  ],
  uses: ['karpenterSubnets', 'karpenterSecurityGroups', 'karpenterImages', 'karpenterClaims'],
  counts: ['karpenterPools', 'karpenterNodeClasses'],

  *run({ karpenterPools, karpenterNodeClasses, karpenterNodeClassKinds, ...facts }, { karpenter, cluster, now }) {
    const pools = ownPools(karpenterPools);
    for (const pool of pools) {
      const served = servedFrom(karpenter.versions, pool.kind);
      if (served === undefined) continue;
      const finding = withoutNodeClass(pool, karpenterNodeClasses, karpenterNodeClassKinds);
      if (finding !== undefined) yield { ...finding, ...atKarpenterOf(served) };
    }
    yield* ownerlessClaims(facts.karpenterClaims ?? [], pools, facts.karpenterPoolKinds);
    for (const { what, selections } of partsOf(facts)) {
      for (const selected of selections) {
        const served = servedFrom(karpenter.versions, kindOf(selected));
        if (served === undefined) continue;
        const users = usersOf(selected, pools, facts.karpenterPoolKinds);
        const asFound = withoutDeprecated(selected, served, now);
        yield* emptySelection(what, asFound, users, cluster, atKarpenterOf(served));
      }
    }
  },
});

const kindOf = ({ kind }: Selected) => kind as KarpenterPool['kind'] | KarpenterNodeClass['kind'];

/** A Provisioner may say of EC2 by itself; anything else needs a node class. */
function withoutNodeClass(
  { kind, name, nodeClass, provider }: KarpenterPool,
  nodeClasses: readonly KarpenterNodeClass[],
  kindsRead: readonly string[],
): Finding | undefined {
  if (nodeClass === null) {
    if (provider !== null) return undefined;
    return {
      level: 'fail',
      rule: 'node-class',
      resource: { kind, name },
      message: 'names no node class, so it starts no node',
      evidence: [
        {
          observed: 'no reference',
          required: kind === 'Provisioner' ? 'spec.providerRef' : 'spec.template.spec.nodeClassRef',
        },
      ],
    };
  }
  if (!kindsRead.includes(nodeClass.kind)) return undefined;
  if (nodeClasses.some((one) => one.kind === nodeClass.kind && one.name === nodeClass.name)) return undefined;
  const others = nodeClasses.filter((one) => one.kind === nodeClass.kind).map((one) => one.name);
  return {
    level: 'fail',
    rule: 'node-class',
    resource: { kind, name },
    message: `names the ${nodeClass.kind} ${nodeClass.name}, which does not exist: it starts no node`,
    evidence: [
      {
        observed: others.length === 0 ? `no ${nodeClass.kind}` : others.join(', '),
        required: `${nodeClass.kind} ${nodeClass.name}`,
        fact: 'karpenterNodeClasses',
      },
    ],
    fix: advice`Make the ${nodeClass.kind} ${nodeClass.name}, or name one that exists${others.length === 0 ? advice`` : advice` (${others.join(', ')})`}.`,
  };
}

interface Part {
  what: {
    one: string;
    fact: 'karpenterSubnets' | 'karpenterSecurityGroups' | 'karpenterImages';
    /** The call that lists all, and what of each tells it apart. */
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
    one: 'image',
    fact: 'karpenterImages',
    describe: sh`aws ec2 describe-images`,
    query: sh`--query 'Images[].[ImageId,Name,Tags]'`,
  },
} satisfies Record<string, Part['what']>;

type Selections = Partial<Pick<Facts, 'karpenterSubnets' | 'karpenterSecurityGroups' | 'karpenterImages'>>;

function partsOf({ karpenterSubnets = [], karpenterSecurityGroups = [], karpenterImages = [] }: Selections): Part[] {
  return [
    { what: kinds.subnets, selections: karpenterSubnets },
    { what: kinds.securityGroups, selections: karpenterSecurityGroups },
    { what: kinds.images, selections: karpenterImages },
  ];
}

/** The pools that a node class serves; a Provisioner serves itself. None of those that were read, and others may be: `unread`. */
function usersOf(
  { kind, name }: Selected,
  pools: readonly KarpenterPool[],
  kindsRead: readonly string[],
): readonly string[] | 'unread' {
  if (kind === 'Provisioner') return [name];
  const users = pools.flatMap((pool) =>
    pool.nodeClass?.kind === kind && pool.nodeClass.name === name ? [pool.name] : [],
  );
  const user = kind === 'EC2NodeClass' ? 'NodePool' : 'Provisioner';
  return users.length === 0 && !kindsRead.includes(user) ? 'unread' : users;
}

/** Source: pkg/providers/amifamily of aws/karpenter-provider-aws v1.0.7, the first with IncludeDeprecated. */
const findsDeprecated = '1.0.7';

/** What a selector finds, without the images that this Karpenter does not see any more. Null: no version is known. */
function withoutDeprecated(selected: Selected, version: string | null, now: string): Selected {
  if (version === null || !isBelow(version, findsDeprecated)) return selected;
  const terms = selected.terms.map((term) => {
    const gone = (term.deprecated ?? []).filter(({ since }) => hoursBetween(since, now) >= 0);
    const found = term.found.filter((one) => !gone.some(({ id }) => id === one));
    const text = `${term.text}: deprecated, which Karpenter ${version} does not find`;
    return gone.length === 0 ? term : { ...term, found, text };
  });
  return { ...selected, terms };
}

/** No term finds anything: fail. One of several finds nothing: a warning, since the others do. */
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
  const where = one === 'image' ? `account ${cluster.account} may use` : `VPC ${cluster.vpcId ?? 'of the cluster'}`;
  const among = one === 'image' ? sh`--owners self` : sh`--filters Name=vpc-id,Values=${cluster.vpcId ?? 'VPC'}`;
  const text = empty.map((term) => term.text).join('; ');
  const isUsed = users !== 'unread' && users.length > 0;
  yield {
    level: isAll && isUsed ? 'fail' : 'warn',
    rule: fact,
    ...at,
    resource: { kind, name },
    message: isAll
      ? `its selector finds no ${one} ${one === 'image' ? 'that' : 'in'} ${where} (${text})${usersText(users)}`
      : `${empty.length} of its ${terms.length} terms find no ${one} ${one === 'image' ? 'that' : 'in'} ${where} (${text})`,
    evidence: empty.map((term) => ({ observed: `${term.text}: none`, required: `one ${one} or more`, fact })),
    fix: advice`Give what is meant the tag, or write the term as it is.\n${commands(
      sh`${describe} --region ${cluster.region} ${among} ${query}`,
    )}`,
  };
}

function usersText(users: readonly string[] | 'unread'): string {
  if (users === 'unread') return '; whether a pool uses it is not known';
  const [first] = users;
  if (first === undefined) return '; no pool uses it';
  return users.length === 1 ? `: pool ${first} starts no node` : `: ${users.length} pools start no node`;
}
