import type { Finding } from '../../../src/check.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { json, sh } from '../../../src/syntax/shell.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { Shortfall } from './shortfalls.ts';
import { missedVersions, selectConflictingCrds } from './update.ts';

const kind = 'CustomResourceDefinition';
type Unused = Extract<Shortfall, { kind: 'unused webhook' }>;

/** The finding for CRDs with a webhook that is never called. */
export function* unusedWebhookFinding(unused: readonly Unused[]): Generator<Finding> {
  const [first] = unused;
  if (first === undefined) return;
  const names = unused.map(({ crd }) => crd.name);
  const byHand = unused.find(({ crd }) => crd.owner.managedBy === 'Argo CD' || crd.owner.managedBy === 'Flux');
  const patch = json({ spec: { conversion: { strategy: 'None', webhook: null } } });
  yield {
    level: 'warn',
    rule: 'unused-webhook',
    atKarpenter: first.version,
    resource: { kind, name: first.crd.name, ...(names.length > 1 ? { note: `and ${names.length - 1} more` } : {}) },
    message: `has a conversion webhook that Karpenter ${first.version} does not run; nothing calls it, because ${first.crd.served.join(', ')} is the only version served and stored`,
    evidence: names.map((name) => ({ observed: 'conversion strategy Webhook', required: 'None', resource: name })),
    fix:
      byHand === undefined
        ? advice`Remove the webhook. This does not change objects.\n\n${commands(...names.map((name) => sh`kubectl patch crd ${name} --type merge --patch ${patch}`))}`
        : advice`Remove \`spec.conversion\` from the CRDs in the repository that ${byHand.crd.owner.managedBy ?? ''} applies. This does not change objects.`,
  };
}

/** Findings for the first step whose chart `karpenter-crd` is rejected: one for each CRD that causes it. */
export function* refusedFinding(
  steps: readonly string[],
  crds: readonly KarpenterCrd[],
  rows: Tables['karpenter-crds'],
  fixFor: (version: string) => Advice,
): Generator<Finding> {
  const version = steps.find((step) => selectConflictingCrds(step, crds, rows).length > 0);
  if (version === undefined) return;
  for (const crd of selectConflictingCrds(version, crds, rows)) {
    const missed = missedVersions(crd, version, rows);
    const { release, managedBy } = crd.owner;
    const owner = release === null ? managedBy : `release ${release}`;
    const why =
      owner === null
        ? `it has the version ${missed.join(', ')}, which the CRD of Karpenter ${version} does not have`
        : `${owner} owns it`;
    yield {
      level: 'warn',
      rule: 'foreign',
      atKarpenter: version,
      resource: { kind, name: crd.name },
      message: `the chart karpenter-crd ${version} is rejected with all its CRDs, because it contains this CRD, and ${why}`,
      evidence: [
        {
          observed: `${owner ?? 'no owner'}, serves ${crd.served.join(', ')}, stores ${crd.storedVersions.join(', ')}`,
          required: 'a CRD of the release karpenter-crd',
        },
      ],
      fix: fixFor(version),
    };
  }
}
