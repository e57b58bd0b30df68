import { Document, isNode, isScalar, visit } from '../../syntax/yaml.ts';
import type { Permission } from '../../facts/reason.ts';
import { commentLines } from './comment.ts';
import type { Place } from './place.ts';
import { group, buildRoles, type Role, type Rule } from './rbac-roles.ts';

/** The roles for the Kubernetes permissions, their bindings to a group, and how to map an IAM role to that group. */
export function rbacManifests(permissions: readonly Permission[], place?: Place): string {
  const roles = buildRoles(permissions);
  if (roles.length === 0) return '# These checks need no Kubernetes permissions.\n';
  return `${head(place)}${rolesYaml(roles, group)}`;
}

/** The name of the roles for missing permissions. With the name in `group`, they would replace the usual roles. */
const missingName = `${group}-missing`;

/** The roles for what a scan lacked, and to whom to bind them: the scan's identity already has a group or user name. */
export function missingManifests(permissions: readonly Permission[]): string {
  return `${missingHead}${rolesYaml(buildRoles(permissions), missingName)}`;
}

const missingHead = `# Bound to the group "${group}". If the identity of the scan is not in it, replace the subject of each binding:
# with a group of the identity (kind: Group), or with its user name (kind: User, name: USER).
# As that identity, list both: kubectl auth whoami
`;

function rolesYaml(roles: readonly Role[], name: string): string {
  return roles.flatMap((role) => [roleYaml(role, name), bindingYaml(role, name)]).join('---\n');
}

function head(place: Place | undefined): string {
  const cluster = place === undefined ? 'CLUSTER' : `${place.cluster} --region ${place.region}`;
  return `# Bind the IAM role that runs eks-preflight to the group "${group}" with an access entry:
#   aws eks create-access-entry --cluster-name ${cluster} --principal-arn ROLE_ARN --kubernetes-groups ${group}
# or, if the authentication mode of the cluster is CONFIG_MAP, with an entry under mapRoles in kube-system/aws-auth:
#   - rolearn: ROLE_ARN
#     username: eks-preflight
#     groups: [${group}]
`;
}

const api = 'rbac.authorization.k8s.io';

function roleYaml({ namespace, rules }: Role, name: string): string {
  const document = new Document({ ...buildHeader(namespace, name, ''), rules: rules.map(manifestRule) });
  for (const [index, rule] of rules.entries()) {
    const note = 'note' in rule ? rule.note : undefined;
    const node = document.getIn(['rules', index], true);
    if (note !== undefined && isNode(node)) node.commentBefore = ` ${commentLines(note).join('\n ')}`;
  }
  return written(document);
}

function bindingYaml({ namespace }: Role, name: string): string {
  const roleRef = { apiGroup: api, kind: toRoleKind(namespace), name };
  const subjects = [{ apiGroup: api, kind: 'Group', name: group }];
  return written(new Document({ ...buildHeader(namespace, name, 'Binding'), roleRef, subjects }));
}

function buildHeader(namespace: string | null, name: string, suffix: '' | 'Binding'): object {
  const metadata = namespace === null ? { name } : { name, namespace };
  return { apiVersion: `${api}/v1`, kind: `${toRoleKind(namespace)}${suffix}`, metadata };
}

function toRoleKind(namespace: string | null): 'ClusterRole' | 'Role' {
  return namespace === null ? 'ClusterRole' : 'Role';
}

function manifestRule(rule: Rule): object {
  if ('urls' in rule) return { nonResourceURLs: rule.urls, verbs: ['get'] };
  const { apiGroup, resources, names, verb } = rule;
  const resourceNames = names === undefined ? {} : { resourceNames: names };
  return { apiGroups: [apiGroup], resources, ...resourceNames, verbs: [verb] };
}

/** Writes each list of strings on one line, as is usual for roles. */
function written(document: Document): string {
  visit(document, {
    Seq(_key, list) {
      if (list.items.every(isScalar)) list.flow = true;
    },
  });
  return document.toString({ flowCollectionPadding: false, lineWidth: 0 });
}
