import * as z from 'zod/mini';
import type { AnyCheck } from '../src/check.ts';
import type { Collectors } from '../src/collectors/collect.ts';
import { notifyOn } from '../src/schedule/changes/notify-on.ts';
import { scanOptions } from '../src/commands/options/options.ts';
import { encryptions } from '../src/commands/options/option-table.ts';
import { grants } from '../src/facts/optional-grants.ts';
import { permissionText, type Permission } from '../src/facts/reason.ts';
import { neededPermissions, readByOptions } from '../src/commands/permissions/needed.ts';
import { buildRoles, type Rule } from '../src/commands/permissions/rbac-roles.ts';

/**
 * The permissions that the Helm chart selects from, since Helm cannot run `permissions`: the roles for all checks with
 * all grants, for each check the permissions that it always needs and those of each grant, and those of options. Omits
 * checks that judge only rollbacks: a schedule judges updates.
 */
export function chartPermissions(collectors: Collectors, all: readonly AnyCheck[]): string {
  const checks = all.filter(({ direction }) => direction !== 'down');
  const roles = buildRoles(neededPermissions(collectors, checks, grants)).map(({ namespace, rules }) => ({
    namespace: namespace ?? '',
    rules: rules.map(manifestRule),
  }));
  const needs = checks.map((check) => {
    const always = toPermissionKeys(neededPermissions(collectors, [check]));
    const ofGrants = grants.flatMap((grant) => {
      const more = toPermissionKeys(neededPermissions(collectors, [check], [grant])).filter(
        (key) => !always.includes(key),
      );
      return more.length === 0 ? [] : [[grant, more] as const];
    });
    return [check.id, { always, ...Object.fromEntries(ofGrants) }] as const;
  });
  const options = Object.entries(readByOptions).map(([name, always]) => {
    return [name, toPermissionKeys(neededPermissions(collectors, [], [], { always }))] as const;
  });
  const data = { roles, checks: Object.fromEntries(needs), options: Object.fromEntries(options) };
  return `${JSON.stringify(data, null, 1)}\n`;
}

function manifestRule(rule: Rule): object {
  if ('urls' in rule) return { nonResourceURLs: rule.urls, verbs: ['get'] };
  const { apiGroup, resources, names, verb } = rule;
  return {
    apiGroups: [apiGroup],
    resources,
    ...(names === undefined ? {} : { resourceNames: names }),
    verbs: [verb],
  };
}

/** Keys such as `kube-system/configmaps/coredns: get`; the chart builds the same keys from a rule. */
function toPermissionKeys(permissions: readonly Permission[]): string[] {
  return permissions.flatMap((permission) => {
    if ('iam' in permission) return [];
    if ('nonResourceURL' in permission) {
      const [first] = buildRoles([permission]).flatMap(({ rules }) => rules);
      return first !== undefined && 'urls' in first ? first.urls : [];
    }
    const { namespace, name, ...rest } = permission;
    const place = namespace === undefined ? '' : `${namespace}/`;
    const [resource, verb] = permissionText(rest).split(': ');
    return [`${place}${resource}${name === undefined ? '' : `/${name}`}: ${verb}`];
  });
}

/** Keys that docs/schedule.md describes; each is a value of the chart, which passes it on in the config file. */
export const optionsOfSchedule: readonly string[] = [
  'state',
  'deliver',
  'notifyOn',
  'requireDelivery',
  'reportUrl',
  'sse',
  'sseKmsKeyId',
];

/** Keys that the chart sets itself from separate values, and those that select another cluster, or stored facts. */
const setByChart: readonly string[] = [
  ...optionsOfSchedule,
  'cluster',
  'region',
  'inCluster',
  'timeout',
  'profile',
  'kubeconfig',
  'context',
  'kubeServer',
  'inventory',
  'asOf',
];

/** The JSON Schema of the chart's values; `config` accepts the other keys of the config file. */
export function valuesSchema(): string {
  const { properties = {} } = z.toJSONSchema(scanOptions, { io: 'input' });
  const own = Object.entries(properties).filter(([key]) => !setByChart.includes(key));
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart eks-preflight',
    type: 'object',
    required: ['cluster'],
    additionalProperties: false,
    properties: {
      ...valueProperties,
      config: { type: 'object', additionalProperties: false, properties: Object.fromEntries(own) },
      // Helm passes `global` to every chart.
      global: { type: 'object' },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const text = { type: 'string' };
const flag = { type: 'boolean' };
const whole = (minimum: number) => ({ type: 'integer', minimum });
const map = { type: 'object' };
const textMap = { type: 'object', additionalProperties: text };
const toArraySchema = (items: object) => ({ type: 'array', items });
const closed = (properties: Record<string, object>, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  ...(required.length === 0 ? {} : { required }),
  properties,
});
const filled = { type: 'string', minLength: 1 };
const some = (items: object) => ({ type: 'array', minItems: 1, items });

/** A file name that `--plugin` accepts and that is a valid key of a ConfigMap. */
const pluginFile = { type: 'string', pattern: String.raw`^[A-Za-z0-9_-][A-Za-z0-9._-]*\.(ya?ml|[cm]?[jt]s)$` };

/** Read-only verbs, no wildcards or subresources: `get` on `pods/exec` or `nodes/proxy` allows running commands. */
const readingRule = closed(
  {
    apiGroups: some({ type: 'string', pattern: '^[a-z0-9.-]*$' }),
    resources: some({ type: 'string', pattern: '^[a-z0-9.-]+$' }),
    resourceNames: some(filled),
    verbs: some({ enum: ['get', 'list'] }),
  },
  ['apiGroups', 'resources', 'verbs'],
);

const valueProperties = {
  cluster: {
    type: 'string',
    pattern: '^(arn:aws[a-z-]*:eks:[a-z0-9-]+:[0-9]{12}:cluster/)?[0-9A-Za-z][A-Za-z0-9_-]{0,99}$',
  },
  region: text,
  schedule: filled,
  timeZone: text,
  suspend: flag,
  startingDeadlineSeconds: whole(10), // the CronJob controller checks every 10 seconds
  timeout: { type: 'string', pattern: '^[1-9][0-9]*[smh]$' },
  successfulJobsHistoryLimit: whole(0),
  failedJobsHistoryLimit: whole(0),
  ttlSecondsAfterFinished: { type: ['integer', 'null'], minimum: 0 },
  state: text,
  deliver: toArraySchema(filled),
  notifyOn: { enum: ['', ...notifyOn] },
  requireDelivery: flag,
  reportUrl: text,
  sse: { enum: ['', ...encryptions] },
  sseKmsKeyId: text,
  secretEnv: toArraySchema(closed({ name: filled, secret: filled, key: filled }, ['name', 'secret', 'key'])),
  secretFiles: toArraySchema(closed({ secret: filled, path: { type: 'string', pattern: '^/' } }, ['secret', 'path'])),
  extraEnv: toArraySchema({ type: 'object', required: ['name'] }),
  extraEnvFrom: toArraySchema(map),
  image: closed({
    repository: text,
    tag: text,
    digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
    pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
  }),
  imagePullSecrets: toArraySchema(map),
  serviceAccount: closed({ create: flag, name: text, annotations: textMap }),
  plugins: closed({
    files: { ...textMap, propertyNames: pluginFile },
    configMap: closed({ name: text, keys: toArraySchema(pluginFile) }),
  }),
  rbac: closed({ create: flag, extraRules: toArraySchema(readingRule) }),
  networkPolicy: closed({ enabled: flag, extraEgress: toArraySchema(map) }),
  resources: map,
  podSecurityContext: map,
  securityContext: map,
  nodeSelector: textMap,
  tolerations: toArraySchema(map),
  affinity: map,
  topologySpreadConstraints: toArraySchema(map),
  priorityClassName: text,
  hostAliases: toArraySchema(map),
  dnsConfig: map,
  initContainers: toArraySchema({ type: 'object', required: ['name', 'image'] }),
  extraVolumes: toArraySchema(map),
  extraVolumeMounts: toArraySchema(map),
  commonLabels: textMap,
  podLabels: textMap,
  podAnnotations: textMap,
  cronJobAnnotations: textMap,
  nameOverride: text,
  fullnameOverride: text,
};
