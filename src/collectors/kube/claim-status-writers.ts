import { defineCollector } from '../collect.ts';
import { objectKey } from '../../syntax/object-key.ts';
import type { Facts } from '../../facts/facts.ts';
import { loadTable } from '../../tables/tables.ts';
import { allInOrder } from '../all-in-order.ts';
import type { Grant } from './access/bindings.ts';
import { listClusterBindings, listClusterRoles, type ClusterRule } from './access/cluster-rbac.ts';
import { readServerMinor } from './server-minor.ts';

type Subject = Grant['subjects'][number];
/** The maximum number of subjects kept for one role. */
const keptSubjects = 10;
const apiGroup = 'rbac.authorization.k8s.io';

export const claimStatusWriters = defineCollector('claimStatusWriters', {
  permissions: ['clusterroles', 'clusterrolebindings'].map((resource) => ({
    apiGroup,
    resource,
    verb: 'list' as const,
  })),
  from: ['cluster'],
  async collect({ kube }, facts) {
    const source = await kube();
    const current = await readServerMinor(source, await facts.reading('cluster'));
    if (current !== undefined && current >= changedFrom()) return { value: [] };
    const [roles, bindings] = await allInOrder([listClusterRoles(source), listClusterBindings(source)]);
    const grants = bindings.value.flatMap(({ grant }) => grant ?? []);
    const own = roles.value.filter(({ name }) => !/^(?:system|eks):/.test(name));
    const granular = own.filter(({ rules }) => rules.some(isGranular));
    const held = new Set(granular.flatMap(({ name }) => listSubjects(name, grants)).map(objectKey));
    const value = own
      .filter((role) => role.rules.some(writesStatus) && !granular.includes(role))
      .flatMap(({ name }): Facts['claimStatusWriters'] => {
        const subjects = listSubjects(name, grants).filter((subject) => !held.has(objectKey(subject)));
        return subjects.length === 0 ? [] : [{ name, subjects: subjects.slice(0, keptSubjects) }];
      });
    const isInconsistent = roles.inconsistent === true || bindings.inconsistent === true;
    return { value, ...(isInconsistent ? { inconsistent: true } : {}) };
  },
});

function changedFrom(): number {
  const changes = loadTable('removed-features').rows.filter(({ rowKind }) => rowKind === 'claim-status-writers');
  return Math.max(...changes.map(({ warnFrom }) => warnFrom));
}

/** The subjects to which cluster-wide bindings grant a ClusterRole, each once. */
function listSubjects(role: string, grants: readonly Grant[]): Subject[] {
  const found = grants.filter((grant) => grant.role.name === role).flatMap(({ subjects }) => subjects);
  return [...new Map(found.map((subject) => [objectKey(subject), subject])).values()];
}

/** A part of a ResourceClaim for which RBAC has a subresource. */
type Part = 'status' | 'binding' | 'driver';

/** By name: a role with the resource `*` is not for a driver. */
function writesStatus(rule: ClusterRule): boolean {
  return names(rule, 'status') && hasVerb(rule, /^(?:update|patch|\*)$/);
}

/** Source: https://kubernetes.io/docs/concepts/security/hardening-guide/dynamic-resource-allocation/ */
function isGranular(rule: ClusterRule): boolean {
  const named = (part: Part): boolean => names(rule, part) || rule.resources?.includes('*') === true;
  return (
    (isOfGroup(rule) && named('binding') && hasVerb(rule, /^(?:update|patch|\*)$/)) ||
    (isOfGroup(rule) && named('driver') && hasVerb(rule, /^(?:(?:associated|arbitrary)-node:(?:update|patch)|\*)$/))
  );
}

function names(rule: ClusterRule, part: Part): boolean {
  const parts = [`resourceclaims/${part}`, `*/${part}`];
  return isOfGroup(rule) && rule.resources?.some((resource) => parts.includes(resource)) === true;
}

function isOfGroup({ apiGroups }: ClusterRule): boolean {
  return apiGroups?.some((group) => group === 'resource.k8s.io' || group === '*') === true;
}

function hasVerb({ verbs }: ClusterRule, pattern: RegExp): boolean {
  return verbs?.some((verb) => pattern.test(verb)) === true;
}
