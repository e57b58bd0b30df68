import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import { isWithinSkew, newerToday } from '../../../src/for-checks/skew.ts';

type Here = Pick<Context<'skew'>, 'current' | 'versions' | 'karpenter' | 'tables'>;

/** The finding for new nodes whose kubelet is newer than the control plane, or older than a version of the path. */
export function* minorFinding(
  resource: Finding['resource'],
  minor: Minor,
  text: string,
  { current, versions, karpenter, tables }: Here,
): Generator<Finding> {
  const kubelet = `kubelet ${format(minor)}`;
  const evidence = (required: string) => [{ observed: `${text}: ${kubelet}`, required }];
  if (minor > current) {
    const endsAt = versions.find((version) => version >= minor);
    const select = advice`Select an AMI for ${format(current)}. If the selector has a wildcard, add the minor version to it.`;
    const message = `new nodes start with ${kubelet} (${text}), newer than the control plane, which Kubernetes does not support`;
    const about = { resource, evidence: evidence(`kubelet ${format(current)} or older`) };
    if (endsAt === undefined) {
      yield { level: 'fail', rule: 'newer', ...about, message, fix: select };
      return;
    }
    yield { level: 'warn', ...about, ...newerToday(message, endsAt) };
  }
  const reached = versions.filter((version) => version >= minor);
  const behind = reached.find((version) => version > minor);
  if (behind === undefined) return;
  const refused = reached.find((version) => !isWithinSkew(tables.skew, minor, version));
  const at = refused ?? behind;
  const isToday = at <= current;
  yield {
    level: refused === undefined ? 'warn' : 'fail',
    rule: 'older',
    ...(refused === undefined ? {} : { short: 'kubelet too old for the control plane' }),
    ...(isToday ? {} : { at }),
    ...(refused !== undefined && refused > behind ? { since: behind } : {}),
    ...(refused === undefined && !isToday ? { phase: 'after' as const } : {}),
    resource,
    message:
      refused === undefined
        ? `new nodes start with ${kubelet} (${text}) with a control plane of ${format(at)}, and Karpenter does not replace them`
        : `new nodes start with ${kubelet} (${text}), which a control plane of ${format(at)} does not support`,
    evidence: evidence(`kubelet ${format(at)}`),
    fix: olderFix(at, isToday, refused !== undefined, karpenter.current),
  };
}

function olderFix(at: Minor, isToday: boolean, isRefused: boolean, karpenter: string | null): Advice {
  const follows =
    karpenter !== null && isBelow(karpenter, '1.0.0')
      ? advice`An AMI family without terms follows automatically.`
      : advice`An alias (\`al2023@latest\`, or pinned to a release) follows automatically.`;
  if (isToday) return advice`Select AMIs for ${format(at)}: drift then replaces the nodes. ${follows}`;
  if (isRefused)
    return advice`After each update, select newer AMIs before you update the control plane to ${format(at)}.
      ${follows}`;
  return advice`When the control plane runs ${format(at)}, select AMIs for it: drift then replaces the nodes.
    ${follows}`;
}

/** The finding for an AMI if neither its name nor a node shows its kubelet version. */
export function buildUnknownKubeletFinding(resource: Finding['resource'], text: string): Finding {
  return {
    level: 'unknown',
    rule: 'not-told',
    resource,
    message: `the kubelet version of its new nodes is unknown (${text}): the name does not contain it, and no node of this class runs`,
    fix: advice`Look up the Kubernetes version that the AMI was built for, and include it in the names of your AMIs.`,
  };
}

/** The finding for a deprecated AMI. Karpenter before 1.0.7 finds no such AMI, which karpenter/references reports. */
export function buildDeprecatedFinding(resource: Finding['resource'], text: string): Finding {
  return {
    level: 'warn',
    rule: 'deprecated',
    resource,
    message: `launches nodes from a deprecated AMI (${text}): if its owner deregisters it, Karpenter cannot launch nodes`,
    evidence: [{ observed: `${text}: deprecated`, required: 'an AMI that is not deprecated' }],
    fix: advice`Select a newer AMI.`,
  };
}
