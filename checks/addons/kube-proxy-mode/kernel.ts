import type { Context, Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { toResource } from '../../../src/for-checks/components.ts';
import { newerSystems } from '../../../src/for-checks/newer-systems.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatCount, formatFirst } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, isBelow } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { Copy } from './mode-fix.ts';

/**
 * Nodes on which a later kube-proxy does not start in its mode. A warning: it happens when kube-proxy is updated, not
 * with the control plane.
 */
export function* kernelWarnings(
  copy: Copy,
  { mode, kernel }: Tables['kube-proxy-modes'][number],
  nodes: Facts['nodes'],
  { cluster, versions }: Pick<Context, 'cluster' | 'versions'>,
): Iterable<Warning> {
  const at = versions.slice(1).find((version) => version === kernel?.from);
  if (kernel === undefined || at === undefined) return;
  const old = nodes.filter(({ kernelVersion }) => isOlder(kernelVersion, kernel.atLeast));
  if (old.length === 0) return;
  const oldest = [...new Set(old.map(({ kernelVersion }) => kernelVersion))];
  const atLeast = kernel.atLeast.replace(/\.0$/, '');
  yield {
    level: 'warn',
    at,
    rule: 'kernel',
    resource: toResource(copy),
    message: `runs in mode ${mode}: kube-proxy ${format(kernel.from)} does not start on ${formatCount(old.length, 'node')} with a Linux kernel before ${atLeast}`,
    evidence: [
      { observed: `kernel ${formatFirst(oldest)}`, required: `${atLeast} or later`, fact: 'nodes' },
      { observed: `nodes ${formatFirst(old.map(({ name }) => name))}`, fact: 'nodes' },
    ],
    fix: advice`Before you update kube-proxy to ${format(kernel.from)} or later, replace these nodes by nodes with ${newerSystems(cluster)}, or set the mode \`iptables\`. This shows the kernel of each node:\n${commands(
      sh`kubectl get nodes -o wide`,
    )}`,
    links: [kernel.source],
  };
}

/** `5.10.240-238.955.amzn2.x86_64`; false for what does not begin with a version. */
function isOlder(kernelVersion: string, atLeast: string): boolean {
  const [, version] = /^(\d+\.\d+)/.exec(kernelVersion) ?? [];
  return version !== undefined && isBelow(`${version}.0`, atLeast);
}
