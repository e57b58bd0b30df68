import type { Context, Finding } from '../../../src/check.ts';
import { findLastingSkew } from '../../../src/for-checks/skew.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { parseGoHours } from '../../../src/syntax/go-duration.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, isBelow, parseMinor, type Minor } from '../../../src/syntax/versions.ts';

import {
  aboutWorkload,
  byWorkload,
  toWorkload,
  type Drained,
  type OfWorkload,
} from '../../../src/for-checks/drained-pods.ts';

type Here = Context<'skew'>;

/** The first version of Karpenter that reads the annotation on pods. Source: rules/karpenter-legacy-labels.json */
const readsAnnotation = '0.31.0';
/** The first version with `terminationGracePeriod`. Source: https://github.com/kubernetes-sigs/karpenter/pull/916 */
const hasGracePeriod = '1.0.0';
/**
 * The first version that reads a duration, which starts when the pod starts; older versions ignore it.
 * Source: https://github.com/kubernetes-sigs/karpenter/pull/2874
 */
const readsDuration = '1.12.0';
/** Shorter durations end while an update is in progress. */
const shortestHours = 24;

/** Findings for pods that keep Karpenter from replacing their node. */
export function* doNotDisruptFindings(drained: readonly Drained[], context: Here): Generator<Finding> {
  const { target: version } = context.karpenter;
  const holding = drained.filter((one) => isHeld(one, version));
  for (const pods of byWorkload(holding)) yield toFinding(pods, context);
}

/** @param version null if unknown: it then counts as the newest */
function isHeld({ traits: { doNotDisrupt: value }, group }: Drained, version: string | null): boolean {
  if (group.computeType !== 'karpenter' || value === undefined) return false;
  const isOlderThan = (first: string) => version !== null && isBelow(version, first);
  if (group.minutes !== null && !isOlderThan(hasGracePeriod)) return false;
  if (value === 'true') return !isOlderThan(readsAnnotation);
  return !isOlderThan(readsDuration) && parseGoHours(value) > shortestHours;
}

function toFinding(pods: OfWorkload<Drained>, context: Here): Finding {
  const { namespace } = pods[0].pod;
  const { target: version } = context.karpenter;
  const lasting = pods.find(({ traits }) => traits.doNotDisrupt === 'true');
  const value = (lasting ?? pods[0]).traits.doNotDisrupt ?? '';
  const isLimited = version === null || !isBelow(version, hasGracePeriod);
  const required = `${isLimited ? 'a terminationGracePeriod, or ' : ''}no karpenter.sh/do-not-disrupt`;
  const nodes = new Set(pods.map(({ node }) => node.name)).size;
  const names = pods.map(({ pod }) => pod.name).sort();
  const until = lasting === undefined ? ` until ${value} after its pods start` : '';
  const late = findUnsupported(pods, context);
  const end =
    late === undefined
      ? ''
      : `; kubelet ${format(late.kubelet)} is ${late.problem} for control plane ${format(late.at)}`;
  return {
    level: late === undefined ? 'warn' : 'fail',
    ...(late === undefined ? {} : { at: late.at }),
    ...(late !== undefined && late.at > context.current ? { since: context.current } : {}),
    rule: 'do-not-disrupt',
    ...aboutWorkload(pods, { observed: `karpenter.sh/do-not-disrupt: "${value}"`, required, fact: 'drainTraits' }),
    message: `karpenter.sh/do-not-disrupt prevents Karpenter from replacing ${formatCount(nodes, 'node')}${until}${end}`,
    fix: advice`Remove the annotation from the pods as soon as they can be stopped. If a controller replaces a pod, the
      new pod has the annotation of the pod template.\n${commands(
        sh`kubectl -n ${namespace} annotate pods ${names} karpenter.sh/do-not-disrupt-`,
      )}${isLimited ? graceText : advice``}`,
  };
}

const graceText = advice`\nOr set \`spec.template.spec.terminationGracePeriod\` of the NodePool; it applies to new nodes
  only. When it ends, Karpenter deletes the pods.`;

/**
 * The first version that does not support the kubelet of a held node. Pods of a Job end by themselves, and a duration
 * ends: Karpenter then replaces their node.
 */
function findUnsupported(
  pods: OfWorkload<Drained>,
  context: Here,
): { kubelet: Minor; at: Minor; problem: 'too old' | 'too new' } | undefined {
  const { tables } = context;
  if (toWorkload(pods[0].pod).kind === 'Job') return undefined;
  const [first] = pods
    .filter(({ traits }) => traits.doNotDisrupt === 'true')
    .flatMap(({ node }) => {
      const kubelet = parseMinor(node.kubeletVersion);
      if (kubelet === undefined) return [];
      const lasting = findLastingSkew(tables.skew, kubelet, context);
      return lasting === undefined ? [] : [{ kubelet, at: lasting.at, problem: lasting.is }];
    })
    .sort((a, b) => a.at - b.at);
  return first;
}
