import type { Evidence, Finding } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import { grouped } from '../languages/grouped.ts';
import { oneLine } from '../languages/one-line.ts';
import type { Tables } from '../tables/tables.ts';

type Issue = NonNullable<Facts['cluster']['healthIssues']>[number];
type Row = Tables['health-codes'][number];

/** What EKS reports health of: a cluster, a managed node group, an add-on. */
type KindWithHealth = Row['of'];

const kinds = {
  cluster: { words: 'cluster', fact: 'cluster' },
  nodegroup: { words: 'node group', fact: 'nodegroups' },
  addon: { words: 'add-on', fact: 'addons' },
} as const satisfies Record<KindWithHealth, Pick<Evidence, 'fact'> & { words: string }>;

/** All issues of one code, as one finding without its resource and its fix. */
export interface ReportedCode<Kind extends KindWithHealth> {
  /** As EKS spells it. */
  code: string;
  /** Undefined: nobody has looked into this code. */
  row: Extract<Row, { of: Kind }> | undefined;
  finding: Pick<Finding, 'level' | 'rule' | 'message' | 'evidence' | 'links'>;
}

/**
 * The health issues that EKS reports, by their code: at the code's level, unknown where the table does not hold it. Each
 * text is said once. However a code is spelled, it is the same finding.
 * @param state stands behind the code: ` (status DEGRADED)`
 */
export function reportedCodes<Kind extends KindWithHealth>(
  of: Kind,
  issues: readonly Issue[],
  rows: Tables['health-codes'],
  state = '',
): ReportedCode<Kind>[] {
  const known = rows.filter((row): row is Extract<Row, { of: Kind }> => row.of === of);
  return [...grouped(issues, ({ code }) => plain(code))].map(([key, same]) => {
    const code = same[0]?.code ?? key;
    const row = known.find((one) => plain(one.code) === key);
    const said = [...new Set(same.map(({ message }) => oneLine(message)))].filter((text) => text !== '');
    return {
      code,
      row,
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

/** Where EKS tells nothing about health: silence is not health. */
export function untoldHealth(of: KindWithHealth): Pick<Finding, 'level' | 'rule' | 'message'> {
  return {
    level: 'unknown',
    rule: 'no-health',
    message: `EKS tells nothing about the health of the ${kinds[of].words}`,
  };
}

/** The API and the user guide write the same code as `KmsKeyDisabled` and `KMS_KEY_DISABLED`. */
function plain(code: string): string {
  return code.replaceAll('_', '').toLowerCase();
}

function issueEvidence({ code, resourceIds }: Issue, of: KindWithHealth): Evidence {
  const observed = resourceIds.length === 0 ? code : `${code}: ${resourceIds.join(', ')}`;
  return { observed, required: 'no health issue', fact: kinds[of].fact };
}
