import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { selectPools, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { formatCount, forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Row = Tables['karpenter-registration'][number];

/** The first version that needs the taint. Source: https://github.com/kubernetes-sigs/karpenter/pull/1336 */
const needsTaint = '1.0.0';
/** The reason of the condition Registered. Source: the table `karpenter-registration`. */
const refused = 'UnregisteredTaintNotFound';

/**
 * Findings for node classes of the AMI family Custom whose user data does not contain the taint
 * karpenter.sh/unregistered: for the running version, and for the first later one that does not register nodes without it. For other
 * families, Karpenter writes it itself.
 * @param versions the path of Karpenter, today's version first; empty if it is unknown
 */
export function* untaintedNodeClasses(
  { nodeClasses, pools, claims }: OwnObjects,
  versions: readonly string[],
  rows: readonly Row[],
): Generator<Finding> {
  const [today, ...later] = versions;
  if (today === undefined) return;
  const findRow = (version: string) => rows.find(({ from, below }) => isWithin(version, from, below));
  const refusing = findRow(today) === undefined ? later.find((version) => findRow(version) !== undefined) : undefined;
  for (const nodeClass of nodeClasses) {
    const users = selectPools(nodeClass, pools);
    if (nodeClass.amiFamily !== 'Custom' || nodeClass.registersTaint === true || users.length === 0) continue;
    const shown = claims.filter(
      ({ pool, conditions }) =>
        users.some(({ name }) => name === pool) && conditions.some(({ reason }) => reason === refused),
    );
    if (!isBelow(today, needsTaint)) {
      yield toFinding(nodeClass, { version: today, row: findRow(today), shown: shown.map(({ name }) => name) });
    }
    if (refusing === undefined) continue;
    const finding = toFinding(nodeClass, { version: refusing, row: findRow(refusing), shown: [] });
    yield { ...finding, rule: 'unregistered-later', atKarpenter: refusing };
  }
}

interface Seen {
  version: string;
  /** Undefined: the version registers nodes without the taint. */
  row: Row | undefined;
  /** NodeClaims whose nodes did not register. */
  shown: readonly string[];
}

function toFinding(
  { kind, name, apiVersion, registersTaint }: KarpenterNodeClass,
  { version, row, shown }: Seen,
): Finding {
  const count = shown.length;
  const isRefused = row !== undefined && count > 0;
  const effect = isRefused
    ? `Karpenter ${version} does not register the ${forCount(count, 'node', 'nodes')} of ${formatCount(count, 'NodeClaim')}`
    : row === undefined
      ? 'the first pods of a node may start before Karpenter has set the labels and taints of the NodePool'
      : `Karpenter ${version} does not register nodes without it`;
  const choice =
    row === undefined ? advice`` : advice`Karpenter ${row.below} and later patches register nodes without it. `;
  return {
    level: isRefused ? 'fail' : 'warn',
    rule: 'unregistered-taint',
    resource: { kind, name, apiVersion },
    message: `the user data does not contain the taint karpenter.sh/unregistered: ${effect}`,
    evidence: [
      {
        observed: registersTaint === null ? 'amiFamily Custom, no user data' : 'amiFamily Custom, user data without it',
        required: 'karpenter.sh/unregistered:NoExecute',
      },
      ...shown.map((claim) => ({
        observed: `Registered: ${refused}`,
        required: 'Registered True',
        resource: `NodeClaim ${claim}`,
        fact: 'karpenterClaims' as const,
      })),
    ],
    fix: advice`Let the kubelet register with the taint \`karpenter.sh/unregistered:NoExecute\`: in the user data, with
      \`--register-with-taints\` or \`registerWithTaints\` of its configuration. Karpenter removes the taint from a registered
      node. Changed user data drifts the nodes of the node class. ${choice}If the AMI sets the taint, accept this finding.\n${commands(
        sh`kubectl get ec2nodeclass ${name} -o jsonpath='{.spec.userData}'`,
      )}`,
    links: [row?.source ?? 'https://karpenter.sh/docs/concepts/nodeclasses/#specamifamily'],
  };
}
