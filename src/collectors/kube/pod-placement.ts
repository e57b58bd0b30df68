import type { Placement } from '../../facts/pod-templates.ts';
import type { ReadAgain } from '../../sources/kube/contract.ts';
import { placementFields, readPlacement } from './read-placement.ts';

interface Owner {
  kind: string;
  apiVersion?: string;
}

/** Kinds of the group `apps` whose pod templates are read; a ReplicaSet is read only if a Deployment has it. */
const templateKinds: ReadonlySet<string> = new Set(['DaemonSet', 'StatefulSet']);

/**
 * True for a controller whose pod template another fact has, or whose pods run where their file is (static pods). Kinds of
 * the same name in other groups, such as `DaemonSet` of `apps.kruise.io`, are in no list.
 * @param ofDeployment a Deployment has this controller
 */
export function isTemplateRead({ apiVersion, kind }: Owner, ofDeployment: boolean): boolean {
  if (kind === 'Node') return true;
  const isOfApps = apiVersion === undefined || /^(?:apps|extensions)\//.test(apiVersion);
  return isOfApps && (ofDeployment || templateKinds.has(kind));
}

/**
 * What a pod requires of its node, without what its controller or the API server adds only for it.
 * @param kind of its controller, which has no template that is read; undefined for a pod without one
 */
export function readPodPlacement(readAgain: ReadAgain, kind: string | undefined): Placement {
  const placement = readPlacement((readAgain(placementFields) as { spec?: unknown }).spec, true);
  return kind === 'DaemonSet' ? withoutOwnNode(placement) : placement;
}

/** A DaemonSet controller requires one node by name for each pod: in every term of the template, or in a new term. */
function withoutOwnNode({ terms, ...others }: Placement): Placement {
  if (terms === undefined) return others;
  const kept = terms.map(({ labels, fields }) => ({
    labels,
    fields: fields.filter(({ key }) => key !== 'metadata.name'),
  }));
  const isAdded = kept.every(({ labels, fields }) => labels.length === 0 && fields.length === 0);
  return isAdded ? others : { ...others, terms: kept };
}
