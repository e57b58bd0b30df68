import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { behindFindings, isBehind } from './older-crds.ts';
import { shortfallFinding } from './findings.ts';
import { refusedFinding, unusedWebhookFinding } from './others.ts';
import { crdName, listShortfalls } from './shortfalls.ts';
import { listCrds, isOwned, selectConflictingCrds, updateBesideAutoMode, updateCrds } from './update.ts';
import { listRequestingWorkloads } from './marker-users.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { resolveGateState } from '../../../src/karpenter/gates.ts';
import { autoModeGroup, nodeClassFacts, ownObjects, poolFacts } from '../../../src/karpenter/own-objects.ts';
import { terminatingFinding } from './terminating.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { servingController, versionUnknown } from '../shared/karpenter-controller.ts';

const kind = 'CustomResourceDefinition';

/** The problem of a finding, by its rule. */
const problems = {
  missing: 'CRD does not exist',
  version: 'Karpenter version unknown',
  conversion: 'its conversion webhook does not run',
  'unused-webhook': 'has an unused conversion webhook',
  schema: 'CRD too old for Karpenter',
  'schema-features': 'CRD older than Karpenter',
  'schema-not-read': 'CRD schema not read',
  owner: 'no Helm release owns it',
  foreign: 'blocks the chart karpenter-crd',
  terminating: 'is being deleted with all its objects',
};

export default defineCheck({
  id: 'karpenter/crds',
  title: 'CRDs of Karpenter that are missing, outdated or being deleted',
  short: problems,
  task: {
    '': 'Correct the CRDs of Karpenter',
    missing: 'Install the CRDs of Karpenter',
    conversion: 'Repair the conversion webhook of the CRD',
    terminating: 'Keep the objects of the CRD that is being deleted',
  },
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `The chart \`karpenter\` contains its CRDs in a folder that Helm installs once and never updates; the chart
    \`karpenter-crd\` updates them. So a controller often runs with CRDs of an older version. If a CRD or a version of
    its API is missing, the controller exits at startup. If only a field, a value or a label is missing, everything
    looks healthy: the API server drops the field or rejects the new NodeClaim, and Karpenter cannot launch nodes.

    CRDs of 0.33 to 1.0 with two versions need a webhook of the controller to convert between them. With a controller
    without that webhook, objects cannot be read, and up to Kubernetes 1.31, garbage collection stops in the whole cluster.

    If a release of the chart \`karpenter-crd\` or a GitOps repository owns the CRDs, the step to a later version
    updates them, so what the new CRDs add is a warning. From 1.14 on, the chart also contains the CRD
    capacitybuffers.autoscaling.x-k8s.io, which the Cluster Autoscaler also has: if the CRD has another owner, Helm
    rejects the whole chart.

    Deleting a CRD deletes all its objects; deleting NodePools and NodeClaims (before 0.32: Provisioners and Machines)
    deletes their nodes.

    EKS Auto Mode has its own CRDs of karpenter.sh. Next to a self-managed Karpenter, they serve both, EKS manages
    them, and the user guide says not to change them.`,
  fix: advice`Update the CRDs with the chart \`karpenter-crd\` before the controller. Never delete a CRD to replace it:
    this deletes all its objects and their nodes.`,
  links: [
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades',
    'https://karpenter.sh/docs/troubleshooting/',
    'https://helm.sh/docs/chart_best_practices/custom_resource_definitions/',
    'https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterCrds'],
  uses: [...poolFacts, ...nodeClassFacts, 'karpenterKeys'],
  tables: ['karpenter-crds', 'karpenter-feature-gates', 'karpenter-settings'],

  *run({ karpenterControllers, karpenterCrds, karpenterKeys, ...facts }, { cluster: { autoMode }, karpenter, tables }) {
    const own = karpenterCrds.filter(({ group }) => group !== autoModeGroup);
    yield* own.filter(({ terminating }) => terminating).map(terminatingFinding);
    const controller = servingController(karpenterControllers, karpenter);
    const { versions } = karpenter;
    const rows = tables['karpenter-crds'];
    if (controller === undefined) return;
    if (versions.length === 0) yield* versionUnknown(karpenterControllers, 'which CRDs it needs');
    const isOn = (gate: string, version: string) => resolveGateState(gate, controller, version, tables) === 'on';
    const users = { ...ownObjects(facts), keys: karpenterKeys };
    const update = (version: string) => {
      const needed = listCrds(version, rows);
      const existing = own.filter((crd) => needed.includes(crd.name));
      return updateCrds(version, existing, controller, rows);
    };
    const fixFor = (name: string, version: string) =>
      autoMode ? updateBesideAutoMode(name, version) : update(version);
    const shortfalls = listShortfalls({ crds: own, versions, rows, users, autoMode, isOn });
    yield* unusedWebhookFinding(shortfalls.filter((one) => one.kind === 'unused webhook'));
    const broughtAt = new Set<string>();
    for (const shortfall of shortfalls) {
      if (shortfall.kind === 'unused webhook' || isBehind(shortfall)) continue;
      const { version } = shortfall;
      if (!autoMode) broughtAt.add(version);
      const finding = shortfallFinding(shortfall, (row) => listRequestingWorkloads(row, users));
      yield { ...finding, fix: fixFor(crdName(shortfall), version) };
    }
    // With EKS Auto Mode, each CRD has a separate fix.
    for (const [, behind] of grouped(shortfalls.filter(isBehind), (one) => (autoMode ? crdName(one) : ''))) {
      for (const finding of behindFindings(behind, versions[0], users, broughtAt))
        yield { ...finding, fix: fixFor(finding.resource.name, finding.atKarpenter) };
    }
    // With EKS Auto Mode, EKS manages the CRDs of karpenter.sh, so it does not matter whether a release owns them.
    if (autoMode) return;
    yield* refusedFinding(versions.slice(1), own, rows, update);
    const [, next] = versions;
    const ahead = shortfalls.some(({ version, kind }) => version !== versions[0] && kind !== 'not looked for');
    if (next === undefined || ahead) return;
    const held = own.filter((crd) => listCrds(next, rows).includes(crd.name));
    const strangers = held.filter((crd) => !isOwned(crd) && !selectConflictingCrds(next, held, rows).includes(crd));
    yield* unownedFinding(strangers, next, updateCrds(next, held, controller, rows));
  },
});

function* unownedFinding(crds: readonly KarpenterCrd[], next: string, fix: Advice): Generator<Finding> {
  const [first] = crds;
  if (first === undefined) return;
  const names = crds.map(({ name }) => name).join(', ');
  yield {
    level: 'warn',
    rule: 'owner',
    atKarpenter: next,
    resource: { kind, name: first.name, ...(crds.length > 1 ? { note: `and ${crds.length - 1} more` } : {}) },
    message: `no Helm release owns ${names}: an update of the chart karpenter to ${next} does not update them`,
    evidence: crds.map(({ name, owner }) => ({
      observed: owner.managedBy === null ? 'no owner' : `managed by ${owner.managedBy}, no release`,
      required: 'the release karpenter-crd',
      resource: name,
    })),
    fix,
  };
}
