import type { SupportLimit } from '../../../src/for-checks/rollback-support.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Obstacle } from './obstacle.ts';

/** What the support of the version after the rollback stops. */
export function supportObstacle(to: Minor, { ends, day, isOver }: SupportLimit): Obstacle {
  const version = format(to);
  if (ends === 'policy') {
    const standard = isOver || day === null ? 'is in extended support' : `leaves standard support on ${day}`;
    const evidence = { observed: 'support policy STANDARD', required: 'EXTENDED', fact: 'cluster' };
    return { text: `${version} ${standard}, and the support policy is STANDARD`, evidence, task: 'policy' };
  }
  const observed = day === null ? `${version} UNSUPPORTED` : `extended support until ${day}`;
  const evidence = { observed, required: 'support for seven days', fact: 'clusterVersions' };
  const text =
    day === null ? `EKS no longer supports ${version}` : `the support of ${version} ${verb(isOver)} on ${day}`;
  return { text, evidence, task: 'support' };
}

function verb(isOver: boolean): string {
  return isOver ? 'ended' : 'ends';
}
