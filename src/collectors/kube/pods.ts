import { defineCollector } from '../collect.ts';
import type { Joined } from '../for-joins.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Placement } from '../../facts/pod-templates.ts';
import { ScanError } from '../../facts/reason.ts';
import type { ListRequest, ReadAgain } from '../../sources/kube/contract.ts';
import { isObject } from '../../syntax/json.ts';
import type { Labels } from '../../syntax/label-selector.ts';
import { present, presentText } from '../require-field.ts';
import { resolveCredentials, type Credentials } from './karpenter/identity.ts';
import { keysOfPod } from './karpenter/karpenter-keys.ts';
import { findDrainTraits } from './find-drain-traits.ts';
import { findUnready, isReady } from './find-unready.ts';
import { findWaiting } from './find-waiting.ts';
import { readFirstPod, type FirstPod } from './first-pod.ts';
import { listJoined } from './list.ts';
import {
  environmentFields,
  podFields,
  seLinuxFields,
  type EnvironmentRead,
  type PodRead,
  type SeLinuxRead,
} from './read-fields.ts';
import { findCallingComponent } from './node-role-users.ts';
import { isController, toController, type Owner } from './pod-controller.ts';
import { isTemplateRead, readPodPlacement } from './pod-placement.ts';
import { findRemovedVolumes } from './removed-features.ts';
import { listLabelledClaims } from './labelled-claims.ts';

type PodFact = Facts['pods'][number];
type Spec = NonNullable<PodRead['spec']>;
type HostPaths = PodFact['hostPaths'];

export const pods = defineCollector('pods', {
  permissions: [{ apiGroup: '', resource: 'pods', verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    return listJoined(await kube(), createPodRequest());
  },
});

/** The list of all pods. What siblings share, lists with the same request share too. */
export function createPodRequest(): ListRequest<Joined<'pods'>> {
  const protobuf = { message: 'Pod', fields: podFields };
  return { apiGroup: '', versions: ['v1'], resource: 'pods', project: podProjection(), protobuf };
}

/** What pods of one controller have in common, stored once. */
interface Siblings extends FirstPod {
  controller: PodFact['controller'];
  labels: Labels;
  hostPaths: HostPaths;
  /** The pod template of the controller is read itself. */
  hasTemplate: boolean;
  /** Of the first pod that has not finished; undefined until it is read. */
  placement: Placement | undefined;
  /** Of the first pod of a component that calls AWS; undefined until it is read. */
  credentials: Credentials | undefined;
}

const noLabels: Labels = {};
const noHostPaths: HostPaths = [];
const shared = { labels: noLabels, hostPaths: noHostPaths, credentials: undefined, placement: undefined };
const orphans: Siblings = { ...shared, controller: null, images: [], hasTemplate: false };

/**
 * Parsed without a schema: there may be 100,000 pods, and a schema takes longer than parsing their JSON. What they
 * share (names of nodes and namespaces, controllers, labels) is held once.
 */
function podProjection(): (raw: unknown, readAgain: ReadAgain) => Joined<'pods'> {
  const share = sharedTexts();
  const resolveSiblings = siblingsResolver();
  return (raw, readAgain) => {
    const pod = raw as PodRead;
    const { metadata, status } = pod;
    const spec = present(pod.spec, 'spec');
    const phase = share(presentText(status?.phase, 'status.phase'));
    const name = presentText(metadata?.name, 'metadata.name');
    const labels = metadata?.labels ?? noLabels;
    const siblings = resolveSiblings(metadata?.ownerReferences?.find(isController), labels, readAgain);
    const hasClaim = mountsClaim(spec.volumes);
    return {
      credentials: findCredentials(labels, siblings, readAgain),
      mountsClaim: hasClaim,
      labelledClaims: hasClaim ? listLabelledClaims(readAgain(seLinuxFields) as SeLinuxRead) : undefined,
      drain: findDrainTraits(pod, siblings.controller?.kind),
      waiting: findWaiting(pod, readAgain),
      unready: findUnready(pod, readAgain),
      images: siblings.images,
      placement: hasFinished(phase, metadata) ? undefined : findPlacement(siblings, readAgain),
      entry: {
        namespace: share(presentText(metadata?.namespace, 'metadata.namespace')),
        name,
        node: isUnplaced(spec, phase) ? null : share(presentText(spec.nodeName, 'spec.nodeName')),
        phase,
        ready: isReady(status?.conditions),
        terminating: metadata?.deletionTimestamp !== undefined,
        controller: siblings.controller,
        podSecurityPolicy: toPolicyName(metadata?.annotations?.['kubernetes.io/psp']),
        hostPaths: listHostPaths(spec.volumes, siblings),
        ...findRareFields(spec, siblings),
      },
      labels: sharedLabels(labels, name, siblings, share),
      keys: keysOfPod({ metadata, spec }),
    };
  };
}

function siblingsResolver(): (owner: Owner | undefined, labels: Labels, readAgain: ReadAgain) => Siblings {
  const byController = new Map<string, Siblings>();
  return (owner, labels, readAgain) => {
    if (owner === undefined) return orphans;
    const uid = presentText(owner.uid, 'ownerReferences.uid');
    const known = byController.get(uid);
    if (known !== undefined) return known;
    const controller = toController(owner, labels['pod-template-hash']);
    const hasTemplate = isTemplateRead(owner, controller?.kind === 'Deployment');
    const first = { ...shared, controller, hasTemplate, ...readFirstPod(readAgain) };
    byController.set(uid, first);
    return first;
  };
}

function hasFinished(phase: string, metadata: PodRead['metadata']): boolean {
  return phase === 'Succeeded' || phase === 'Failed' || metadata?.deletionTimestamp !== undefined;
}

function findPlacement(siblings: Siblings, readAgain: ReadAgain): Placement | undefined {
  if (siblings.hasTemplate) return undefined;
  if (siblings === orphans) return readPodPlacement(readAgain, undefined);
  siblings.placement ??= readPodPlacement(readAgain, siblings.controller?.kind);
  return siblings.placement;
}

/** A list may be read again from its start with the same siblings: every pod of a controller has what its first one has. */
function findCredentials(labels: Labels, siblings: Siblings, readAgain: ReadAgain): Credentials | undefined {
  if (labels['app.kubernetes.io/name'] === 'karpenter') return readCredentials(readAgain);
  if (findCallingComponent(labels) === undefined) return undefined;
  if (siblings === orphans) return readCredentials(readAgain);
  siblings.credentials ??= readCredentials(readAgain);
  return siblings.credentials;
}

function readCredentials(readAgain: ReadAgain): Credentials {
  const { spec = {} } = readAgain(environmentFields) as EnvironmentRead;
  return resolveCredentials(spec);
}

/** Without a node, as a pod that waits for one or was never placed. A running pod without one is not read in full. */
function isUnplaced({ nodeName }: NonNullable<PodRead['spec']>, phase: string): boolean {
  return nodeName === undefined && phase !== 'Running';
}

/** What few pods have. Builds no object for the others. */
function findRareFields(
  spec: PodRead['spec'],
  { securityTraits }: Siblings,
): Pick<PodFact, 'hostNetwork' | 'removedVolumes' | 'securityTraits'> | undefined {
  const removedVolumes = findRemovedVolumes(spec?.volumes);
  if (spec?.hostNetwork !== true && removedVolumes === undefined && securityTraits === undefined) return undefined;
  return {
    ...(spec?.hostNetwork === true ? { hostNetwork: true } : {}),
    ...(removedVolumes === undefined ? {} : { removedVolumes }),
    ...(securityTraits === undefined ? {} : { securityTraits }),
  };
}

/** Returns one string for all equal ones, because each parsed page has its own copies. */
function sharedTexts(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}

/** @throws ScanError (`unreadable`) if a volume is not an object, or does not name its claim */
function mountsClaim(volumes: Spec['volumes']): boolean {
  let found = false;
  for (const volume of volumes ?? []) {
    if (!isObject(volume)) throw new ScanError({ kind: 'unreadable', message: 'a volume is not an object' });
    const claim = volume.persistentVolumeClaim ?? undefined;
    if (claim === undefined) continue;
    presentText(claim.claimName, 'persistentVolumeClaim.claimName');
    found = true;
  }
  return found;
}

function toPolicyName(annotation: unknown): string | null {
  return annotation === undefined ? null : presentText(annotation, 'annotation kubernetes.io/psp');
}

/**
 * Returns the labels of the siblings if these are equal. Otherwise shares the strings: pods of a StatefulSet or of Jobs
 * differ only in one or two labels. A value that is the pod's name is not shared, because no other pod has it.
 */
function sharedLabels(labels: Labels, name: string, siblings: Siblings, share: (text: string) => string): Labels {
  if (siblings !== orphans && areEqual(labels, siblings.labels)) return siblings.labels;
  const own = labels as Record<string, string>;
  for (const key in own) own[key] = own[key] === name ? name : share(own[key] ?? '');
  if (siblings !== orphans) siblings.labels = own;
  return own;
}

function areEqual(one: Labels, other: Labels): boolean {
  for (const key in one) if (one[key] !== other[key]) return false;
  for (const key in other) if (!Object.hasOwn(one, key)) return false;
  return true;
}

function listHostPaths(volumes: Spec['volumes'], siblings: Siblings): HostPaths {
  let found = noHostPaths;
  for (const { name, hostPath } of volumes ?? []) {
    if (hostPath === undefined) continue;
    if (found === noHostPaths) found = [];
    found.push({ volume: presentText(name, 'volumes.name'), path: presentText(hostPath.path, 'hostPath.path') });
  }
  const { hostPaths } = siblings;
  const isKnown =
    found.length === hostPaths.length &&
    found.every(({ volume, path }, index) => hostPaths[index]?.volume === volume && hostPaths[index].path === path);
  if (isKnown) return hostPaths;
  if (siblings !== orphans) siblings.hostPaths = found;
  return found;
}
