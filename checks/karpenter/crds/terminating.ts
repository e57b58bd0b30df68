import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { sh } from '../../../src/syntax/shell.ts';

/** The finding for a CRD of Karpenter that is being deleted. */
export function terminatingFinding({ name }: KarpenterCrd): Finding {
  return {
    level: 'fail',
    rule: 'terminating',
    resource: { kind: 'CustomResourceDefinition', name },
    message: `is being deleted, with all its objects${lostNodes(name)}`,
    evidence: [{ observed: 'deletionTimestamp is set', required: 'no deletionTimestamp' }],
    fix: advice`You cannot undo a deletion. Save the objects first (${sh`kubectl get ${name} -o yaml`}), find out what
      deletes the CRD (a Helm release, a GitOps tool, a person), and stop it there. Do not remove finalizers manually:
      the nodes would keep running unmanaged. Once the CRD is deleted, install it again and apply the saved
      objects.`,
  };
}

/** What the deletion of the objects of a CRD deletes, too; a deleted node class only stops new nodes. */
function lostNodes(name: string): string {
  if (/^(?:provisioners|machines)\./.test(name)) return '; deleting Provisioners and Machines deletes their nodes';
  return /^node(?:pools|claims)\./.test(name) ? '; deleting NodePools and NodeClaims deletes their nodes' : '';
}
