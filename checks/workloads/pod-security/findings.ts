import type { Evidence, Finding } from '../../../src/check.ts';
import type { FactName } from '../../../src/facts/facts.ts';
import type { SecurityTrait } from '../../../src/facts/security-traits.ts';
import { advice, commands, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { pieces, sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { findRejecting, type Enforced, type Row } from './standards.ts';
import type { Use } from './uses.ts';

/** A trait that a version of the path rejects. */
interface Rejected {
  trait: SecurityTrait;
  fact: FactName;
  row: Row;
  at: Minor;
}

/** One finding for each workload and kind of trait. */
export function* toFindings(
  uses: readonly Use[],
  rows: readonly Row[],
  versions: readonly Minor[],
): Generator<Finding> {
  const [current = 0] = versions;
  for (const use of uses) {
    const rejected = use.traits.flatMap((one) => findFirst(one, use.enforced, rows, versions));
    const isNow = ({ at }: Rejected) => at === current;
    for (const same of grouped(rejected, ({ trait, at }) => `${trait.trait} ${at}`).values())
      if (!isNow(same[0]) || use.running > 0) yield toFinding(use, same, isNow(same[0]));
  }
}

function findFirst(
  { trait, fact }: Use['traits'][number],
  enforced: Enforced,
  rows: readonly Row[],
  versions: readonly Minor[],
): Rejected[] {
  for (const at of versions) {
    const row = findRejecting(rows, enforced, trait, at);
    if (row !== undefined) return [{ trait, fact, row, at }];
  }
  return [];
}

function toFinding(use: Use, rejected: readonly [Rejected, ...Rejected[]], isNow: boolean): Finding {
  const { resource, enforced } = use;
  const [{ trait, row, at }] = rejected;
  const whats = formatList(rejected.map((one) => describe(one.trait)));
  return {
    ...toLevel(use, isNow),
    ...(isNow ? {} : { at }),
    rule: trait.trait,
    resource,
    message: `${whats}: namespace ${resource.namespace}, which enforces ${enforced.level}, ${describeEffect(use, row, isNow)}`,
    evidence: listEvidence(use, rejected),
    fix: buildFix(use, row),
    links: [row.source],
  };
}

/** Only a workload whose evicted pods do not come back fails. */
function toLevel({ resource: { kind }, isIdle }: Use, isNow: boolean): Pick<Finding, 'level' | 'blocks'> {
  if (isNow || kind === 'Job') return { level: 'warn' };
  return isIdle ? { level: 'warn', blocks: 'deployments' } : { level: 'fail' };
}

function describeEffect({ running, isIdle }: Use, { change, from }: Row, isNow: boolean): string {
  if (isNow) {
    const pods = formatCount(running, 'pod');
    return `already rejects new pods with it; ${pods} that run${running === 1 ? 's' : ''} will not come back after an eviction`;
  }
  const when = change === 'rejected' ? `from ${format(from)} on` : `below ${format(from)}`;
  if (isIdle) return `rejects such pods ${when}: the workload, now scaled to 0, can then no longer start`;
  return `rejects such pods ${when}: evicted pods do not come back`;
}

function describe({ trait, container, field, value }: SecurityTrait): string {
  const where = container === undefined ? '' : `container ${container}: `;
  const what = {
    'probe-host': field ?? '',
    sysctl: `sysctl ${value}`,
    'selinux-type': `seLinuxOptions.type ${value}`,
    'user-namespace-proc-mount': 'procMount in a user namespace',
    'user-namespace-root': 'root in a user namespace',
    windows: 'os.name windows',
  }[trait];
  return `${where}${what}`;
}

function listEvidence({ resource, enforced }: Use, rejected: readonly Rejected[]): Evidence[] {
  const { level, pinned } = enforced;
  const version = pinned === null ? 'without a fixed version' : `enforce-version v${format(pinned)}`;
  return [
    ...rejected.map(({ trait, fact }): Evidence => ({ observed: describe(trait), fact })),
    { observed: `enforce: ${level}, ${version}`, resource: `Namespace ${resource.namespace}`, fact: 'namespaces' },
  ];
}

/** A pinned version helps only where a later version rejects: no API server applies a version that it does not have. */
function buildFix({ resource: { kind, namespace, name } }: Use, { change, from, instead }: Row): Advice {
  const look = sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`;
  const text = advice`${ofTable(instead)}\n${commands(look)}`;
  if (change === 'allowed') return text;
  const pin = pieces(
    sh`kubectl label --overwrite namespace ${namespace}`,
    sh`pod-security.kubernetes.io/enforce-version=v${format(from - 1)}`,
  );
  return advice`${text}\nIf you cannot change it before the update, let the namespace enforce the standard of ${format(from - 1)},
    and remove the label \`enforce-version\` when you have changed it:\n${commands(pin)}`;
}
