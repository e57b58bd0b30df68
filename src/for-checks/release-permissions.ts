import type { ComponentRights } from '../facts/component-rights.ts';
import { isBelow } from '../syntax/versions.ts';
import type { Tables } from '../tables/tables.ts';
import { evaluate, type Decision } from './iam/evaluate.ts';
import { principalContext, toRoleRights } from './iam/role.ts';

type Row = Tables['release-permissions'][number];
type RbacRow = Extract<Row, { rowKind: 'rbac' }>;
type IamRow = Extract<Row, { rowKind: 'iam' }>;
type Role = NonNullable<ComponentRights['roles']>[number];

/** An update of a component to one release, or through several. */
export interface Move {
  component: string;
  /** The workload; omitted for an EKS add-on, which brings its own ClusterRoles. */
  copy?: { namespace: string; name: string };
  /** Null if the running release is unknown. */
  from: string | null;
  releases: readonly string[];
  /** Whether the VPC CNI discovers subnets. Omitted if this is unknown, and for other components. */
  discoversSubnets?: boolean;
}

/** A permission that a release of the move needs. */
export type Lack =
  | { is: 'rbac'; row: RbacRow; resources: readonly string[]; verbs: readonly string[] }
  | { is: 'iam'; row: IamRow; actions: readonly string[]; role: string };

/** What the releases of a move need. */
export interface Needs {
  /** The component does not have it. */
  lacking: readonly Lack[];
  /** New in these releases; whether the component has it was not read. `role`: an ARN, if it is known. */
  unread: readonly ({ is: 'rbac'; row: RbacRow } | { is: 'iam'; row: IamRow; role: string | undefined })[];
  /** The ServiceAccount; undefined if the component's rights were not read. */
  account: { namespace: string; serviceAccount: string } | undefined;
}

/**
 * Compares what the releases of a move need with what the component may do. A permission that the running release also
 * needs counts only if a release of the move stops without it.
 * @param rights undefined if they were not read
 */
export function compareRights(
  rows: Tables['release-permissions'],
  rights: readonly ComponentRights[] | undefined,
  move: Move,
): Needs {
  const { copy, component } = move;
  const own = rights?.find(
    (one) =>
      one.component === component &&
      (copy === undefined || (one.namespace === copy.namespace && one.name === copy.name)),
  );
  const needed = rows.filter((row) => needs(row, move));
  const rbac = needed.flatMap((row) => (row.rowKind === 'rbac' && copy !== undefined ? [row] : []));
  const iam = needed.flatMap((row) => (row.rowKind === 'iam' && isNew(row, move) ? [row] : []));
  const roles = own?.roles ?? null;
  const judged = iam.flatMap((row) => (roles === null ? [unreadIam(row, undefined)] : judgeRoles(row, roles)));
  const grants = rbac.flatMap((row) => judgeRequests(row, own, move));
  const all = [...grants, ...judged];
  return {
    lacking: all.flatMap((one) => ('lacks' in one ? [one.lacks] : [])),
    unread: all.flatMap((one) => ('unread' in one ? [one.unread] : [])),
    account: own,
  };
}

type Judged = { lacks: Lack } | { unread: Needs['unread'][number] };

function needs(row: Row, move: Move): boolean {
  const { component, releases, discoversSubnets } = move;
  if (row.component !== component) return false;
  if (row.rowKind === 'iam' && row.when === 'subnet-discovery' && discoversSubnets === false) return false;
  const isNeeded = releases.some(
    (release) => !isBelow(release, row.from) && (row.below === undefined || isBelow(release, row.below)),
  );
  return isNeeded && (isNew(row, move) || row.without !== undefined);
}

function isNew({ from: first }: Row, { from }: Move): boolean {
  return from === null || isBelow(from, first);
}

function judgeRequests(row: RbacRow, own: ComponentRights | undefined, move: Move): Judged[] {
  const requests = own?.requests?.filter(
    ({ group, resource, verb }) => group === row.group && row.resources.includes(resource) && row.verbs.includes(verb),
  );
  if (requests === undefined || requests.length < row.resources.length * row.verbs.length)
    return isNew(row, move) ? [{ unread: { is: 'rbac', row } }] : [];
  const refused = requests.filter(({ allowed }) => !allowed);
  if (refused.length === 0) return [];
  const resources = [...new Set(refused.map(({ resource }) => resource))];
  return [{ lacks: { is: 'rbac', row, resources, verbs: [...new Set(refused.map(({ verb }) => verb))] } }];
}

/** One result for each role that lacks an action, or of which this is unknown. */
function judgeRoles(row: IamRow, roles: readonly Role[]): Judged[] {
  return roles.flatMap((role): Judged[] => {
    const answers = row.actions.map((action) => [action, mayCall(role, action)] as const);
    const actions = answers.flatMap(([action, answer]) => (answer === 'no' ? [action] : []));
    if (actions.length > 0) return [{ lacks: { is: 'iam', row, actions, role: role.arn } }];
    return answers.some(([, answer]) => answer === 'unknown') ? [unreadIam(row, role.arn)] : [];
  });
}

function unreadIam(row: IamRow, role: string | undefined): Judged {
  return { unread: { is: 'iam', row, role } };
}

/** `unknown` also if a policy allows the action on some resources only: those that it needs are not in the table. */
function mayCall({ arn, own }: Role, action: string): 'yes' | 'no' | 'unknown' {
  if (own === null) return 'unknown';
  const { policies, boundary } = toRoleRights(own);
  const decision = evaluate(policies, boundary, { action, resource: '*', context: principalContext(arn) });
  if (decision.answer !== 'denied') return decision.answer === 'allowed' ? 'yes' : 'unknown';
  return coversAction(decision) ? 'unknown' : 'no';
}

function coversAction(denied: Extract<Decision, { answer: 'denied' }>): boolean {
  if (denied.because === 'deny') return false;
  return denied.nearest !== null && !denied.nearest.lacks.some(({ element }) => element === 'action');
}
