import * as z from 'zod/mini';
import type { ControllingObject, ObjectOwner } from '../../facts/owner.ts';

type Texts = Readonly<Record<string, string>>;

/** The owner references of an object, as its metadata holds them. */
export const ownerReferences = z.optional(
  z.nullable(
    z.array(
      z.object({
        apiVersion: z.string(),
        kind: z.string(),
        name: z.string(),
        controller: z.optional(z.nullable(z.boolean())),
      }),
    ),
  ),
);
type OwnerReferences = z.infer<typeof ownerReferences>;

/** Labels, annotations and owner references of an object, if it has any. */
export interface Marked {
  annotations?: Texts | null | undefined;
  labels?: Texts | null | undefined;
  ownerReferences?: OwnerReferences;
}

/** The object that an owner reference names. */
export function toOwningObject({ apiVersion, kind, name }: NonNullable<OwnerReferences>[number]): ControllingObject {
  return { apiGroup: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '', kind, name };
}

/**
 * The owner whose controller sets the object. Webhooks built with knative.dev/pkg name the Namespace as their
 * controller, only to be deleted with it. Source: NewControllerRef in knative.dev/pkg,
 * webhook/resourcesemantics/validation/reconcile_config.go
 */
function findController(references: OwnerReferences): ControllingObject | undefined {
  const found = (references ?? []).find(({ controller, kind }) => controller === true && kind !== 'Namespace');
  return found === undefined ? undefined : toOwningObject(found);
}

const argo = 'argocd.argoproj.io/';
const flux = 'toolkit.fluxcd.io/';

/**
 * Who applies an object. Sources: checkOwnership in Helm's pkg/action/validate.go,
 * https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/,
 * https://fluxcd.io/flux/components/kustomize/kustomizations/, https://fluxcd.io/flux/components/helm/helmreleases/
 */
export function resolveOwner({ annotations, labels, ownerReferences: references }: Marked): ObjectOwner {
  const marks = { ...annotations, ...labels };
  const isArgo = Object.keys(marks).some((key) => key.startsWith(argo));
  const isFlux = Object.keys(marks).some((key) => /^(helm|kustomize)\.toolkit\.fluxcd\.io\//.test(key));
  const applier = isArgo ? findApplication(marks) : isFlux ? findFluxObject(marks) : undefined;
  const controller = findController(references);
  return {
    release: nonEmpty(annotations?.['meta.helm.sh/release-name']),
    releaseNamespace: nonEmpty(annotations?.['meta.helm.sh/release-namespace']),
    managedBy: isArgo ? 'Argo CD' : isFlux ? 'Flux' : nonEmpty(labels?.['app.kubernetes.io/managed-by']),
    ...(applier === undefined ? {} : { applier }),
    ...(controller === undefined ? {} : { controller }),
  };
}

/** The owner of an object; undefined without Helm's release annotation, marks of Argo CD and Flux, and a controller. */
export function findOwner(object: Marked): ObjectOwner | undefined {
  const owner = resolveOwner(object);
  const isApplied = owner.release !== null || owner.managedBy === 'Argo CD' || owner.managedBy === 'Flux';
  return isApplied || owner.controller !== undefined ? owner : undefined;
}

/**
 * Parses the name in Argo CD's marks: `shop`, or `team_shop` for an Application outside Argo CD's namespace. A tracking
 * id appends `:` and the object.
 */
function findApplication(marks: Texts): ObjectOwner['applier'] {
  const [id = ''] = (marks[`${argo}tracking-id`] ?? marks[`${argo}instance`] ?? '').split(':');
  if (id === '') return undefined;
  const [name = '', namespace = null] = id.split('_').toReversed();
  return { kind: 'Application', namespace, name };
}

function findFluxObject(marks: Texts): ObjectOwner['applier'] {
  const kinds = [
    ['helm', 'HelmRelease'],
    ['kustomize', 'Kustomization'],
  ] as const;
  for (const [prefix, kind] of kinds) {
    const name = nonEmpty(marks[`${prefix}.${flux}name`]);
    if (name !== null) return { kind, namespace: nonEmpty(marks[`${prefix}.${flux}namespace`]), name };
  }
  return undefined;
}

function nonEmpty(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
