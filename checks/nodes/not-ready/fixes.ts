import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import type { Trouble } from './troubles.ts';

/** The fix for each problem, and the command without the node's name. */
export const fixes: { [Kind in Trouble]: { text: Advice; command: Command } } = {
  'not-ready': {
    text: advice`Check the conditions and events of the node, and fix or replace it.`,
    command: sh`kubectl describe node`,
  },
  silent: {
    text: advice`Check whether the instance still runs and can reach the API server; if it no longer exists, delete the
      node, otherwise fix its kubelet.`,
    command: sh`kubectl describe node`,
  },
  pressure: {
    text: advice`Free the resource that the node is short of: check which pods run there and what they request, or use
      larger instances.`,
    command: sh`kubectl describe node`,
  },
  deletion: {
    text: advice`Find out what blocks the deletion: a finalizer (check whether its controller runs), a
      PodDisruptionBudget that blocks evictions, the annotation \`karpenter.sh/do-not-disrupt\`.`,
    command: sh`kubectl get node -o jsonpath='{.metadata.finalizers}'`,
  },
  cordoned: {
    text: advice`Find out who cordoned the node; uncordon it, or drain and delete it.`,
    command: sh`kubectl uncordon`,
  },
};
