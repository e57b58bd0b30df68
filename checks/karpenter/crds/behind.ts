import type { Evidence, Finding } from '../../../src/check.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { markerLacking } from './findings.ts';
import type { Shortfall } from './shortfalls.ts';
import { isUsed, type MarkerRow } from './used.ts';

/** CRDs that are older than a version, where its own CRDs come with it or no object misses them. */
export type Behind = Extract<Shortfall, { level: string }>;

/** What stops nothing as long as the CRDs go first. */
export function isBehind(shortfall: Shortfall): shortfall is Behind {
  return 'level' in shortfall && shortfall.level === 'warn';
}

/**
 * One finding for all CRDs that are older than the first version that has more, and one for each later version of which an
 * object uses what they lack.
 * @param broughtAt versions whose CRDs the fix of a blocker brings
 */
export function* behindFindings(
  all: readonly Behind[],
  today: string | undefined,
  objects: OwnObjects,
  broughtAt: ReadonlySet<string>,
): Generator<Finding & { atKarpenter: string }> {
  const told = new Set<string>();
  for (const [version, behind] of grouped(all, (one) => one.version)) {
    const used = behind
      .flatMap((one) => (one.kind === 'schema' ? one.rows : []))
      .filter((row) => isUsed(row, objects) === true && !told.has(row.id));
    const isConverted = behind.some(({ kind }) => kind === 'conversion') && !told.has('conversion');
    const isTold = told.size > 0 || broughtAt.has(version);
    if (isTold && used.length === 0 && !isConverted) continue;
    for (const id of [version, ...used.map((row) => row.id), ...(isConverted ? ['conversion'] : [])]) told.add(id);
    const reasons = [
      ...new Set(used.map(({ without }) => without)),
      ...(isConverted ? [`a webhook that Karpenter ${version} does not run converts the objects`] : []),
    ];
    yield behindFinding(version, today, behind, reasons, used, objects);
  }
}

function behindFinding(
  version: string,
  today: string | undefined,
  behind: readonly Behind[],
  reasons: readonly string[],
  used: readonly MarkerRow[],
  objects: OwnObjects,
): Finding & { atKarpenter: string } {
  const names = [...new Set(behind.map(({ crd }) => crd.name))];
  const lacking = behind.flatMap((one) => (one.kind === 'schema' ? one.rows : []));
  const nothing = lacking.every((row) => isUsed(row, objects) !== undefined)
    ? 'no object uses what is missing from them'
    : 'it is unknown whether an object uses what is missing from them';
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
    message: `${first}${reasons.length > 0 ? `${ones}${reasons.join('; ')}` : `${older}${nothing}`}`,
    evidence: names.flatMap((name) => evidenceOf(name, behind, used)),
    links: [...new Set((used.length > 0 ? used : lacking).map(({ source }) => source))].slice(0, 3),
  };
}

/** What an object uses; where none does, the oldest version whose CRD has all that is lacking. */
function evidenceOf(name: string, behind: readonly Behind[], used: readonly MarkerRow[]): Evidence[] {
  const own = used.filter(({ crd }) => crd === name);
  if (own.length > 0) return own.map((row) => ({ ...markerLacking(row), resource: name }));
  return behind
    .filter(({ crd }) => crd.name === name)
    .map((one) =>
      one.kind === 'schema'
        ? { observed: 'an older CRD', required: `the CRD of ${newest(one.rows)} or newer`, resource: name }
        : { observed: 'conversion strategy Webhook', required: one.row.conversion, resource: name },
    );
}

function newest(rows: readonly MarkerRow[]): string {
  return rows.map(({ from }) => from).reduce((a, b) => (isBelow(a, b) ? b : a), '0.0.0');
}
