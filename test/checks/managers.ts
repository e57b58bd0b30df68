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
      `According to its tags, Terraform manages ${subject}: the next apply reverts a change made elsewhere\\. Change [^\`]*\`[^]*, and run \`terraform apply\`\\.${then}`,
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

function matching(pattern: string): string {
  return expect.stringMatching(new RegExp(pattern)) as string;
}
