import type { Evidence, Finding } from '../../../src/check.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { markerLacking } from './findings.ts';
import { crdName, type Shortfall } from './shortfalls.ts';
import { isUsed, type MarkerRow, type Users } from './marker-users.ts';

/** A shortfall with a level: any except an unused webhook or a schema that was not read. */
export type Behind = Extract<Shortfall, { level: string }>;

/** True if the CRD does not block the update, provided that it is updated first. */
export function isBehind(shortfall: Shortfall): shortfall is Behind {
  return 'level' in shortfall && shortfall.level === 'warn';
}

/**
 * Findings for old CRDs: one for the first version that needs newer CRDs, and one for each later version at which
 * something else happens if the CRDs are not updated.
 * @param broughtAt versions whose CRDs the fix of a blocker installs: there, a finding needs a reason even if it is
 *   the first
 */
export function* behindFindings(
  all: readonly Behind[],
  today: string | undefined,
  users: Users,
  broughtAt: ReadonlySet<string>,
): Generator<Finding & { atKarpenter: string }> {
  const reported = new Set<string>();
  for (const [version, behind] of grouped(all, (one) => one.version)) {
    const isReported = reported.size > 0 || broughtAt.has(version);
    const reasons = behind
      .flatMap((one) => listReasons(one, users))
      .filter(({ id }) => !reported.has(id))
      .toSorted((a, b) => Number(a.marker === undefined) - Number(b.marker === undefined));
    if (isReported && reasons.length === 0) continue;
    for (const id of [version, ...reasons.map((reason) => reason.id)]) reported.add(id);
    yield behindFinding(version, today, { behind, reasons, users });
  }
}

/** What happens at a version if the CRDs are not updated. */
interface Reason {
  id: string;
  text: string;
  source?: string;
  /** What an object uses, and the CRD lacks. */
  marker?: MarkerRow;
}

function listReasons(one: Behind, users: Users): Reason[] {
  switch (one.kind) {
    case 'schema':
      return one.rows
        .filter((row) => isUsed(row, users) === true)
        .map((row) => ({ id: row.id, text: row.without, source: row.source, marker: row }));
    case 'conversion':
      return [{ id: one.kind, text: `a webhook that Karpenter ${one.version} does not run converts the objects` }];
    default:
      return [{ id: `${one.kind} ${crdName(one)}`, text: one.row.without, source: one.row.source }];
  }
}

interface Group {
  behind: readonly Behind[];
  reasons: readonly Reason[];
  users: Users;
}

function behindFinding(
  version: string,
  today: string | undefined,
  { behind, reasons, users }: Group,
): Finding & { atKarpenter: string } {
  const names = [...new Set(behind.map(crdName))];
  const lacking = behind.flatMap((one) => (one.kind === 'schema' ? one.rows : []));
  const used = reasons.flatMap(({ marker }) => marker ?? []);
  const nothing = lacking.every((row) => isUsed(row, users) !== undefined)
    ? 'no object uses what is missing from them'
    : 'it is unknown whether an object uses what is missing from them';
  const texts = [...new Set(reasons.map(({ text }) => text))].join('; ');
  const isStep = version !== today;
  const [first, ones, older] = isStep
    ? [
        `update the CRDs to Karpenter ${version} first`,
        ': with the current CRDs, ',
        ': the current CRDs are older, and ',
      ]
    : [`is older than Karpenter ${version}`, ': ', '; '];
  return {
    level: 'warn',
    rule: 'schema-features',
    atKarpenter: version,
    resource: {
      kind: 'CustomResourceDefinition',
      name: names[0] ?? '',
      ...(names.length > 1 ? { note: `and ${names.length - 1} more` } : {}),
    },
    message: `${first}${texts === '' ? `${older}${nothing}` : `${ones}${texts}`}`,
    evidence: names.flatMap((name) => buildEvidence(name, behind, used)),
    links: [...new Set((texts === '' ? lacking : reasons).flatMap(({ source }) => source ?? []))].slice(0, 3),
  };
}

/** What objects use and the CRD lacks; if they use nothing of it, the state of the CRD and what is required instead. */
function buildEvidence(name: string, behind: readonly Behind[], used: readonly MarkerRow[]): Evidence[] {
  const own = used.filter(({ crd }) => crd === name);
  if (own.length > 0) return own.map((row) => ({ ...markerLacking(row), resource: name }));
  return behind.filter((one) => crdName(one) === name).map((one) => ({ ...seen(one), resource: name }));
}

function seen(one: Behind): Evidence {
  switch (one.kind) {
    case 'schema':
      return { observed: 'an older CRD', required: `the CRD of ${newest(one.rows)} or newer` };
    case 'conversion':
      return { observed: 'conversion strategy Webhook', required: one.row.conversion };
    default: {
      const observed = one.kind === 'missing' ? 'no such CRD' : `serves ${one.crd.served.join(', ')}`;
      return { observed, required: `${one.row.needs}, which comes with the CRDs of ${one.version}` };
    }
  }
}

function newest(rows: readonly MarkerRow[]): string {
  return rows.map(({ from }) => from).reduce((a, b) => (isBelow(a, b) ? b : a), '0.0.0');
}
