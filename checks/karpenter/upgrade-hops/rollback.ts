import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { selectRows } from '../../../src/karpenter/releases.ts';
import { toKarpenterMinor } from '../../../src/karpenter/path.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Here = Context<'karpenter-releases'>;

/** The finding for a step that cannot be rolled back safely. It names the version to update to before that step. */
export function* rollbackFindings(
  controller: KarpenterController,
  from: string,
  to: string,
  { tables }: Here,
): Generator<Finding> {
  const row = selectRows(tables['karpenter-releases'], 'rollback').find(
    (rollback) => !isBelow(to, rollback.from) && isWithin(from, rollback.to, rollback.below),
  );
  if (row === undefined) return;
  yield {
    level: 'warn',
    rule: `rollback:${toKarpenterMinor(row.from)}`,
    atKarpenter: to,
    resource: toDeploymentResource(controller),
    message: `you cannot safely roll back from ${to} to ${from}: ${row.reason}`,
    evidence: [{ observed: from, required: `${row.needs}, to be able to roll back`, source: 'table' }],
    fix: advice`Update to ${row.needs} before ${to}: you can roll back to ${row.needs}.`,
    links: [row.source],
  };
}

/** The finding for a target that is older than the current version. */
export function buildDowngradeFinding(
  controller: KarpenterController,
  current: string,
  target: string,
  { tables }: Here,
): Finding {
  const row = selectRows(tables['karpenter-releases'], 'rollback').find(
    (rollback) => !isBelow(current, rollback.from) && isWithin(target, rollback.to, rollback.below),
  );
  const message = `${current} -> ${target} is a downgrade${row === undefined ? ', which the project does not test' : `: ${row.reason}`}`;
  return {
    level: row?.level ?? 'warn',
    rule: 'way-back',
    atKarpenter: target,
    resource: toDeploymentResource(controller),
    message,
    evidence: [{ observed: `${current} -> ${target}`, required: row?.needs ?? 'a newer version', source: 'table' }],
    fix:
      row === undefined
        ? advice`Restore the permissions of the older version first, and keep the CRDs of the newer version when you
          roll back the controller.`
        : advice`Roll back to ${row.needs} only, and restore the permissions of that version first.`,
    ...(row === undefined ? {} : { links: [row.source] }),
  };
}
