import { advice, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { sh } from '../../../src/languages/shell.ts';
import { shortfallsOf, type MarkerRow, type Shortfall } from './shortfalls.ts';
import { crdsOf, fileOf, isOwned, updateBesideAutoMode, updateCrds } from './update.ts';
import { stateOf } from '../../../src/karpenter/gates.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { servingController, versionUnknown } from '../../../src/subjects/karpenter-controller.ts';

const kind = 'CustomResourceDefinition';

export default defineCheck({
  id: 'karpenter/crds',
  title: 'CRDs of Karpenter that are missing, outdated or on their way out',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `The chart \`karpenter\` holds its CRDs in a folder that Helm installs once and never touches again; the chart
    \`karpenter-crd\` is the one that updates them. So a controller easily runs with CRDs of an older version. Where a whole CRD
    or a version of its API is missing, the controller exits at its start. Where only a field, a value or a label is missing,
    everything looks healthy: the API server drops the field or refuses the new NodeClaim, and no node starts.

    The CRDs of 0.33 to 1.0 that hold two versions ask a webhook of the controller to convert between them. Left in place
    under a controller without that webhook they make objects unreadable, and stop garbage collection in the whole cluster.

    Deleting a CRD deletes all its objects, and with pools and claims go their nodes.

    EKS Auto Mode has CRDs of karpenter.sh of its own. Beside a Karpenter of yours they serve both, EKS keeps them, and its
    user guide says not to change them.`,
  fix: advice`Update the CRDs by the chart \`karpenter-crd\` before the controller. Never delete a CRD to replace it: with it go all its objects and their nodes.`,
  links: [
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades',
    'https://karpenter.sh/docs/troubleshooting/',
    'https://helm.sh/docs/chart_best_practices/custom_resource_definitions/',
    'https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterCrds'],
  uses: ['karpenterPools', 'karpenterPoolKinds'],
  tables: ['karpenter-crds', 'karpenter-feature-gates', 'karpenter-settings'],

  *run(
    { karpenterControllers, karpenterCrds, karpenterPools, karpenterPoolKinds },
    { cluster: { autoMode }, karpenter, tables },
  ) {
    const own = karpenterCrds.filter(({ group }) => group !== 'eks.amazonaws.com');
    yield* own.filter(({ terminating }) => terminating).map(terminatingFinding);
    const controller = servingController(karpenterControllers, karpenter);
    const { versions } = karpenter;
    const rows = tables['karpenter-crds'];
    if (controller === undefined) return;
    if (versions.length === 0) yield* versionUnknown(karpenterControllers, 'nor which CRDs it needs');
    const isOn = (gate: string, version: string) => stateOf(gate, controller, version, tables) === 'on';
    const pools = karpenterPools && { pools: karpenterPools, isWhole: karpenterPoolKinds?.length === 2 };
    const shortfalls = shortfallsOf(own, versions, rows, pools, isOn);
    for (const shortfall of shortfalls) {
      const needed = crdsOf(shortfall.version, rows);
      const existing = own.filter(({ name }) => needed.includes(name));
      const name = shortfall.kind === 'missing' ? shortfall.name : shortfall.crd.name;
      const fix = autoMode
        ? updateBesideAutoMode(name, shortfall.version)
        : updateCrds(shortfall.version, existing, controller, rows);
      yield { ...findingOf(shortfall), fix };
    }
    const [, next] = versions;
    const ahead = shortfalls.some(({ version, kind }) => version !== versions[0] && kind !== 'not looked for');
    // Beside EKS Auto Mode no release may own the CRDs of karpenter.sh: who owns them is not asked.
    if (next === undefined || ahead || autoMode) return;
    const held = own.filter((crd) => crdsOf(next, rows).includes(crd.name));
    const strangers = held.filter((crd) => !isOwned(crd));
    yield* unownedFinding(strangers, next, updateCrds(next, held, controller, rows));
  },
});

function terminatingFinding({ name }: KarpenterCrd): Finding {
  return {
    level: 'fail',
    rule: 'terminating',
    resource: { kind, name },
    message: 'is being deleted: with it go all its objects, and with pools and claims their nodes',
    evidence: [{ observed: 'deletionTimestamp is set', required: 'a CRD that stays' }],
    fix: advice`A deletion cannot be taken back. Save the objects first (${sh`kubectl get ${name} -o yaml`}), find out who deletes the CRD (a Helm release, a GitOps tool, a person), and stop it there. Do not take finalizers away by hand: nodes would go on running that nobody manages. Once the CRD is gone, install it anew and apply the saved objects.`,
  };
}

/** A row of several CRDs names the file of one: the others lie beside it. */
function sourceFor(name: string, { source }: { source: string }): string {
  return source.replace(/(\/crds\/)[^/]+\.yaml$/, `$1${fileOf(name)}`);
}

function findingOf(shortfall: Shortfall): Finding {
  const { version: atKarpenter } = shortfall;
  if (shortfall.kind === 'missing') {
    const { name, row } = shortfall;
    return {
      level: 'fail',
      rule: 'missing',
      atKarpenter,
      resource: { kind, name },
      message: `does not exist, and Karpenter ${atKarpenter} needs it: ${row.without}`,
      evidence: [{ observed: 'no such CRD', required: `one that serves ${row.needs}` }],
      links: [sourceFor(name, row)],
    };
  }
  const { crd } = shortfall;
  const resource = { kind, name: crd.name };
  if (shortfall.kind === 'unserved') {
    const { row } = shortfall;
    const observed = `serves ${crd.served.join(', ') || 'no version'}`;
    return {
      level: 'fail',
      rule: 'version',
      atKarpenter,
      resource,
      message: `${observed}, and Karpenter ${atKarpenter} reads ${row.needs}: ${row.without}`,
      evidence: [{ observed, required: row.needs }],
      links: [sourceFor(crd.name, row)],
    };
  }
  if (shortfall.kind === 'conversion') return conversionFinding(shortfall);
  const { rows } = shortfall;
  const [first] = rows;
  const more = rows.length > 1 ? `, and ${rows.length - 1} more` : '';
  if (shortfall.kind === 'not looked for') {
    const message = `the inventory does not tell whether its schema is that of Karpenter ${atKarpenter}: it was taken by an older eks-preflight`;
    return {
      level: 'unknown',
      rule: 'schema-not-read',
      atKarpenter,
      resource,
      message,
      evidence: rows.map(evidenceOf),
    };
  }
  return {
    level: shortfall.level,
    rule: shortfall.level === 'warn' ? 'schema-features' : 'schema',
    atKarpenter,
    resource,
    message: `is older than Karpenter ${atKarpenter}: ${first?.without ?? ''}${more}${shortfall.level === 'unknown' ? '; whether a pool asks for that is not known' : ''}`,
    evidence: rows.map(evidenceOf),
    links: [...new Set(rows.map(({ source }) => source))],
  };
}

function evidenceOf({ path, version, enum: value, allows, from }: MarkerRow): Evidence {
  const lacks =
    value !== undefined
      ? `${path} takes no ${value}`
      : allows !== undefined
        ? `${path} refuses ${allows}`
        : `no ${path}`;
  return { observed: `${version}: ${lacks}`, required: `the CRD of ${from} or newer` };
}

function conversionFinding({ crd, version, row }: Extract<Shortfall, { kind: 'conversion' }>): Finding {
  const { strategy, service } = crd.conversion;
  const where = service === null ? '' : ` (Service ${service.namespace}/${service.name}, port ${service.port})`;
  const message =
    strategy === 'Webhook'
      ? `is converted by a webhook${where}, which Karpenter ${version} does not run: objects stored in another version cannot be read`
      : `holds objects of ${crd.storedVersions.join(', ')} and asks no webhook to convert them: Karpenter ${version} cannot read the old ones`;
  return {
    level: 'fail',
    rule: 'conversion',
    atKarpenter: version,
    resource: { kind, name: crd.name },
    message,
    evidence: [{ observed: `conversion strategy ${strategy}`, required: row.conversion }],
    links: [sourceFor(crd.name, row)],
  };
}

function* unownedFinding(crds: readonly KarpenterCrd[], next: string, fix: Advice): Generator<Finding> {
  const [first] = crds;
  if (first === undefined) return;
  yield {
    level: 'warn',
    rule: 'owner',
    atKarpenter: next,
    resource: { kind, name: first.name, ...(crds.length > 1 ? { note: `and ${crds.length - 1} more` } : {}) },
    message: `no Helm release owns ${crds.map(({ name }) => name).join(', ')}: an update of the chart karpenter to ${next} leaves them as they are`,
    evidence: crds.map(({ name, owner }) => ({
      observed: owner.managedBy === null ? 'no owner' : `managed by ${owner.managedBy}, no release`,
      required: 'the release karpenter-crd',
      resource: name,
    })),
    fix,
  };
}
