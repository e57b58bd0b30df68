import { expect } from 'vitest';
import type { ObjectOwner } from '../../src/facts/owner.ts';

/** Tags of a resource, who manages it by them, and what a fix says of it. */
interface ManagerRow {
  who: string;
  tags: Readonly<Record<string, string>>;
  fix: string;
}

const stack = 'aws:cloudformation:stack-name';
const then = '[^]*if nothing else manages it:\\n```';

/**
 * One row for each manager of an AWS resource, one for two that contradict each other, and one for none.
 * @param subject as the fix names it: `the node group`
 * @param first how the fix begins, up to what manages the resource
 */
export function managerRows(subject: string, first: RegExp): ManagerRow[] {
  const rows: [string, ManagerRow['tags'], string][] = [
    [
      'Terraform',
      { ManagedBy: 'terraform' },
      `${terraformSays(subject)} Change [^\`]*\`[^]*, and run \`terraform apply\`\\.${then}`,
    ],
    [
      'eksctl, with a stack',
      { [stack]: 'eksctl-prod-x', 'alpha.eksctl.io/cluster-name': 'prod' },
      `eksctl (?:\\(stack eksctl-prod-x\\) )?manages ${subject}: the next update of the stack may revert a change made elsewhere\\.${then}`,
    ],
    [
      'two that contradict each other',
      { [stack]: 'eksctl-prod-x', terraform: 'yes' },
      `The tags of ${subject} name two managers, eksctl (?:\\(stack eksctl-prod-x\\) )?and Terraform: find out which one still manages it\\.${then}`,
    ],
  ];
  const seen = rows.map(([who, tags, says]) => ({ who, tags, fix: matching(`^${first.source}${says}`) }));
  return [
    ...seen,
    { who: 'none', tags: { team: 'platform' }, fix: matching(`^${first.source.trimEnd()}(?![^]*manages)`) },
  ];
}

/**
 * As {@link managerRows}, for a fix that creates an object of a cluster with these tags.
 * @param places where Terraform and eksctl define the object; undefined: eksctl cannot define it
 */
export function creatorRows(first: RegExp, places: { terraform: string; eksctl: string | undefined }): ManagerRow[] {
  const none = `^${first.source.trimEnd()}[.:](?![^]*The tags)`;
  const beside = (manager: string, place: string) =>
    `^${first.source}\\. The tags of the cluster name ${manager}: define the new object there(?:, too|, or import it there after the direct command)\\. Change ${place}\\.\\n\`\`\``;
  const { terraform, eksctl } = places;
  const eksctlTags = { [stack]: 'eksctl-prod-x' };
  const ofEksctl = eksctl === undefined ? none : beside('eksctl \\(stack eksctl-prod-x\\)', eksctl);
  return [
    { who: 'Terraform', tags: { ManagedBy: 'terraform' }, fix: matching(beside('Terraform', terraform)) },
    { who: 'eksctl', tags: eksctlTags, fix: matching(ofEksctl) },
    { who: 'none', tags: { team: 'platform' }, fix: matching(none) },
  ];
}

/** Where Terraform and eksctl define an EKS add-on. */
export const addonPlaces = {
  terraform: '`addons` of the module [^]*, or `aws_eks_addon`, and run `terraform apply`',
  eksctl: '`addons` in the ClusterConfig, and run `eksctl create addon --config-file CONFIG_FILE`',
};

const applied = { release: null, releaseNamespace: null };
const applier = (kind: 'Application' | 'Kustomization') => ({ kind, namespace: 'gitops', name: 'shop' });

/** As {@link managerRows}, for an object of Kubernetes. */
export function applierRows(subject: string, first: RegExp): { who: string; owner: ObjectOwner; fix: string }[] {
  const rows: [string, ObjectOwner, string][] = [
    [
      'Argo CD',
      { ...applied, managedBy: 'Argo CD', applier: applier('Application') },
      `Argo CD \\(Application gitops/shop\\) manages ${subject}, and may revert a change made elsewhere\\. Change [^]* in the repository [^]*, and run \`argocd app sync shop\`\\.`,
    ],
    [
      'Flux',
      { ...applied, managedBy: 'Flux', applier: applier('Kustomization') },
      `Flux \\(Kustomization gitops/shop\\) manages ${subject}, and may revert a change made elsewhere\\. Change [^]*, and run \`flux reconcile kustomization shop --namespace gitops --with-source\`\\.`,
    ],
    [
      'Helm',
      { release: 'shop', releaseNamespace: 'apps', managedBy: 'Helm' },
      `Helm \\(release apps/shop\\) manages ${subject}, and may revert a change made elsewhere\\.`,
    ],
  ];
  return rows.map(([who, owner, says]) => ({ who, owner, fix: matching(`^${first.source}${says}`) }));
}

/** Tags that name Terraform. */
export const byTerraform = { ManagedBy: 'terraform' };

const terraformPlace = (place: string) => `Change [^]*${place}[^]*, and run \`terraform apply\`\\.`;

/** A fix that names where Terraform defines the object, before the direct commands. */
export function behindTerraform(subject: string, place: string): string {
  return matching(`${terraformSays(subject)} ${terraformPlace(place)}[^]*if nothing else manages it:\n`);
}

/** A fix that names where Terraform defines the object. Its commands do not change the object. */
export function besideTerraform(subject: string, place: string): string {
  return matching(`^(?![^]*nothing else manages it)[^]*${terraformSays(subject)} ${terraformPlace(place)}`);
}

/** A fix that creates objects, with where Terraform defines each if the tags of the cluster name Terraform. */
export function definedInTerraform(...places: readonly string[]): string {
  const says =
    'The tags of the cluster name Terraform: define the new object there, or import it there after the direct command\\.';
  return matching(places.map((place) => `${says} ${terraformPlace(place)}`).join('[^]*'));
}

/** An owner by Argo CD, and a fix that says it of the object, before the direct commands or without any. */
export const byArgo: ObjectOwner = { release: null, releaseNamespace: null, managedBy: 'Argo CD' };
export function argoSays(subject: string): string {
  return matching(`Argo CD manages ${subject}, and may revert a change made elsewhere\\. Change `);
}

function terraformSays(subject: string): string {
  return `According to its tags, Terraform manages ${subject}: the next apply may revert a change made elsewhere\\.`;
}

function matching(pattern: string): string {
  return expect.stringMatching(new RegExp(pattern)) as string;
}
