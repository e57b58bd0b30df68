import type { ComponentRights } from '../../../src/facts/component-rights.ts';
import type { Tables } from '../../../src/tables/tables.ts';

/** Permissions of releases and rights of components, with invented rows so that a data refresh breaks no test. */

const source = 'https://example.com/permissions';

type Row = Tables['release-permissions'][number];
type Requests = NonNullable<ComponentRights['requests']>;

/** A rule that releases from `from` on wait for. */
export function anRbacRow(component: Row['component'], from: string, more: Partial<Row> = {}): Row {
  return {
    rowKind: 'rbac',
    component,
    from,
    group: 'storage.k8s.io',
    resources: ['volumeattachments'],
    verbs: ['get', 'list', 'watch'],
    what: 'waits for attachments',
    without: 'it never scales',
    source,
    ...more,
  } as Row;
}

/** An action that releases from `from` on call. */
export function anIamRow(component: Row['component'], from: string, actions: string[], more: Partial<Row> = {}): Row {
  return { rowKind: 'iam', component, from, actions, what: 'describes groups', source, ...more } as Row;
}

/** What the ServiceAccount may do with volume attachments. */
export function mayRead(allowed: boolean, verbs: readonly string[] = ['get', 'list', 'watch']): Requests {
  return verbs.map((verb) => ({ verb, group: 'storage.k8s.io', resource: 'volumeattachments', allowed }));
}

/** A role with one inline policy that allows these actions. */
export function aRole(actions: readonly string[], resource = '*'): NonNullable<ComponentRights['roles']>[number] {
  const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: actions, Resource: resource }] };
  return {
    arn: 'arn:aws:iam::111122223333:role/prod-addon',
    own: { policies: [{ name: 'own', arn: null, document }], boundary: null },
  };
}

/** The rights of one copy; without more, neither its bindings nor its role were read. */
export function seenRights(component: Row['component'], more: Partial<ComponentRights> = {}): ComponentRights {
  const name = component === 'vpc-cni' ? 'aws-node' : component;
  return {
    component,
    kind: component === 'vpc-cni' ? 'DaemonSet' : 'Deployment',
    namespace: 'kube-system',
    name,
    serviceAccount: `${name}-sa`,
    requests: null,
    roles: null,
    ...more,
  };
}
