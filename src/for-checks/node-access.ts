import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Context, Evidence, Finding } from '../check.ts';
import type { FactName, Facts } from '../facts/facts.ts';
import { sh } from '../syntax/shell.ts';
import { besideClusterManager } from './managed-cluster.ts';
import { behindManager } from './managed-fix.ts';
import { describeLine, findLine, lineLacks, type Lack } from './auth-line.ts';

type Here = Pick<Context<'karpenter-node-role' | 'managed-changes'>, 'cluster' | 'tables'>;

/** What allows nodes to join: access entries and the ConfigMap aws-auth, as far as they were read. */
export interface Doors {
  entries: Facts['nodeAccessEntries'] | undefined;
  auth: Facts['nodeAuthRoles'] | undefined;
  /** The names of these facts, for evidence. */
  facts: { entries: FactName; auth: FactName };
}

/** The operating systems of the nodes of a role; empty if they are unknown. */
export type Systems = ReadonlySet<'linux' | 'windows'>;

export interface JoiningRole {
  name: string;
  arn: string;
  systems: Systems;
}

/** `join`: its nodes cannot join; `services`: its Windows nodes join without access to Services; `type`: they work. */
export type JoiningFinding = Pick<Finding, 'level' | 'message' | 'evidence' | 'fix'> & {
  rule: 'join' | 'services' | 'type';
};

/**
 * The finding if nodes of a role cannot join or join without what they need, or if that is unknown. The authentication
 * mode API requires an access entry, CONFIG_MAP a line in aws-auth. With API_AND_CONFIG_MAP, one of them is enough, and
 * the access entry takes precedence. No finding if the source that decides was not read, because the engine reports
 * that.
 */
export function joiningFinding(role: JoiningRole, doors: Doors, here: Here): JoiningFinding | undefined {
  const { entries } = doors;
  const mode = here.cluster.authenticationMode ?? 'CONFIG_MAP';
  if (mode === 'CONFIG_MAP') return lineFinding(role, doors, here, advice``);
  // IAM does not distinguish roles by case: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  const entry = entries?.find(({ principalArn }) => principalArn.toLowerCase() === role.arn.toLowerCase());
  if (entry !== undefined) return entryTypeFinding(role, entry, doors, here);
  if (entries === undefined) return undefined;
  if (mode === 'API') return noEntryFinding(role, doors, here);
  const orEntry = advice`Create an access entry for it, which takes precedence over aws-auth:
${createEntry(role, here)}\n\nOr correct the entry in aws-auth. `;
  return lineFinding(role, doors, here, orEntry);
}

function createEntry({ arn, systems }: JoiningRole, { cluster: { name, region } }: Here): Advice {
  const type = systems.has('windows') ? 'EC2_WINDOWS' : 'EC2_LINUX';
  const create = commands(
    sh`aws eks create-access-entry --cluster-name ${name} --region ${region} --principal-arn ${arn} --type ${type}`,
  );
  if (systems.size === 1) return create;
  return systems.size === 0
    ? advice`${create}\nFor Windows nodes, the type is \`EC2_WINDOWS\`.`
    : advice`${create}\nGive the Linux nodes a separate role: an access entry has one type.`;
}

/** The types of access entries with which these nodes join. */
function entryTypes(systems: Systems, { tables }: Here): string[] {
  const isWanted = (system: 'linux' | 'windows') =>
    systems.size === 0 || (systems.has('windows') ? system === 'windows' : systems.has(system));
  return tables['karpenter-node-role'].flatMap((row) =>
    row.rowKind === 'entry-type' && isWanted(row.system) ? [row.type] : [],
  );
}

function entryTypeFinding(
  role: JoiningRole,
  { type, tags }: NonNullable<Doors['entries']>[number],
  { facts }: Doors,
  here: Here,
): JoiningFinding | undefined {
  const types = entryTypes(role.systems, here);
  const isMixed = role.systems.size === 2;
  if (type === null || (types.includes(type) && !isMixed)) return undefined;
  const { name, region } = here.cluster;
  const required = types.join(' or ');
  return {
    ...describeType(type, role.systems, entryTypes(new Set(), here).includes(type)),
    evidence: [
      { observed: type, required: isMixed ? 'a role for each operating system' : required, fact: facts.entries },
    ],
    fix: types.includes(type)
      ? advice`Create a second node role for the Linux nodes, with an access entry of type \`EC2_LINUX\`, and use it for
          their node groups.`
      : behindManager(
          advice`The type of an access entry cannot be changed: delete it and create it again. The new entry has neither the
      access policies nor the groups and tags of the old one: save them first if people or programs use the role as
      well.\n${commands(
        sh`aws eks describe-access-entry --cluster-name ${name} --region ${region} --principal-arn ${role.arn}`,
        sh`aws eks list-associated-access-policies --cluster-name ${name} --region ${region} --principal-arn ${role.arn}`,
        sh`aws eks delete-access-entry --cluster-name ${name} --region ${region} --principal-arn ${role.arn}`,
      )}\n${createEntry(role, here)}`,
          {
            of: { tags },
            subject: 'the access entry',
            change: 'access-entry',
            rows: here.tables['managed-changes'],
            values: { cluster: name },
          },
        ),
  };
}

/** Linux nodes join with an entry for Windows nodes: its groups are those of EC2_LINUX and one more. */
function describeType(
  type: string,
  systems: Systems,
  isOfNodes: boolean,
): Pick<JoiningFinding, 'level' | 'rule' | 'message'> {
  if (!isOfNodes)
    return { level: 'fail', rule: 'join', message: `its nodes cannot join: its access entry has the type ${type}` };
  if (type === 'EC2_WINDOWS')
    return { level: 'warn', rule: 'type', message: `its access entry has the type ${type}, but Linux nodes use it` };
  return { level: 'fail', rule: 'services', message: `${withoutServices}: its access entry has the type ${type}` };
}

/** https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html: the group is required for DNS. */
const withoutServices = 'pods on its Windows nodes reach no Services and no cluster DNS';

function noEntryFinding(role: JoiningRole, { facts }: Doors, here: Here): JoiningFinding {
  const required = `one of type ${entryTypes(role.systems, here).join(' or ')}`;
  return {
    level: 'fail',
    rule: 'join',
    message: 'its nodes cannot join: it has no access entry',
    evidence: [{ observed: 'no access entry', required, fact: facts.entries }],
    fix: besideClusterManager(
      advice`Create the access entry.\n${createEntry(role, here)}`,
      here.cluster,
      'access-entry',
      here.tables,
    ),
  };
}

/** @param before another fix, which comes first; empty if correcting aws-auth is the only one */
function lineFinding(
  role: JoiningRole,
  { auth, facts }: Doors,
  { tables }: Here,
  before: Advice,
): JoiningFinding | undefined {
  if (auth === undefined) return undefined;
  const rows = tables['karpenter-node-role'].flatMap((row) => (row.rowKind === 'group' ? [row] : []));
  const toJoin = rows.flatMap(({ group, system }) => (system === undefined ? [group] : []));
  const groups = rows.flatMap(({ group, system }) => (system === undefined || role.systems.has(system) ? [group] : []));
  const missing = lineLacks(role, auth, toJoin) ?? lacksServices(role, auth, groups);
  if (missing === undefined) return undefined;
  return {
    rule: 'join',
    ...missing,
    evidence: missing.evidence.map((one): Evidence => ({ ...one, fact: facts.auth })),
    fix: advice`${before}The entry under \`mapRoles\` in the ConfigMap aws-auth must be:\n\n${describeLine(role, groups)}`,
  };
}

function lacksServices(
  role: JoiningRole,
  auth: Facts['nodeAuthRoles'],
  groups: readonly string[],
): (Lack & { rule: 'services' }) | undefined {
  const own = findLine(role, auth)?.groups ?? groups;
  const lacks = groups.filter((group) => !own.includes(group));
  if (lacks.length === 0) return undefined;
  return {
    level: 'fail',
    rule: 'services',
    message: `${withoutServices}: its aws-auth entry lacks ${lacks.join(', ')}`,
    evidence: [{ observed: own.join(', '), required: groups.join(', ') }],
  };
}
