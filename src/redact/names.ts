import { addKarpenterField, addKarpenterObject, addKey, addMap } from './karpenter-names.ts';
import {
  addParts,
  addWords,
  addLabel,
  addRequirement,
  addHostPath,
  addUri,
  addGap,
  addImage,
  addZone,
  addNamesInText,
  type Add,
} from './name-parts.ts';
import { publicWords } from './public.ts';

/** What a name is of; its pseudonym begins with it. */
export type NameKind =
  | 'cluster'
  | 'node'
  | 'group'
  | 'ns'
  | 'app'
  | 'kind'
  | 'image'
  | 'label'
  | 'role'
  | 'user'
  | 'host';

/** Tells of each word whether it may stay. */
export type IsPublic = (word: string) => boolean;

/** Words, versions, AWS services, instance types, zones and names that AWS gives may stay: they tell nothing about an owner. */
export function createIsPublic(): IsPublic {
  const words = publicWords();
  const shapes = [
    /^v?\d+$|^v?\d+(?:\.\d+)+(?:[-+][\w.+-]*)?$/,
    /^[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/,
    /^[a-z]\d[a-z\d-]*\.(?:nano|micro|small|medium|large|metal|\d*xlarge)[\w-]*$/,
    /^[a-z]{2}(?:-[a-z]+)+-\d[a-z]?$/,
    /^(?:Amazon|AWS)[A-Z](?!eservedSSO)/,
    /^system:/,
  ];
  return (word) =>
    word.length < 2 || words.has(word) || words.has(withoutVersion(word)) || shapes.some((shape) => shape.test(word));
}

/** A chart's label holds its version, `aws-vpc-cni-1.2.0`, an image's path may hold its architecture. */
function withoutVersion(word: string): string {
  return word.replace(/-v?\d+\.\d[\w.+-]*$|-(?:amd64|arm64)$/, '');
}

/** Keys whose text, or whose texts, are names of the owner's, whatever fact they stand in. */
const namingKeys: Readonly<Record<string, NameKind>> = {
  namespace: 'ns',
  node: 'node',
  nodes: 'node',
  nodeName: 'node',
  nodegroup: 'group',
  nodegroupName: 'group',
  launchTemplateName: 'group',
  serviceAccount: 'app',
  serviceAccountName: 'app',
  configMap: 'app',
  configMaps: 'app',
  pods: 'app',
  budgets: 'app',
  claim: 'app',
  storageClass: 'app',
  podSecurityPolicy: 'app',
  resourceIds: 'group',
  apiGroup: 'host',
  driver: 'host',
  roleName: 'role',
  Sid: 'role',
  instanceProfile: 'role',
  ruleName: 'app',
  role: 'role',
  groups: 'user',
  pool: 'group',
};

/** Karpenter's settings that hold names: of the cluster, the queue, the instance profile. */
const namingSettings: readonly (readonly [RegExp, NameKind])[] = [
  [/cluster_?name$/i, 'cluster'],
  [/queue/i, 'app'],
  [/profile$/i, 'role'],
  [/tags$/i, 'label'],
];

/** Maps whose values are the owner's words. */
const labelMaps: ReadonlySet<string> = new Set([
  'labels',
  'annotations',
  'matchLabels',
  'nodeSelector',
  'nodeAnnotations',
]);

/** Maps whose keys are the owner's words, too; the selectors of Karpenter's AWSNodeTemplates among them. */
const ownMaps: ReadonlySet<string> = new Set(['tags', 'subnets', 'securityGroups', 'amis']);

/** Facts whose items have a name that the owner gave. */
const namedFacts: Readonly<Record<string, NameKind>> = {
  cluster: 'cluster',
  nodes: 'node',
  nodegroups: 'group',
  autoScalingGroups: 'group',
  launchTemplates: 'group',
  fargateProfiles: 'group',
  karpenterRoles: 'role',
  persistentVolumes: 'app',
  podSecurityPolicies: 'app',
  namespaces: 'ns',
  karpenterQueues: 'app',
};

/** Facts that are lists of API groups and the like: `acme.io`. */
const domainFacts: ReadonlySet<string> = new Set(['apiGroups', 'csiDrivers']);

/**
 * Finds the names in all readings. The first kind that a name is found under is the one it keeps, so that equal names stay
 * equal.
 * @param needsNone true for what is public, and for ids, addresses and hosts, which are told by their shape
 */
export function findNames(readings: object, needsNone: IsPublic): Map<string, NameKind> {
  const found = new Map<string, NameKind>();
  const add = (kind: NameKind, name: unknown): boolean => {
    if (typeof name !== 'string' || needsNone(name)) return false;
    if (!found.has(name)) found.set(name, kind);
    return true;
  };
  for (const [fact, reading] of Object.entries(readings) as [string, unknown][]) {
    const value = (reading as { value?: unknown }).value;
    for (const item of [value].flat()) {
      const { name, group } = (item ?? {}) as { name?: unknown; group?: unknown };
      if (namedFacts[fact] !== undefined) add(namedFacts[fact], name);
      if (fact === 'nodes') add('group', group);
      if (domainFacts.has(fact)) add('host', item);
    }
  }
  visit(readings, add);
  return found;
}

function visit(data: unknown, add: Add): void {
  if (typeof data === 'string') addNamesInText(data, add);
  if (typeof data !== 'object' || data === null) return;
  if (Array.isArray(data)) {
    for (const item of data) visit(item, add);
    return;
  }
  const record = data as Record<string, unknown>;
  addOfObject(record, add);
  for (const [key, value] of Object.entries(record)) {
    addOfField(key, value, add);
    visit(value, add);
  }
}

function addSettings(settings: unknown, add: Add): void {
  if (typeof settings !== 'object') return;
  for (const [name, text] of Object.entries(settings ?? {})) {
    const kind = namingSettings.find(([pattern]) => pattern.test(name))?.[1];
    if (kind !== undefined && typeof text === 'string') addWords(kind, text, add);
  }
}

/** What is a name because of the fields that stand beside it. */
function addOfObject(record: Readonly<Record<string, unknown>>, add: Add): void {
  const { kind, namespace, name, id, args, userAgent } = record;
  if (typeof namespace === 'string' || typeof kind === 'string') add('app', name);
  if (typeof name === 'string') add('kind', kind);
  if (/^[a-z]+-(?:0|[0-9a-f]{8}$)/.test(String(id))) add('group', name);
  addGap(record['what'], add);
  addKarpenterObject(record, add);
  if ('document' in record) add('role', name);
  if (typeof userAgent === 'string') add('app', userAgent.split('/')[0]);
  if (Array.isArray(args)) for (const arg of args) if (/^[^/]*\.[^/]*$/.test(String(arg))) addZone(arg, add);
  if (name === 'forward' || name === 'proxy') addZone([args].flat()[0], add);
}

/** What is a name because of the field that it stands in. */
function addOfField(key: string, value: unknown, add: Add): void {
  const kind = Object.hasOwn(namingKeys, key) ? namingKeys[key] : undefined;
  const items = [value].flat();
  if (kind !== undefined) for (const name of items) addParts(kind, name, add);
  if (labelMaps.has(key) && typeof value === 'object') {
    for (const [label, text] of Object.entries(value ?? {})) {
      if (key === 'matchLabels') addLabel(label, add);
      else if (typeof text === 'string') addKey(label, add);
      // The annotations of Karpenter's conversions hold its own words beside the names of other objects.
      if (!label.startsWith('compatibility.')) add('label', text);
    }
  }
  if (ownMaps.has(key) && typeof value === 'object' && !Array.isArray(value)) addMap(value ?? {}, add);
  addKarpenterField(key, value, add);
  if (key === 'settings') addSettings(value, add);
  if (typeof value === 'string' && key === 'image') addImage(value, add);
  if (typeof value === 'string' && key === 'uri') addUri(value, add);
  for (const item of items) {
    if (key === 'containers') add('app', (item as { name?: unknown } | null)?.name);
    if (key === 'hostPaths') addHostPath(item as { volume?: unknown; path?: unknown }, add);
    if (key === 'matchExpressions') addRequirement(item as { key?: unknown; values?: unknown }, add);
    if (key === 'keys') addZone(item, add);
  }
}
