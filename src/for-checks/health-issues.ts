import type { Evidence, Finding } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import { grouped } from '../syntax/grouped.ts';
import { oneLine } from '../syntax/one-line.ts';
import type { Tables } from '../tables/tables.ts';

type Issue = NonNullable<Facts['cluster']['healthIssues']>[number];
type Row = Tables['health-codes'][number];

/** What EKS reports health for: clusters, managed node groups, Fargate profiles and add-ons. */
type KindWithHealth = Row['of'];

const kinds = {
  cluster: { words: 'cluster', fact: 'cluster' },
  nodegroup: { words: 'node group', fact: 'nodegroups' },
  fargate: { words: 'Fargate profile', fact: 'fargateProfiles' },
  addon: { words: 'add-on', fact: 'addons' },
} as const satisfies Record<KindWithHealth, Pick<Evidence, 'fact'> & { words: string }>;

/** All issues with one code, and their finding without resource and fix. */
export interface ReportedCode<Kind extends KindWithHealth> {
  /** The code in EKS's spelling. */
  code: string;
  /** Undefined if the table does not contain the code. */
  row: Extract<Row, { of: Kind }> | undefined;
  /** A sentence about how to fix the cause. */
  remedy: string;
  /** The resources that EKS lists. */
  resourceIds: readonly string[];
  finding: Pick<Finding, 'level' | 'rule' | 'message' | 'evidence' | 'links'>;
}

/**
 * Groups health issues by code, in any spelling. The level is that of the code, or unknown if the table does not
 * contain it. Messages are not repeated.
 * @param state follows the code: ` (status DEGRADED)`
 */
export function reportedCodes<Kind extends KindWithHealth>(
  of: Kind,
  issues: readonly Issue[],
  rows: Tables['health-codes'],
  state = '',
): ReportedCode<Kind>[] {
  const known = rows.filter((row): row is Extract<Row, { of: Kind }> => row.of === of);
  return [...grouped(issues, ({ code }) => plainCode(code))].map(([key, same]) => {
    const code = same[0]?.code ?? key;
    const row = known.find((one) => plainCode(one.code) === key);
    const said = [...new Set(same.map(({ message }) => oneLine(message)))].filter((text) => text !== '');
    return {
      code,
      row,
      remedy: row?.remedy ?? `Remove the cause of ${code}.`,
      resourceIds: same.flatMap(({ resourceIds }) => resourceIds),
      finding: {
        level: row?.level ?? 'unknown',
        rule: `issue:${key}`,
        message: `EKS reports ${code}${state}${said.length === 0 ? '' : `: ${said.join('; ')}`}`,
        evidence: same.map((issue) => issueEvidence(issue, of)),
        ...(row === undefined ? {} : { links: [row.source] }),
      },
    };
  });
}

/** The finding if EKS returns no health information, which does not mean that the resource is healthy. */
export function buildUnreportedHealth(of: KindWithHealth): Pick<Finding, 'level' | 'rule' | 'message'> {
  return {
    level: 'unknown',
    rule: 'no-health',
    message: `EKS does not report the health of the ${kinds[of].words}`,
  };
}

/** Normalizes a code: the API and the user guide write `KmsKeyDisabled` and `KMS_KEY_DISABLED`. */
export function plainCode(code: string): string {
  return code.replaceAll('_', '').toLowerCase();
}

function issueEvidence({ code, resourceIds }: Issue, of: KindWithHealth): Evidence {
  const observed = resourceIds.length === 0 ? code : `${code}: ${resourceIds.join(', ')}`;
  return { observed, required: 'no health issue', fact: kinds[of].fact };
}
