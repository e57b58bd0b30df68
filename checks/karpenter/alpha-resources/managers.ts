import type { Finding } from '../../../src/check.ts';
import { behindManager, besideManager, type Managed } from '../../../src/for-checks/managed-fix.ts';
import { classTwin, poolTwin } from '../../../src/karpenter/alpha-twins.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';

/** A finding about a Provisioner or an AWSNodeTemplate, with what manages the object that the fix changes. */
export function nameManager(
  finding: Finding,
  { pools, nodeClasses }: OwnObjects,
  { 'managed-changes': rows }: Pick<Tables, 'managed-changes'>,
): Finding {
  const { rule, resource, fix } = finding;
  if (fix === undefined) return finding;
  const isOwn = ({ kind, name }: { kind: string; name: string }) => kind === resource.kind && name === resource.name;
  const [pool, nodeClass] = [pools.find(isOwn), nodeClasses.find(isOwn)];
  const changesTwin = rule === 'differs';
  if (pool !== undefined) {
    const of = changesTwin ? poolTwin(pool, pools) : pool;
    const managed: Managed = { of, subject: `the ${of?.kind ?? pool.kind}`, change: 'node-pool', rows };
    return { ...finding, fix: rule === 'both-provision' ? behindManager(fix, managed) : besideManager(fix, managed) };
  }
  if (nodeClass === undefined) return finding;
  const { owner } = (changesTwin ? classTwin(nodeClass, nodeClasses) : nodeClass) ?? {};
  return {
    ...finding,
    fix: besideManager(fix, { of: { owner }, subject: 'the node class', change: 'node-class', rows }),
  };
}
