import { advice, type Advice } from '../../../src/languages/advice.ts';
import { sh, type Command } from '../../../src/languages/shell.ts';
import type { Trouble } from './troubles.ts';

/** What to do about each problem, and the command for a node, without its name. */
export const fixes: { [Kind in Trouble]: { text: Advice; command: Command } } = {
  'not-ready': {
    text: advice`Look at the conditions and events of the node, and mend or replace it.`,
    command: sh`kubectl describe node`,
  },
  silent: {
    text: advice`Look whether the instance still runs and reaches the API server; delete the node where it is gone, else
      mend its kubelet.`,
    command: sh`kubectl describe node`,
  },
  pressure: {
    text: advice`Free what the node is short of: see which pods run there and what they ask for, or give the group
      larger nodes.`,
    command: sh`kubectl describe node`,
  },
  deletion: {
    text: advice`Look for what holds the deletion: the finalizer (and whether its controller runs), a
      PodDisruptionBudget that lets no pod go, the annotation \`karpenter.sh/do-not-disrupt\`.`,
    command: sh`kubectl get node -o jsonpath='{.metadata.finalizers}'`,
  },
  cordoned: {
    text: advice`Ask who cordoned the node: uncordon it, or drain and delete it.`,
    command: sh`kubectl uncordon`,
  },
};
