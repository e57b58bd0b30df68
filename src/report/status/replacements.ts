import type { Facts, NodeFact } from '../../facts/facts.ts';
import { workloadKey } from '../../for-checks/drained-pods.ts';
import { managedLimitMinutes, settlingMinutes } from '../../for-checks/hold.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { clockText, hoursBetween } from '../../syntax/dates.ts';
import { formatList, forCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { sh } from '../../syntax/shell.ts';
import { valueIn, type Seen } from './seen.ts';
import type { StatusHold } from './schema.ts';

/** What keeps the replacement of an evicted pod from running, and what to do. */
export interface Replacement {
  hold: StatusHold;
  fix: Advice;
}

/** New nodes that are not Ready, pods without a node, and volumes that are still attached to nodes that leave. */
export function findReplacements(
  nodes: readonly NodeFact[],
  isOld: (node: NodeFact) => boolean,
  seen: Seen,
): Replacement[] {
  const leaving = nodes.filter(({ name }) => seen.leaving.has(name));
  const unready = nodes.some(isOld)
    ? unreadyNodes(
        nodes.filter((node) => !isOld(node)),
        seen,
      )
    : [];
  if (leaving.length === 0) return unready;
  return [...unready, ...unplacedPods(leaving, seen), ...attachedVolumes(leaving, seen)];
}

function unreadyNodes(nodes: readonly NodeFact[], { now, leaving }: Seen): Replacement[] {
  return nodes
    .filter(({ name, ready }) => ready !== true && !leaving.has(name))
    .map(({ name, notReadySince, createdAt }) => {
      const since = notReadySince ?? createdAt ?? null;
      const text = `node/${name} is NotReady${since === null ? '' : ` since ${clockText(since, now)}`}`;
      return {
        hold: {
          cause: 'not-ready',
          nodes: [name],
          pods: [],
          by: `node/${name}`,
          text,
          isHolding: isLasting(since, now, managedLimitMinutes),
        },
        fix: advice`Find out why the new node is not Ready.\n${commands(sh`kubectl describe node ${name}`)}`,
      };
    });
}

function isLasting(since: string | null, now: string, minutes = settlingMinutes): boolean {
  return since !== null && hoursBetween(since, now) * 60 >= minutes;
}

/** Pods that wait for a node since the nodes leave. The drain waits for those whose controller has pods on these nodes. */
function unplacedPods(leaving: readonly NodeFact[], seen: Seen): Replacement[] {
  const { readings, now, podsOn, deletedClaims } = seen;
  const [first] = leaving
    .flatMap(({ name, cordonedSince }) => cordonedSince ?? deletedClaims.get(name) ?? [])
    .toSorted();
  if (first === undefined) return [];
  const left = new Set(leaving.flatMap(({ name }) => podsOn?.(name) ?? []).map(workloadKey));
  return (valueIn(readings, 'waitingPods') ?? []).flatMap(({ namespace, name, unplaced }): Replacement[] => {
    const pod = seen.podAt(`${namespace}/${name}`);
    if (unplaced === undefined || pod === undefined || pod.controller?.kind === 'DaemonSet') return [];
    const { since, message, reason } = unplaced;
    if (since !== null && since < first) return [];
    const why =
      message === null ? (reason ?? 'the scheduler has not placed it yet') : oneLine(message).replace(/\.$/, '');
    const text = `pod/${namespace}/${name} is Pending${since === null ? '' : ` since ${clockText(since, now)}`}: ${why}`;
    const isHolding = left.has(workloadKey(pod)) && isLasting(since, now);
    return [
      {
        hold: { cause: 'no-node', nodes: [], pods: [`${namespace}/${name}`], by: null, text, isHolding },
        fix: advice`Make room for the pod: add nodes, or change what keeps it from the nodes that are there.\n${commands(
          sh`kubectl -n ${namespace} describe pod ${name}`,
        )}`,
      },
    ];
  });
}

function attachedVolumes(leaving: readonly NodeFact[], seen: Seen): Replacement[] {
  const { readings } = seen;
  const names = new Set(leaving.map(({ name }) => name));
  const attachments = (valueIn(readings, 'volumeAttachments') ?? []).filter(({ node }) => names.has(node));
  const claims = new Map(
    (valueIn(readings, 'persistentVolumes') ?? []).map(({ name, claim }) => [name, claim] as const),
  );
  const waiting = new Map<string, Facts['waitingPods'][number]>(
    (valueIn(readings, 'waitingPods') ?? []).flatMap((pod) =>
      pod.starting === true ? (pod.claims ?? []).map((claim) => [`${pod.namespace}/${claim}`, pod] as const) : [],
    ),
  );
  const found = attachments.flatMap((attachment): Replacement[] => {
    const { node, volume } = attachment;
    if (volume === null) return [];
    const claim = claims.get(volume);
    const pod = waiting.get(claim ?? '');
    const place = pod === undefined ? undefined : seen.podAt(`${pod.namespace}/${pod.name}`)?.node;
    if (pod === undefined || place === node) return [];
    const text = `pod/${pod.namespace}/${pod.name} waits on node ${place} for volume ${volume}, which is still attached to node ${node}`;
    return [{ hold: volumeHold([node], [`${pod.namespace}/${pod.name}`], volume, text), fix: volumeFix(node) }];
  });
  return [...found, ...emptyNodes(leaving, attachments, seen)];
}

/** Karpenter terminates a node only after its volumes are detached. */
function emptyNodes(
  leaving: readonly NodeFact[],
  attachments: readonly { node: string; volume: string | null }[],
  { podsOn, deletedClaims, now }: Seen,
): Replacement[] {
  const byNode = grouped(attachments, ({ node }) => node);
  return leaving.flatMap(({ name, computeType }) => {
    const own = byNode.get(name);
    const isWaiting = ['karpenter', 'auto'].includes(computeType) && podsOn?.(name).length === 0;
    if (own === undefined || !isWaiting) return [];
    const volumes = own.flatMap(({ volume }) => volume ?? []).toSorted();
    const isHolding = isLasting(deletedClaims.get(name) ?? null, now, managedLimitMinutes);
    const text = `node/${name} has no pods left, but ${forCount(volumes.length, 'volume', 'volumes')} ${formatList(volumes)} ${forCount(volumes.length, 'is', 'are')} still attached`;
    return [{ hold: { ...volumeHold([name], [], volumes[0] ?? '', text), isHolding }, fix: volumeFix(name) }];
  });
}

function volumeHold(nodes: string[], pods: string[], volume: string, text: string): StatusHold {
  return { cause: 'volume', nodes, pods, by: `pv/${volume}`, text, isHolding: false };
}

function volumeFix(node: string): Advice {
  return advice`Check that the controller of the CSI driver runs: it detaches the volume.\n${commands(
    sh`kubectl get volumeattachments`,
    sh`kubectl describe node ${node}`,
  )}`;
}
