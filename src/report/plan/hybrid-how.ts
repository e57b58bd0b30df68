import type { NodeFact } from '../../facts/facts.ts';
import { drainNode } from '../../for-checks/node-replacement.ts';
import { advice, commands, joinAdvice, type Advice } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { format, type Minor } from '../../syntax/versions.ts';

/**
 * How to upgrade hybrid nodes one by one; the commands of each computer are a separate block, so that `nodeadm` does not
 * run on the wrong one.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-upgrade.html
 */
export function hybridHow(nodes: readonly NodeFact[], to: Minor): Advice {
  const what = nodes.length === 1 ? advice`the hybrid node` : advice`each hybrid node`;
  const intro = advice`Replace ${what}, or upgrade it in place (it is unavailable in the meantime); its CNI must support ${format(to)} first.`;
  const steps = joinAdvice(
    nodes.map((node) => upgradeInPlace(node, to)),
    '\n',
  );
  return joinAdvice([intro, steps], '\n\n');
}

function upgradeInPlace({ name }: NodeFact, to: Minor): Advice {
  const upgrade = sh`sudo nodeadm upgrade ${format(to)} -c file://nodeConfig.yaml   # on the node itself`;
  return joinAdvice(
    [
      advice`On your machine, drain \`${name}\`:\n${commands(drainNode(name))}`,
      advice`On the node \`${name}\`:\n${commands(upgrade)}`,
      advice`Then on your machine:\n${commands(sh`kubectl uncordon ${name}`)}`,
    ],
    '\n',
  );
}
