import { advice, type Advice } from '../../../src/languages/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import { format, isBelow, type Minor } from '../../../src/languages/versions.ts';
import { isWithinSkew } from '../../../src/subjects/skew.ts';

type Here = Pick<Context<'skew'>, 'current' | 'versions' | 'karpenter' | 'tables'>;

/** A kubelet of this minor against each version of the path. */
export function* minorFinding(
  resource: Finding['resource'],
  minor: Minor,
  text: string,
  { current, versions, karpenter, tables }: Here,
): Generator<Finding> {
  const kubelet = `kubelet ${format(minor)}`;
  const evidence = (required: string) => [{ observed: `${text}: ${kubelet}`, required }];
  if (minor > current) {
    yield {
      level: 'fail',
      rule: 'newer',
      resource,
      message: `new nodes start with ${kubelet} (${text}), newer than the control plane: Kubernetes does not support that`,
      evidence: evidence(`kubelet ${format(current)} or older`),
      fix: advice`Select an image of ${format(current)}. If the selector has a wildcard, write the minor into it.`,
    };
    return;
  }
  const behind = versions.find((version) => version > minor);
  if (behind === undefined) return;
  const refused = versions.find((version) => !isWithinSkew(tables.skew, minor, version));
  const at = refused ?? behind;
  const isToday = at <= current;
  yield {
    level: refused === undefined ? 'warn' : 'fail',
    rule: 'older',
    ...(isToday ? {} : { at }),
    ...(refused !== undefined && refused > behind ? { since: behind } : {}),
    ...(refused === undefined && !isToday ? { phase: 'after' as const } : {}),
    resource,
    message:
      refused === undefined
        ? `new nodes start with ${kubelet} (${text}) under a control plane of ${format(at)}, and nothing replaces them`
        : `new nodes start with ${kubelet} (${text}), which a control plane of ${format(at)} does not support`,
    evidence: evidence(`kubelet ${format(at)}`),
    fix: olderFix(at, isToday, refused !== undefined, karpenter.current),
  };
}

function olderFix(at: Minor, isToday: boolean, isRefused: boolean, karpenter: string | null): Advice {
  const follows =
    karpenter !== null && isBelow(karpenter, '1.0.0')
      ? advice`An AMI family without terms follows by itself.`
      : advice`An alias (\`al2023@latest\`, or pinned to a release) follows by itself.`;
  if (isToday) return advice`Select images of ${format(at)}: drift then replaces the nodes. ${follows}`;
  if (isRefused)
    return advice`Select newer images after each update on the way, before the control plane goes to ${format(at)}. ${follows}`;
  return advice`Once the control plane runs ${format(at)}, select images of it: drift then replaces the nodes. ${follows}`;
}

/** Neither the images nor nodes tell. */
export function notTold(resource: Finding['resource'], text: string): Finding {
  return {
    level: 'unknown',
    rule: 'not-told',
    resource,
    message: `which kubelet its new nodes start with is not known (${text}): the name does not tell, and no node of it runs`,
    fix: advice`Look up which Kubernetes version the image was built for; its name should hold it.`,
  };
}

/** Karpenter before 1.0.7 does not even find it, which karpenter/references reports. */
export function deprecated(resource: Finding['resource'], text: string): Finding {
  return {
    level: 'warn',
    rule: 'deprecated',
    resource,
    message: `starts its nodes with a deprecated image (${text}): its owner may withdraw it, and then no node starts`,
    evidence: [{ observed: `${text}: deprecated`, required: 'an image that its owner keeps' }],
    fix: advice`Select a newer image.`,
  };
}
