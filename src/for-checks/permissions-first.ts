import type { Evidence } from '../check.ts';
import type { Component } from '../facts/kube.ts';
import { advice, commands, joinAdvice, ofTable, type Advice } from '../syntax/advice.ts';
import { formatList } from '../syntax/english.ts';
import { continued, json, sh, type Command } from '../syntax/shell.ts';
import { roleByHand } from './managed-fix.ts';
import { gitOpsName, resolveOwner } from './owners.ts';
import type { Lack, Needs } from './release-permissions.ts';

type RbacLack = Extract<Lack, { is: 'rbac' }>;
type IamLack = Extract<Lack, { is: 'iam' }>;
type Unread = Needs['unread'][number];

/** The component that is updated, with what shows how it was installed. */
interface Updated {
  component: string;
  copy: Partial<Pick<Component, 'addon' | 'owner'>> & { namespace: string };
}

/** The fix of an update, after what to do about the permissions that its releases need; unchanged if it has them all. */
export function afterPermissions(needs: Needs, updated: Updated, fix: Advice): Advice {
  const first = permissionsFirst(needs, updated);
  return first === undefined ? fix : advice`${first}\n\n${fix}`;
}

/**
 * How to add the permissions that a component lacks, and how to see whether it has those that could not be read.
 * Undefined if it has all, or if the releases need no new one.
 */
export function permissionsFirst(needs: Needs, updated: Updated): Advice | undefined {
  const rbac = needs.lacking.flatMap((lack) => (lack.is === 'rbac' ? [lack] : []));
  const iam = needs.lacking.flatMap((lack) => (lack.is === 'iam' ? [lack] : []));
  const roles = [...new Set(iam.map(({ role }) => role))];
  const parts = [
    ...(rbac.length === 0 ? [] : [addRules(rbac, needs, updated)]),
    ...roles.map((role) =>
      addActions(
        role,
        iam.filter((lack) => lack.role === role),
        updated,
      ),
    ),
    ...(needs.unread.length === 0 ? [] : [showRights(needs, updated)]),
  ];
  return parts.length === 0 ? undefined : joinAdvice(parts, '\n\n');
}

/** The whole permission: `get, list and watch on volumeattachments.storage.k8s.io`. */
export function lackText(lack: Lack): string {
  if (lack.is === 'iam') return formatAll(lack.actions);
  const { group } = lack.row;
  const resources = lack.resources.map((one) => (group === '' ? one : `${one}.${group}`));
  return `${formatAll(lack.verbs)} on ${formatAll(resources)}`;
}

/** What the component lacks, as evidence of its update. */
export function toEvidence({ lacking }: Needs): Evidence[] {
  return lacking.map((lack) => ({
    observed: `no permission: ${lackText(lack)}`,
    required: `from ${lack.row.from} on`,
    fact: 'componentRights',
  }));
}

function formatAll(words: readonly string[]): string {
  return formatList(words, words.length);
}

function listReasons(lacks: readonly Lack[]): string {
  return lacks.map((lack) => `${lackText(lack)} (${formatReason(lack.row)})`).join('; ');
}

function formatReason({ from, what, without }: Lack['row']): string {
  return `from ${from} on, it ${what}${without === undefined ? '' : `; without it, ${without}`}`;
}

/** A separate ClusterRole: the one that is bound may belong to a chart, whose next update would revert a change. */
function addRules(lacks: readonly RbacLack[], { account }: Needs, { component, copy }: Updated): Advice {
  const owner = resolveOwner(copy);
  const { namespace, serviceAccount } = account ?? { namespace: copy.namespace, serviceAccount: 'SERVICE_ACCOUNT' };
  const lacking = advice`First, allow ServiceAccount ${namespace}/${serviceAccount} what it lacks: ${listReasons(lacks)}.`;
  if (owner.kind === 'gitops')
    return advice`${lacking} ${gitOpsName(owner)} manages it: add the rule to its ClusterRole in the repository.`;
  const chart = lacks.flatMap(({ row }) => row.chart ?? []).at(-1);
  if (owner.kind === 'helm' && chart !== undefined)
    return advice`${lacking} The project's chart has the rule from ${chart} on: choose that version or a newer one, not only a newer image.`;
  const name = `${component}-new-permissions`;
  return advice`${lacking}\n${commands(
    sh`echo ${json({ apiVersion: 'v1', kind: 'List', items: [buildRole(name, lacks), buildBinding(name, namespace, serviceAccount)] })} | kubectl apply -f -`,
    ...lacks.flatMap(({ row, resources, verbs }) =>
      resources.map((resource) =>
        canI({ ...row, resources: [resource], verbs: [...verbs] }, namespace, serviceAccount),
      ),
    ),
  )}`;
}

function buildRole(name: string, lacks: readonly RbacLack[]) {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name },
    rules: lacks.map(({ row, resources, verbs }) => ({ apiGroups: [row.group], resources, verbs })),
  };
}

function buildBinding(name: string, namespace: string, serviceAccount: string) {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', namespace, name: serviceAccount }],
  };
}

function canI({ group, resources: [named = ''], verbs }: RbacLack['row'], namespace: string, account: string): Command {
  const verb = verbs.includes('list') ? 'list' : (verbs[0] ?? 'get');
  const [resource = '', subresource] = named.split('/');
  const type = group === '' ? resource : `${resource}.${group}`;
  const part = subresource === undefined ? sh`` : sh` --subresource=${subresource}`;
  return sh`kubectl auth can-i ${verb} ${type}${part} --all-namespaces --as=system:serviceaccount:${namespace}:${account}`;
}

/** Only actions that change nothing are added on all resources. */
function addActions(arn: string, lacks: readonly IamLack[], { component }: Updated): Advice {
  const role = arn.slice(arn.lastIndexOf('/') + 1);
  const actions = [...new Set(lacks.flatMap((lack) => lack.actions))];
  const reads = actions.filter(isRead);
  const writes = lacks.filter((lack) => !lack.actions.every(isRead));
  const rest =
    writes.length === 0
      ? advice``
      : advice` Add the statements for ${formatAll(writes.flatMap((lack) => lack.actions).filter((one) => !isRead(one)))} from the [project's policy](${ofTable(writes.at(-1)?.row.source ?? '')}).`;
  const add = sh`aws iam put-role-policy --role-name ${role} --policy-name ${`${component}-new-permissions`}`;
  const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: reads, Resource: '*' }] };
  const policy = continued(add, sh`--policy-document ${json(document)}`);
  return advice`First, allow role ${role} what it lacks: ${listReasons(lacks)}. ${roleByHand}${rest}\n${commands(
    ...(reads.length === 0 ? [] : [policy]),
    simulate(arn, actions),
  )}`;
}

function isRead(action: string): boolean {
  return /:(?:Describe|Get|List)/.test(action);
}

/** How to see whether the component has permissions that could not be read. */
function showRights({ unread, account }: Needs, { copy }: Updated): Advice {
  const { namespace, serviceAccount } = account ?? { namespace: copy.namespace, serviceAccount: 'SERVICE_ACCOUNT' };
  const rules = unread.flatMap((one) => (one.is === 'rbac' ? [one.row] : []));
  const roles = new Set(unread.flatMap((one) => (one.is === 'iam' ? [one.role] : [])));
  return advice`First, check that it has these permissions: ${listUnread(unread)}. Each line must print \`yes\` or \`allowed\`.\n${commands(
    ...rules.flatMap((row) =>
      row.resources.map((resource) => canI({ ...row, resources: [resource] }, namespace, serviceAccount)),
    ),
    ...[...roles].map((role) => simulate(role ?? 'ROLE_ARN', listActions(unread, role))),
  )}`;
}

function listActions(unread: readonly (Lack | Unread)[], role: string | undefined): string[] {
  return [...new Set(unread.flatMap((one) => (one.is === 'iam' && one.role === role ? one.row.actions : [])))];
}

function listUnread(unread: readonly Unread[]): string {
  const texts = unread.map(({ row }) => {
    const { resources, actions } = { resources: [], actions: [], ...row };
    return `${formatAll([...resources, ...actions])} (${formatReason(row)})`;
  });
  return [...new Set(texts)].join('; ');
}

function simulate(arn: string, actions: readonly string[]): Command {
  return continued(
    sh`aws iam simulate-principal-policy --policy-source-arn ${arn}`,
    sh`--action-names ${actions}`,
    sh`--query 'EvaluationResults[].[EvalActionName,EvalDecision]' --output text`,
  );
}

/**
 * The commands that show the permissions which a component lacks or may lack, under a comment: for lists of several
 * components. What installs a component with its chart or from a repository brings its ClusterRole.
 */
export function listRightsCommands(needs: Needs, { copy }: Updated): Command[] {
  const { namespace, serviceAccount } = needs.account ?? {
    namespace: copy.namespace,
    serviceAccount: 'SERVICE_ACCOUNT',
  };
  const isByHand = resolveOwner(copy).kind === 'not seen';
  const all = [...needs.lacking, ...needs.unread];
  const rules = all.flatMap((one) => (one.is === 'rbac' && isByHand ? [one.row] : []));
  const roles = new Set(all.flatMap((one) => (one.is === 'iam' ? [one.role] : [])));
  const lines = [
    ...rules.flatMap((row) =>
      row.resources.map((resource) => canI({ ...row, resources: [resource] }, namespace, serviceAccount)),
    ),
    ...[...roles].map((role) => simulate(role ?? 'ROLE_ARN', listActions(all, role))),
  ];
  return lines.length === 0 ? [] : [sh`# first, check that it has the permissions that the release needs`, ...lines];
}
