import type { Place } from './place.ts';
import type { Permission } from '../facts/reason.ts';

/** The Kubernetes group that the roles are bound to, and the roles' own name. */
export const group = 'eks-preflight';

/** One rule of a role. `note` says what is to be known before it is granted. */
export type Rule =
  | { apiGroup: string; resources: readonly string[]; names?: readonly string[]; verb: string; note?: string }
  | { urls: readonly string[] };

/** What is granted in the whole cluster (a ClusterRole; `namespace` is null), or in one namespace (a Role). */
export interface Role {
  namespace: string | null;
  rules: readonly Rule[];
}

type Resource = Extract<Permission, { resource: string }>;

/** The ClusterRole first; then a Role for each namespace in which objects are read by name. */
export function rolesOf(permissions: readonly Permission[]): Role[] {
  const resources = permissions.filter((permission) => 'resource' in permission);
  const namespaces = [...new Set(resources.flatMap(({ namespace }) => namespace ?? []))].sort();
  const ofCluster = [
    ...rulesOf(resources.filter(({ namespace }) => namespace === undefined)),
    ...pathRules(permissions),
  ];
  const roles = namespaces.map((namespace) => ({
    namespace,
    rules: rulesOf(resources.filter((permission) => permission.namespace === namespace)),
  }));
  return [{ namespace: null, rules: ofCluster }, ...roles].filter(({ rules }) => rules.length > 0);
}

/** Folded by group and verb; objects that are read by name, by their resource. */
function rulesOf(resources: readonly Resource[]): Rule[] {
  const folded = new Map<string, Resource[]>();
  for (const permission of resources) {
    const { apiGroup, verb, resource, name } = permission;
    const note = noteOf(permission);
    const key = [apiGroup, verb, name === undefined ? '' : resource, note ?? ''].join('\n');
    folded.set(key, [...(folded.get(key) ?? []), permission]);
  }
  return [...folded.values()].map(ruleOf);
}

function ruleOf(permissions: readonly Resource[]): Rule {
  const [{ apiGroup, verb, namespace } = { apiGroup: '', verb: 'get', namespace: undefined }] = permissions;
  const names = permissions.flatMap(({ name }) => name ?? []).toSorted();
  const note = namespace === undefined ? permissions.map(noteOf)[0] : undefined;
  return {
    apiGroup,
    resources: [...new Set(permissions.map(({ resource }) => resource))].toSorted(),
    ...(names.length === 0 ? {} : { names }),
    verb,
    ...(note === undefined ? {} : { note }),
  };
}

const secretsNote =
  'As good as cluster-admin: every Secret can be read, tokens of service accounts among them. Helm releases are listed in all namespaces, so that a Role is not enough. Grant it for one scan, or leave --with secrets out: karpenter/helm-release is then skipped.';
const karpenterNote =
  "Read in Karpenter's namespace only, whichever that is. To narrow this rule, move it into a Role and a RoleBinding of that namespace.";

function noteOf({ resource, verb, namespace }: Resource): string | undefined {
  if (namespace !== undefined) return undefined;
  if (resource === 'secrets') return secretsNote;
  return verb === 'get' ? karpenterNote : undefined;
}

function pathRules(permissions: readonly Permission[]): Rule[] {
  const urls = permissions.flatMap((permission) => {
    if (!('nonResourceURL' in permission)) return [];
    return [permission.nonResourceURL, ...(permission.nonResourceURL === '/apis' ? ['/apis/*', '/version'] : [])];
  });
  return urls.length === 0 ? [] : [{ urls: [...new Set(urls)] }];
}

/** The roles for the Kubernetes permissions, their bindings to a group, and how an IAM role gets into that group. */
export function rbacManifests(permissions: readonly Permission[], place?: Place): string {
  const roles = rolesOf(permissions);
  if (roles.length === 0) return '# These checks need no Kubernetes permissions.\n';
  return `${head(place)}${roles.map(manifests).join('---\n')}`;
}

function head(place: Place | undefined): string {
  const cluster = place === undefined ? 'CLUSTER' : `${place.cluster} --region ${place.region}`;
  return `# Bind the IAM role that runs eks-preflight to the group "${group}", by an access entry:
#   aws eks create-access-entry --cluster-name ${cluster} --principal-arn ROLE_ARN --kubernetes-groups ${group}
# or, where the cluster's authentication mode is CONFIG_MAP, by a line under mapRoles of kube-system/aws-auth:
#   - rolearn: ROLE_ARN
#     username: eks-preflight
#     groups: [${group}]
`;
}

function manifests({ namespace, rules }: Role): string {
  const kind = namespace === null ? 'ClusterRole' : 'Role';
  const metadata = `metadata:\n  name: ${group}\n${namespace === null ? '' : `  namespace: ${namespace}\n`}`;
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
${metadata}rules:
${rules.map(ruleYaml).join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
${metadata}roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${kind}
  name: ${group}
subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: Group
    name: ${group}
`;
}

function ruleYaml(rule: Rule): string {
  if ('urls' in rule) {
    return `  - nonResourceURLs: [${rule.urls.map((url) => `"${url}"`).join(', ')}]\n    verbs: [get]`;
  }
  return [
    ...(rule.note === undefined ? [] : commentLines(rule.note, '  ')),
    `  - apiGroups: ["${rule.apiGroup}"]`,
    `    resources: [${rule.resources.join(', ')}]`,
    ...(rule.names === undefined ? [] : [`    resourceNames: [${rule.names.join(', ')}]`]),
    `    verbs: [${rule.verb}]`,
  ].join('\n');
}

const commentWidth = 100;

/** A text as lines of a comment, in YAML and in HCL. */
export function commentLines(text: string, indent: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < commentWidth) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}# ${word}`);
  }
  return lines;
}
