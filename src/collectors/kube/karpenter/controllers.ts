import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { Sources } from '../../../sources/sources.ts';
import type { KarpenterController } from '../../../facts/karpenter.ts';
import type { Workload } from '../../../facts/kube.ts';
import type { Gap, Reading } from '../../../facts/reading.ts';
import { ScanError } from '../../../facts/reason.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { present } from '../../require-field.ts';
import { findLack, readAccount, readAssociation, resolveIdentity, type Credentials } from './identity.ts';
import { resolveRelease } from './release.ts';
import { configMapKeys, keptValue, settingNames, type KarpenterTemplate } from './template.ts';
import type { Joined } from '../../for-joins.ts';
import { allInOrder } from '../../all-in-order.ts';
import { loadTable } from '../../../tables/tables.ts';
import { setFields } from '../../../syntax/set-fields.ts';
import { isBelow } from '../../../syntax/versions.ts';

/** EKS sets it on each pod that a Fargate profile selects. */
const fargateLabel = 'eks.amazonaws.com/fargate-profile';

type Pods = Reading<readonly Joined<'pods'>[]>;

/** The ConfigMap with the settings of Karpenter 0.19 to 0.32. */
const globalSettings = 'karpenter-global-settings';

export const karpenterControllers = defineCollector('karpenterControllers', {
  permissions: [
    { apiGroup: '', resource: 'configmaps', verb: 'get', name: globalSettings },
    { apiGroup: '', resource: 'serviceaccounts', verb: 'get' },
    { iam: 'eks:ListPodIdentityAssociations' },
    { iam: 'eks:DescribePodIdentityAssociation' },
  ],
  from: ['cluster', 'deployments', 'pods'],
  async collect(sources, facts) {
    const found = (await facts.readJoined('deployments')).flatMap(({ entry, karpenter }) =>
      karpenter === undefined ? [] : [{ workload: entry, template: karpenter }],
    );
    if (found.length === 0) return { value: [] };
    const { name } = await facts.read('cluster');
    const pods = facts.joinedReading('pods');
    const parts = await allInOrder(found.map((one) => readController(sources, name, pods, one)));
    return { value: parts.map(({ controller }) => controller), gaps: parts.flatMap(({ gaps }) => gaps) };
  },
});

interface Found {
  workload: Workload;
  template: KarpenterTemplate;
}

async function readController(
  { aws, kube }: Sources,
  cluster: string,
  pods: Promise<Pods>,
  { workload, template }: Found,
): Promise<{ controller: KarpenterController; gaps: Gap[] }> {
  const { namespace, name, replicas, labels, owner } = workload;
  const { image, serviceAccount } = template;
  const named = { namespace, serviceAccount };
  const gaps: Gap[] = [];
  const parts = buildPartNames(workload, serviceAccount);
  const [running, account, association, configMap] = await allInOrder([
    attempt(parts.pods, gaps, async () => toPodState(await pods, workload)),
    attempt(parts.account, gaps, async () => readAccount(await kube(), named)),
    attempt(parts.association, gaps, () => readAssociation(aws, cluster, named)),
    attempt(parts.settings, gaps, async () =>
      readGlobalSettings(await kube(), namespace, readsConfigMap(resolveRelease(image, labels).version)),
    ),
  ]);
  const isRead = (part: keyof typeof parts) => !gaps.some(({ what }) => what === parts[part]);
  const given = running?.credentials;
  const isIdentityCertain = canResolveIdentity(given, association, isRead);
  const isNextCertain = account !== undefined && isRead('pods') && isRead('association');
  const newPodsLack = isNextCertain ? findLack(given, account, association, template.hasCredentials) : undefined;
  return {
    gaps: Object.values(parts).flatMap((part) => gaps.filter(({ what }) => what === part)),
    controller: {
      namespace,
      name,
      replicas: replicas ?? 1,
      image,
      ...resolveRelease(image, labels),
      upgrading: (running?.generations ?? 0) > 1,
      serviceAccount,
      ...resolveSettings(template, configMap ?? {}, isRead('settings')),
      identity: isIdentityCertain
        ? { ...resolveIdentity(given, account?.annotated, association), ...setFields({ newPodsLack }) }
        : { kind: 'unknown', roleArn: null, targetRoleArn: null },
      ...running?.place,
      ...(owner === undefined ? {} : { owner }),
    },
  };
}

/** The parts of a controller, as gaps name them. */
function buildPartNames({ namespace, name }: Workload, serviceAccount: string) {
  return {
    pods: `pods of Deployment ${namespace}/${name}`,
    account: `ServiceAccount ${namespace}/${serviceAccount}`,
    association: `EKS Pod Identity of ${namespace}/${serviceAccount}`,
    settings: `ConfigMap ${namespace}/${globalSettings}`,
  };
}

/** Whether the parts that were read determine which identity the controller has today. */
function canResolveIdentity(
  given: Credentials | undefined,
  association: object | undefined,
  isRead: (part: 'pods' | 'account' | 'association') => boolean,
): boolean {
  if (!isRead('pods')) return false;
  if (given !== undefined) return given.kind !== 'pod-identity' || isRead('association');
  return isRead('association') && (association !== undefined || isRead('account'));
}

/** A part that cannot be read is a gap; the rest of the controller is still judged. */
async function attempt<Value>(
  what: string,
  gaps: Gap[],
  read: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    gaps.push({ what, reason: error.reason });
    return undefined;
  }
}

/** The number of ReplicaSets with live pods, the credentials of running pods, and whether they are on Fargate. */
function toPodState(reading: Pods, { namespace, name }: Workload) {
  if (!reading.ok) throw new ScanError(reading.reason);
  const own = reading.value.filter(
    ({ entry: pod }) =>
      pod.namespace === namespace &&
      pod.controller?.kind === 'Deployment' &&
      pod.controller.name === name &&
      !pod.terminating &&
      ['Pending', 'Running'].includes(pod.phase),
  );
  const generations = new Set(own.map(({ labels }) => labels['pod-template-hash']));
  const credentials = own.find((pod) => pod.credentials !== undefined)?.credentials;
  const onFargate = own.some(({ labels }) => labels[fargateLabel] !== undefined);
  return { generations: generations.size, credentials, place: onFargate ? { onFargate } : {} };
}

/** Whether a release reads its settings in the ConfigMap; true if its version cannot be read. */
function readsConfigMap(version: string | null): boolean {
  const until = loadTable('karpenter-settings').rows.flatMap((row) => (row.rowKind === 'config-map' ? row.until : []));
  return version === null || until.some((end) => isBelow(version, end));
}

const configMapObject = z.object({ data: z.optional(z.record(z.string(), z.string())) });

/**
 * The ConfigMap's data; undefined if it does not exist.
 * @param isRequired whether Karpenter reads the cluster's name there, without which it does not start
 * @throws ScanError if it is required and has no data
 */
async function readGlobalSettings(
  kube: KubeSource,
  namespace: string,
  isRequired: boolean,
): Promise<Record<string, string> | undefined> {
  const object = await kube.get('', 'v1', 'configmaps', namespace, globalSettings);
  if (object === undefined) return undefined;
  const { data } = configMapObject.parse(object);
  return isRequired ? present(data, `data of ${globalSettings}`) : (data ?? {});
}

/** Karpenter's own keys in the ConfigMap, which may hold other data. */
const ownKey = /^(aws\.|featureGates\.|batch|interruptionQueue)/;

function resolveSettings(
  { settings, envFrom }: KarpenterTemplate,
  configMap: Readonly<Record<string, string>>,
  configMapRead: boolean,
): Pick<KarpenterController, 'settings' | 'settingsUnread' | 'globalTags'> {
  const known: Record<string, string> = {};
  const unread: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const referred =
      typeof value === 'object' && value?.configMap === globalSettings ? configMap[value.key] : undefined;
    if (typeof value === 'string') known[name] = value;
    else if (referred !== undefined) known[name] = keptValue(name, referred);
    else unread.push(name);
  }
  const elsewhere = envFrom.filter((source) => source.configMap !== globalSettings);
  const hidden = settingNames().filter(
    (name) => !(name in settings) && elsewhere.some(({ prefix }) => name.startsWith(prefix)),
  );
  for (const [key, value] of Object.entries(configMap)) {
    if (ownKey.test(key)) known[`configMap:${key}`] = keptValue(key, value);
  }
  const unseen = configMapRead ? [] : configMapKeys().map((key) => `configMap:${key}`);
  const tags = configMap['aws.tags'];
  return {
    settings: known,
    ...(tags === undefined ? {} : { globalTags: parseTags(tags) }),
    settingsUnread: [...unread, ...hidden, ...unseen],
  };
}

/** Parsed as Karpenter does: a JSON object of strings. Source: AsStringMap of pkg/apis/settings of v0.31.4 */
function parseTags(text: string): Record<string, string> | null {
  try {
    const read = tags.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const tags = z.record(z.string(), z.string());
