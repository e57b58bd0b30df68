import { present } from '../require-field.ts';

interface HealthIssue {
  code: string;
  message: string;
  resourceIds: string[];
}

/** The SDK's type: every field may be missing. */
type ReportedIssue = { [Field in keyof HealthIssue]?: HealthIssue[Field] | undefined };

/**
 * The health issues of a cluster, a node group, a Fargate profile or an add-on, as their facts store them; null if EKS
 * returned no health information.
 * @param field the path of `health` in the response, for the error about an issue without a code
 */
export function toHealthIssues(
  health: { issues?: ReportedIssue[] | undefined } | undefined,
  field: string,
): HealthIssue[] | null {
  const issues = health?.issues;
  if (issues === undefined) return null;
  return issues.map(({ code, message, resourceIds }) => ({
    code: present(code, `${field}.issues.code`),
    message: message ?? '',
    resourceIds: resourceIds ?? [],
  }));
}
