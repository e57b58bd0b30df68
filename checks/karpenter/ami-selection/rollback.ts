import type { Context, Finding } from '../../../src/check.ts';
import { selectsImages } from '../../../src/karpenter/followed-images.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { familyFinding } from './aliases.ts';
import { buildUnknownKubeletFinding } from './findings.ts';
import { groupImages, type Known } from './images.ts';

type Here = Context<'karpenter-images' | 'skew'>;

/** The part of the check's `why` about the findings of this module. */
export const whyRollback = `Before a rollback, the control plane still has the later version: an alias and an AMI family
    without terms then launch nodes of that version, and so do AMIs that were selected for it. One such node is enough for
    EKS to reject the rollback. nodes/kubelet-skew judges the nodes
    that run.`;

/** Findings for a node class whose next node would be too new for a rollback, or which has no AMIs for its target. */
export function* rollbackFindings(known: Known, today: string | undefined, context: Here): Generator<Finding> {
  const { target } = context;
  const { nodeClass, using, nodes } = known;
  yield* familyFinding(nodeClass, today, { ...context, versions: [target] });
  const { alias, amiFamily } = nodeClass;
  if (alias !== null) yield tooNewFinding(known, context.current, `alias ${alias}`, context);
  else if (using.some((pool) => selectsImages(pool, [nodeClass]) === false))
    yield tooNewFinding(known, context.current, `AMI family ${amiFamily ?? 'of the node class'}`, context);
  for (const { minor, text } of groupImages(known, context.now)) {
    if (minor === undefined && nodes !== undefined) yield buildUnknownKubeletFinding(toResource(known), text);
    if (minor !== undefined && minor > target) yield tooNewFinding(known, minor, text, context);
  }
}

function tooNewFinding(known: Known, minor: Minor, text: string, { current, target }: Here): Finding {
  const kubelet = `kubelet ${format(minor)}`;
  return {
    level: 'warn',
    at: target,
    rule: 'too-new',
    blocks: 'control-plane',
    resource: toResource(known),
    message: `new nodes start with ${kubelet} (${text}), and one such node is enough for EKS to reject the rollback`,
    evidence: [{ observed: `${text}: ${kubelet}`, required: `kubelet ${format(target)} or older` }],
    fix: tooNewFix(known, current, target),
  };
}

function tooNewFix({ nodeClass: { kind, name } }: Known, current: Minor, target: Minor): Advice {
  return advice`Until the rollback has ended, select an AMI for ${format(target)} by \`id\`, \`name\` or \`tags\`: an alias, even
    one with a version, follows the control plane, which is still at ${format(current)}. Drift then replaces nodes with
    another AMI. A disruption budget stops neither new nodes nor expiry. You can restore the selection after the
    rollback.\n${commands(sh`kubectl edit ${kind.toLowerCase()} ${name}`)}`;
}

function toResource({ nodeClass: { kind, name } }: Known): Finding['resource'] {
  return { kind, name };
}
