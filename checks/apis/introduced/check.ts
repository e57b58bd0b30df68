import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { introducedKinds, type IntroducedKind } from './kinds.ts';
import { omittedFinding, storedFindings } from './stored.ts';
import { writtenFindings } from './written.ts';

const rollbackLink = 'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html';

export default defineCheck({
  id: 'apis/introduced',
  title: 'Objects and clients that use an API version that the earlier version does not serve',
  short: {
    omitted: 'more objects than the report names',
    'other-version': 'API server has another version',
    stored: 'earlier version does not serve the kind',
    unread: 'objects were not listed',
    unlisted: 'introduced API versions are unknown',
    written: 'earlier version lacks the API version',
  },
  task: 'Replace what the earlier version does not serve',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'down',
  why: `A rollback changes neither etcd nor your workloads. The API server of the earlier version serves only the API versions
    of its own Kubernetes version. Objects of a kind that it does not serve stay in etcd, but cannot be read, changed or
    deleted, and have no effect, until the cluster is updated again. Before a rollback, EKS looks for API usage that is
    incompatible with the earlier version. If it finds any, it rejects the rollback unless you use \`--force\`.

    The check lists the metadata of all objects of each kind with an API version that the current Kubernetes version
    introduced, by default or because EKS enables it. If the earlier version serves the kind in no API version, its
    objects are a failure, one for each namespace, Helm release or GitOps object. The check does not report what the control
    plane creates for itself: the ServiceCIDR \`kubernetes\`, the IPAddresses of Services, and the ClusterTrustBundle with the
    certificates of the API server.

    If the earlier version serves the kind in another API version, the objects remain available. The check then warns of the
    tools and programs that wrote them with the introduced API version, according to \`metadata.managedFields\`: their next
    write fails. The same writes count as in apis/removed; the control plane is rolled back itself and does not count.

    The check does not see clients that only read, manifests that are not applied yet, and new fields in API versions that
    both Kubernetes versions serve. The rollback readiness insights of EKS include fields.`,
  fix: advice`Delete the objects before the rollback, and let manifests and programs use an API version that the earlier
    version serves.`,
  links: [rollbackLink, 'https://kubernetes.io/docs/reference/using-api/'],
  needs: ['introducedObjects'],
  counts: ['introducedObjects'],
  tables: ['api-introductions', 'field-managers'],

  unseenAt(_facts, { current, tables }) {
    const rows = tables['api-introductions'];
    return current >= findFirst(rows) && introducedKinds(rows, current).length === 0 ? null : current;
  },

  basis({ introducedObjects: { kinds } }, { current, tables }) {
    const introduced = introducedKinds(tables['api-introductions'], current).length;
    if (introduced === 0) return `${format(current)} introduces no API version`;
    const listed = kinds.filter(({ api }) => api !== null);
    const objects = listed.reduce((sum, { count }) => sum + (count ?? 0), 0);
    const served = listed.length === introduced ? '' : `, of which the API server serves ${listed.length}`;
    return `${formatCount(objects, 'object')} of the ${formatCount(introduced, 'kind')} with an API version that ${format(current)} introduced${served}`;
  },

  *run({ introducedObjects }, context) {
    const rows = context.tables['api-introductions'];
    const first = findFirst(rows);
    if (context.current < first) {
      yield unlistedFinding(context, format(first));
      return;
    }
    if (introducedObjects.version !== format(context.current)) {
      yield otherVersionFinding(introducedObjects, context);
      return;
    }
    for (const kind of introducedKinds(rows, context.current)) yield* kindFindings(kind, introducedObjects, context);
  },
});

/** The first version whose API versions the table lists. */
function findFirst(rows: Tables['api-introductions']): Minor {
  return Math.min(...rows.map(({ version }) => version));
}

function* kindFindings(
  kind: IntroducedKind,
  { kinds, objects }: Facts['introducedObjects'],
  context: Context<'api-introductions' | 'field-managers'>,
): Generator<Finding> {
  const listed = kinds.find(({ resource }) => resource === kind.resource);
  if (listed === undefined) {
    yield unreadFinding(kind, context);
    return;
  }
  const own = objects.filter((object) => object.kind === kind.kind);
  if (kind.before === null) yield* storedFindings(kind, own, context);
  else yield* writtenFindings({ ...kind, before: kind.before }, own, context);
  if (listed.omitted > 0) yield omittedFinding(kind, listed, context);
}

/** The table begins later than the cluster's version: nothing is known of what that version introduced. */
function unlistedFinding({ cluster, current, target }: Context, first: string): Finding {
  return {
    level: 'unknown',
    at: target,
    rule: 'unlisted',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `it is unknown which API versions ${format(current)} introduced: the table api-introductions begins with ${first}`,
    evidence: [{ observed: format(current), required: `${first} or newer`, fact: 'cluster' }],
    fix: advice`Read which API versions ${format(current)} introduced in the release notes of Kubernetes, and look for their objects.`,
  };
}

/** The facts were read with a table that did not have the kind yet. */
function unreadFinding({ kind, resource, apis, source }: IntroducedKind, { cluster, target }: Context): Finding {
  return {
    level: 'unknown',
    at: target,
    rule: `unread:${resource}`,
    resource: { kind: 'Cluster', name: cluster.name },
    message: `the inventory is from a version of eks-preflight that did not list objects of ${kind}`,
    evidence: [{ observed: `no list of ${resource}`, required: `a list at ${apis[0]}` }],
    fix: advice`Take a new inventory with this version of eks-preflight.`,
    links: [source],
  };
}

function otherVersionFinding({ version }: Facts['introducedObjects'], { cluster, current }: Context): Finding {
  return {
    level: 'unknown',
    rule: 'other-version',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `the API server reports Kubernetes ${version}, and EKS ${format(current)}: the objects of kinds that ${format(current)} introduced were not listed`,
    evidence: [{ observed: version, required: format(current) }],
    fix: advice`Wait until the update of the cluster has ended, then run the scan again.`,
  };
}
