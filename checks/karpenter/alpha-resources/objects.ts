import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import {
  classDifferences,
  classTwin,
  legacyTaint,
  poolDifferences,
  poolTwin,
} from '../../../src/karpenter/alpha-twins.ts';
import { usualProfile, writtenIn } from '../../../src/karpenter/node-identities.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { convertPool, convertTemplate, taintPool } from './fixes.ts';
import { placeFinding, toResource, twinFindings, type Twin } from './twins.ts';
import type { AlphaSteps } from '../../../src/karpenter/generations.ts';

/** Findings for Provisioners, compared with the NodePools that replace them. */
export function* provisionerFindings({ pools, claims, isRead }: OwnObjects, steps: AlphaSteps): Generator<Finding> {
  const machines = grouped(
    claims.filter(({ kind }) => kind === 'Machine'),
    ({ pool }) => pool,
  );
  for (const provisioner of pools.filter(({ kind }) => kind === 'Provisioner')) {
    const twin = isRead('NodePool') ? poolTwin(provisioner, pools) : 'unread';
    const own = isRead('Machine') ? (machines.get(provisioner.name)?.length ?? 0) : 'unread';
    yield* placeFinding(provisioner, twin, own, steps, convertPool(provisioner));
    yield* taintFindings(provisioner, twin, steps);
  }
}

function* taintFindings(provisioner: KarpenterPool, twin: Twin<KarpenterPool>, steps: AlphaSteps): Generator<Finding> {
  const isTainted = provisioner.taints.some(({ key }) => key === legacyTaint.key);
  if (typeof twin === 'object') {
    yield* twinFindings(provisioner, twin, poolDifferences(provisioner, twin), steps);
    if (!isTainted && isWithin(steps.today, '0.32.0', '0.33.0')) yield bothProvision(provisioner, twin);
  }
  if (isTainted && isBelow(steps.today, '0.32.0')) {
    yield {
      level: 'warn',
      rule: 'taint-left',
      resource: toResource(provisioner),
      message: `has the taint karpenter.sh/legacy with Karpenter ${steps.today}, which does not support NodePools: no nodes are launched for it`,
      evidence: [{ observed: taintsText(provisioner), required: 'no karpenter.sh/legacy' }],
      fix: advice`After a rollback to a version before 0.32, remove the taint karpenter.sh/legacy from \`spec.taints\`.`,
    };
  }
}

function bothProvision(provisioner: KarpenterPool, twin: KarpenterPool): Finding {
  return {
    level: 'warn',
    rule: 'both-provision',
    resource: toResource(provisioner),
    message: `launches nodes beside NodePool ${twin.name}: it does not have the taint karpenter.sh/legacy`,
    evidence: [{ observed: taintsText(provisioner), required: 'karpenter.sh/legacy=true:NoSchedule' }],
    fix: taintPool(provisioner),
  };
}

/** Findings for AWSNodeTemplates, compared with the EC2NodeClasses that replace them. */
export function* templateFindings(
  { nodeClasses, isRead }: OwnObjects,
  controller: KarpenterController | undefined,
  steps: AlphaSteps,
): Generator<Finding> {
  const usual = usualProfile(controller);
  for (const template of nodeClasses.filter(({ kind }) => kind === 'AWSNodeTemplate')) {
    const written = writtenIn(template, usual);
    const profile = typeof written === 'object' && written.what === 'instance profile' ? written.text : undefined;
    const twin = isRead('EC2NodeClass') ? classTwin(template, nodeClasses) : 'unread';
    yield* placeFinding(template, twin, 0, steps, convertTemplate(template, profile));
    if (typeof twin === 'object') yield* twinFindings(template, twin, classDifferences(template, twin), steps);
  }
}

function taintsText({ taints }: KarpenterPool): string {
  return taints.length === 0 ? 'no taints' : taints.map(({ key, effect }) => `${key}:${effect}`).join(', ');
}
