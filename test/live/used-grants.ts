import type { AuditEntry } from './audit.ts';
import type { Rule } from './rbac.ts';

/** Each permission in the rules: `kube-system/configmaps/coredns: get`, `nodes: list`, `/apis: get`. */
export function grantsIn(rules: readonly Rule[]): string[] {
  const grants = rules.flatMap((rule) => {
    const { namespace, apiGroups = [], resources = [], resourceNames = [''], nonResourceURLs = [], verbs } = rule;
    return verbs.flatMap((verb) => [
      ...nonResourceURLs.map((url) => `${url}: ${verb}`),
      ...apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          resourceNames.map((name) => {
            const place = namespace === undefined ? '' : `${namespace}/`;
            return `${place}${resource}${group && `.${group}`}${name && `/${name}`}: ${verb}`;
          }),
        ),
      ),
    ]);
  });
  return [...new Set(grants)].sort();
}

/** Selects each grant that is the narrowest for a request in the audit log. Requests for missing objects count, too. */
export function usedGrants(grants: readonly string[], entries: readonly AuditEntry[]): string[] {
  const allowed = entries.filter(({ code }) => code === 200 || code === 404);
  const used = new Set(allowed.map((entry) => rightsFor(entry).find((right) => grants.includes(right))));
  return grants.filter((grant) => used.has(grant));
}

/** Permissions that would allow a request: first those in its namespace, then those for the cluster. */
function rightsFor({ verb, uri, resource, apiGroup }: AuditEntry): string[] {
  const [place = ''] = uri.split('?');
  if (resource === '') return [`${place}: ${verb}`, ...(place.startsWith('/apis/') ? [`/apis/*: ${verb}`] : [])];
  const [, namespace] = /\/namespaces\/([^/]+)\//.exec(place) ?? [];
  const kind = `${resource}${apiGroup && `.${apiGroup}`}`;
  const named = verb === 'get' ? [`${kind}/${place.split('/').at(-1)}: ${verb}`] : [];
  const anywhere = [...named, `${kind}: ${verb}`];
  return [...(namespace === undefined ? [] : anywhere.map((right) => `${namespace}/${right}`)), ...anywhere];
}
