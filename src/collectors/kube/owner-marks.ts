import type { ObjectOwner } from '../../facts/owner.ts';

type Texts = Readonly<Record<string, string>>;

/** Labels and annotations of an object, if it has any. */
export interface Marked {
  annotations?: Texts | null | undefined;
  labels?: Texts | null | undefined;
}

const argo = 'argocd.argoproj.io/';
const flux = 'toolkit.fluxcd.io/';

/**
 * Who applies an object. Sources: checkOwnership in Helm's pkg/action/validate.go,
 * https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/,
 * https://fluxcd.io/flux/components/kustomize/kustomizations/, https://fluxcd.io/flux/components/helm/helmreleases/
 */
export function resolveOwner({ annotations, labels }: Marked): ObjectOwner {
  const marks = { ...annotations, ...labels };
  const isArgo = Object.keys(marks).some((key) => key.startsWith(argo));
  const isFlux = Object.keys(marks).some((key) => /^(helm|kustomize)\.toolkit\.fluxcd\.io\//.test(key));
  const applier = isArgo ? findApplication(marks) : isFlux ? findFluxObject(marks) : undefined;
  return {
    release: nonEmpty(annotations?.['meta.helm.sh/release-name']),
    releaseNamespace: nonEmpty(annotations?.['meta.helm.sh/release-namespace']),
    managedBy: isArgo ? 'Argo CD' : isFlux ? 'Flux' : nonEmpty(labels?.['app.kubernetes.io/managed-by']),
    ...(applier === undefined ? {} : { applier }),
  };
}

/** The owner of an object; undefined without Helm's release annotation and without marks of Argo CD and Flux. */
export function findOwner(object: Marked): ObjectOwner | undefined {
  const owner = resolveOwner(object);
  const isOwned = owner.release !== null || owner.managedBy === 'Argo CD' || owner.managedBy === 'Flux';
  return isOwned ? owner : undefined;
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
