import type { ComponentRights } from '../../facts/component-rights.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Reading } from '../../facts/reading.ts';
import type { Sources } from '../../sources/sources.ts';
import { loadTable, type Tables } from '../../tables/tables.ts';
import { isBelow } from '../../syntax/versions.ts';
import { allInOrder } from '../all-in-order.ts';
import { findRoleArns, ifRead, readRole } from '../aws/component-roles.ts';
import { rolePolicyPermissions } from '../aws/role-policies.ts';
import { defineCollector, type FactReader } from '../collect.ts';
import type { Joined } from '../for-joins.ts';
import { readAllowedRequests, type ClusterRequest } from './access/allowed-requests.ts';
import { findComponent } from './components.ts';
import type { Credentials } from './karpenter/identity.ts';

type Row = Tables['release-permissions'][number];
type Parts = 'addons' | 'controllers' | 'daemonSets' | 'deployments' | 'nodegroups' | 'pods' | 'selfManagedRoles';

/** A copy of a component of the table, before its rights are read. */
interface Copy extends Pick<ComponentRights, 'component' | 'kind' | 'namespace' | 'name' | 'serviceAccount'> {
  version: string | null;
  addonRole: string | null | undefined;
  credentials: Credentials | undefined;
}

/**
 * Never fails: a right that cannot be read is null, and the fix of an update has the command that shows it. So nothing
 * passes that was not seen, and no check is unknown for a permission that no update needs.
 */
export const componentRights = defineCollector('componentRights', {
  permissions: [
    ...['clusterroles', 'clusterrolebindings'].map((resource) => ({
      apiGroup: 'rbac.authorization.k8s.io',
      resource,
      verb: 'list' as const,
    })),
    { iam: 'eks:DescribePodIdentityAssociation' },
    { iam: 'eks:ListPodIdentityAssociations' },
    { iam: 'iam:GetRole' },
    { iam: 'iam:ListAttachedRolePolicies' },
    ...rolePolicyPermissions,
  ],
  from: ['cluster', 'addons', 'controllers', 'daemonSets', 'deployments', 'nodegroups', 'pods', 'selfManagedRoles'],
  async collect(sources, facts) {
    const cluster = await facts.read('cluster');
    const copies = await findCopies(facts);
    const [requests, roles] = await allInOrder([
      readRequests(sources, copies),
      readRoles(sources, facts, cluster, copies),
    ]);
    return {
      value: copies.map(({ version: _version, addonRole: _role, credentials: _credentials, ...copy }, index) => ({
        ...copy,
        requests: requests[index] ?? null,
        roles: roles[index] ?? null,
      })),
    };
  },
});

async function findCopies(facts: FactReader<Parts>): Promise<Copy[]> {
  const [addons, deployments, daemonSets, pods, controllers] = await allInOrder([
    facts.reading('addons'),
    facts.joinedReading('deployments'),
    facts.joinedReading('daemonSets'),
    facts.joinedReading('pods'),
    facts.reading('controllers'),
  ]);
  const workloads = [...listRead(deployments), ...listRead(daemonSets)];
  const entries = workloads.map(({ entry }) => entry);
  const known = [...listRead(addons)];
  const named = new Set(loadTable('release-permissions').rows.map(({ component }) => component));
  const found = [
    ...(['aws-load-balancer-controller', 'cluster-autoscaler', 'vpc-cni'] as const).flatMap((component) =>
      findComponent(component, entries, known).map((copy) => ({ ...copy, component })),
    ),
    ...listRead(controllers).flatMap((copy) => {
      const component = [...named].find((name) => name === copy.controller);
      return component === undefined ? [] : [{ ...copy, component }];
    }),
  ];
  return found.map(({ component, kind, namespace, name, version, addon }) => ({
    component,
    kind,
    namespace,
    name,
    version,
    serviceAccount: findServiceAccount(workloads, { kind, namespace, name }),
    addonRole: known.find((one) => one.name === addon)?.serviceAccountRoleArn,
    credentials: findCredentials(listRead(pods), { kind, namespace, name }),
  }));
}

function listRead<Item>(reading: Reading<readonly Item[]>): readonly Item[] {
  return reading.ok ? reading.value : [];
}

type Named = Pick<Copy, 'kind' | 'namespace' | 'name'>;

function findServiceAccount(workloads: readonly Joined<'deployments'>[], { kind, namespace, name }: Named): string {
  const own = workloads.find(
    ({ entry }) => entry.kind === kind && entry.namespace === namespace && entry.name === name,
  );
  return own?.serviceAccount ?? 'default';
}

function findCredentials(pods: readonly Joined<'pods'>[], { kind, namespace, name }: Named): Credentials | undefined {
  return pods.find(
    ({ credentials, entry: { controller, namespace: own } }) =>
      credentials !== undefined && own === namespace && controller?.kind === kind && controller.name === name,
  )?.credentials;
}

async function readRequests({ kube }: Sources, copies: readonly Copy[]): Promise<ComponentRights['requests'][]> {
  const requests = copies.map(({ component }) => listRequests(component));
  if (requests.every(({ length }) => length === 0)) return requests.map(() => []);
  const isAllowed = await ifRead(async () => readAllowedRequests(await kube(), copies));
  if (typeof isAllowed === 'symbol') return requests.map(() => null);
  return copies.map((copy, index) => {
    const answers = (requests[index] ?? []).flatMap((request) => {
      const allowed = isAllowed(copy, request);
      return allowed === undefined ? [] : [{ ...request, allowed }];
    });
    return answers.length === requests[index]?.length ? answers : null;
  });
}

function listRequests(component: string): ClusterRequest[] {
  const all = loadTable('release-permissions').rows.flatMap((row): ClusterRequest[] =>
    row.rowKind === 'rbac' && row.component === component
      ? row.resources.flatMap((resource) => row.verbs.map((verb) => ({ verb, group: row.group, resource })))
      : [],
  );
  return [...new Map(all.map((request) => [JSON.stringify(request), request])).values()];
}

/** Reads roles only for copies of which a newer release needs another action. */
async function readRoles(
  { aws }: Sources,
  facts: FactReader<Parts>,
  { name, account }: Facts['cluster'],
  copies: readonly Copy[],
): Promise<ComponentRights['roles'][]> {
  const { rows } = loadTable('release-permissions');
  const concerned = copies.map((copy) => rows.some((row) => isAhead(row, copy)));
  if (!concerned.includes(true)) return copies.map(() => null);
  const groups = await readNodeRoles(facts);
  const arns = await allInOrder(
    copies.map(async (copy, index) => (concerned[index] === true ? findRoleArns(aws, name, copy, groups) : undefined)),
  );
  const distinct = [...new Set(arns.flatMap((own) => own ?? []))];
  const read = await allInOrder(distinct.map((arn) => readRole(aws, arn, account)));
  const roles = new Map(read.map((role) => [role.arn, role]));
  return arns.map((own) => (own === undefined ? null : own.flatMap((arn) => roles.get(arn) ?? [])));
}

/** The roles of all node groups; empty if the groups could not be read. */
async function readNodeRoles(facts: FactReader<Parts>): Promise<string[]> {
  const [nodegroups, selfManaged] = await allInOrder([facts.reading('nodegroups'), facts.reading('selfManagedRoles')]);
  const arns = [
    ...listRead(nodegroups).map(({ nodeRole }) => nodeRole),
    ...listRead(selfManaged).map(({ role }) => role),
  ];
  return [...new Set(arns.flatMap((arn) => arn ?? []))];
}

function isAhead(row: Row, { component, version }: Copy): boolean {
  return row.rowKind === 'iam' && row.component === component && (version === null || isBelow(version, row.from));
}
