import { usageError } from '../../facts/reason.ts';
import type { OlderPlan } from '../../formats/text/plan/changes.ts';
import type { Io } from '../io.ts';
import { loadOwnBuild, parseReportToJudge } from '../read-report.ts';
import type { LoadCatalog } from '../select-checks.ts';
import { requirePlan } from './deliver.ts';
import { readPlanFile } from './read-file.ts';

/**
 * Reads the plan that `--since` names: a plan, or a report that has one.
 * @returns undefined without the option
 * @throws ScanError (`usage`) if it has no plan
 */
export async function readOlder(
  file: string | undefined,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<OlderPlan | undefined> {
  if (file === undefined) return undefined;
  const read = await readPlanFile(file);
  if (read.kind === 'plan') return { document: read.document, file };
  if (read.kind === 'inventory')
    throw usageError(
      `--since ${file} is an inventory: name an older plan or report`,
      `To make a plan of it, write \`eks-preflight plan FILE -o plan.json\`.`,
    );
  const { report } = await parseReportToJudge(read.text, file, await loadOwnBuild(loadCatalog, io));
  return { document: requirePlan(report, file), file };
}
