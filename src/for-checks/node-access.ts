import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Context, Evidence, Finding } from '../check.ts';
import type { FactName, Facts } from '../facts/facts.ts';
import { sh } from '../syntax/shell.ts';

type Here = Pick<Context<'karpenter-node-role'>, 'cluster' | 'tables'>;
type Line = Extract<NonNullable<Facts['nodeAuthRoles']>, { state: 'read' }>['roles'][number];

/** What allows nodes to join: access entries and the ConfigMap aws-auth, as far as they were read. */
export interface Doors {
  entries: Facts['nodeAccessEntries'] | undefined;
  auth: Facts['nodeAuthRoles'] | undefined;
  /** The names of these facts, for evidence. */
  facts: { entries: FactName; auth: FactName };
}

interface Role {
  name: string;
  arn: string;
  /** The type of access entry that the nodes need; EC2_LINUX by default. */
  entryType?: 'EC2_LINUX' | 'EC2_WINDOWS';
}
type Lack = Pick<Finding, 'level' | 'message'> & { evidence: readonly Evidence[] };
type JoiningFinding = Pick<Finding, 'level' | 'message' | 'evidence' | 'fix'>;

/**
 * The finding if nodes of a role cannot join, or if that is unknown. The authentication mode API requires an access
 * entry, CONFIG_MAP a line in aws-auth. With API_AND_CONFIG_MAP, one of them is enough, and the access entry takes
 * precedence. No finding if the source that decides was not read, because the engine reports that.
 */
export function joiningFinding(role: Role, doors: Doors, here: Here): JoiningFinding | undefined {
  const { entries } = doors;
  const mode = here.cluster.authenticationMode ?? 'CONFIG_MAP';
  if (mode === 'CONFIG_MAP') return lineFinding(role, doors, here, advice``);
  const entry = entries?.find(({ principalArn }) => principalArn === role.arn);
  if (entry !== undefined) return entryTypeFinding(role, entry, doors, here);
  if (entries === undefined) return undefined;
  if (mode === 'API') return noEntryFinding(role, doors, here);
  const orEntry = advice`Create an access entry for it, which takes precedence over aws-auth:
${createEntry(role, here)}\n\nOr correct the entry in aws-auth. `;
  return lineFinding(role, doors, here, orEntry);
}

function createEntry({ arn, entryType = 'EC2_LINUX' }: Role, { cluster: { name, region } }: Here): Advice {
  return commands(
    sh`aws eks create-access-entry --cluster-name ${name} --region ${region} --principal-arn ${arn} --type ${entryType}`,
  );
}

function entryTypes({ tables }: Here): string[] {
  return tables['karpenter-node-role'].flatMap((row) => (row.rowKind === 'entry-type' ? [row.type] : []));
}

function entryTypeFinding(
  role: Role,
  { type }: NonNullable<Doors['entries']>[number],
  { facts }: Doors,
  here: Here,
): JoiningFinding | undefined {
  const types = entryTypes(here);
  if (type === null || types.includes(type)) return undefined;
  const { name, region } = here.cluster;
  return {
    level: 'fail',
    message: `its nodes cannot join: its access entry has the type ${type}`,
    evidence: [{ observed: type, required: types.join(' or '), fact: facts.entries }],
    fix: advice`The type of an access entry cannot be changed: delete it and create it again.\n${commands(
      sh`aws eks delete-access-entry --cluster-name ${name} --region ${region} --principal-arn ${role.arn}`,
    )}\n${createEntry(role, here)}`,
  };
}

function noEntryFinding(role: Role, { facts }: Doors, here: Here): JoiningFinding {
  const required = `one of type ${entryTypes(here).join(' or ')}`;
  return {
    level: 'fail',
    message: 'its nodes cannot join: it has no access entry',
    evidence: [{ observed: 'no access entry', required, fact: facts.entries }],
    fix: advice`Create the access entry.\n${createEntry(role, here)}`,
  };
}

/** @param before another fix, which comes first; empty if correcting aws-auth is the only one */
function lineFinding(role: Role, { auth, facts }: Doors, { tables }: Here, before: Advice): JoiningFinding | undefined {
  const groups = tables['karpenter-node-role'].flatMap((row) => (row.rowKind === 'group' ? [row.group] : []));
  const missing = auth === undefined ? undefined : lineLacks(role, auth, groups);
  if (missing === undefined) return undefined;
  return {
    ...missing,
    evidence: missing.evidence.map((one) => ({ ...one, fact: facts.auth })),
    fix: advice`${before}The entry under \`mapRoles\` in the ConfigMap aws-auth must be:

      \`\`\`yaml
      - rolearn: ${plainArn(role.arn)}
        username: system:node:{{EC2PrivateDNSName}}
        groups: [${groups.join(', ')}]
      \`\`\``,
  };
}

/** aws-auth does not support a path in a role's ARN. */
function plainArn(arn: string): string {
  return arn.replace(/:role\/.*\//, ':role/');
}

function lineLacks({ name, arn }: Role, auth: Facts['nodeAuthRoles'], groups: readonly string[]): Lack | undefined {
  const wanted = plainArn(arn);
  if (auth === null) return notIn('there is no ConfigMap aws-auth', 'no ConfigMap', wanted);
  if (auth.state === 'unreadable') {
    const message = `unknown whether its nodes can join: ${auth.message} in ConfigMap aws-auth`;
    return { level: 'unknown', message, evidence: [{ observed: auth.message }] };
  }
  const lines = auth.roles.filter((line) => line.arn.slice(line.arn.lastIndexOf('/') + 1) === name);
  const line = lines.find((one) => one.arn === wanted);
  if (line !== undefined) return incomplete(line, groups);
  const [near] = lines;
  if (near === undefined) return notIn('aws-auth has no entry for it', 'no entry', wanted);
  const why =
    near.arn === arn ? 'its aws-auth entry contains the path of the role' : `aws-auth has an entry for ${near.arn}`;
  return notIn(why, near.arn, wanted);
}

function notIn(why: string, observed: string, required: string): Lack {
  return {
    level: 'fail',
    message: `its nodes cannot join: ${why}`,
    evidence: [{ observed, required }],
  };
}

function incomplete({ groups: own, username }: Line, groups: readonly string[]): Lack | undefined {
  const lacks = groups.filter((group) => !own.includes(group));
  if (lacks.length > 0)
    return notIn(`its aws-auth entry lacks ${lacks.join(', ')}`, own.join(', ') || 'no groups', groups.join(', '));
  if (username.startsWith('system:node:')) return undefined;
  return notIn(
    `its aws-auth entry has the username ${username || '(none)'}`,
    username || 'none',
    'system:node:{{EC2PrivateDNSName}}',
  );
}
