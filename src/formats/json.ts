import { jsonWithoutWorkflowCommands } from '../syntax/workflow-commands.ts';
import type { Report } from '../report/schema.ts';

/** The whole report as JSON, two spaces, one line feed at the end. Its schema is `schemas/report.schema.json`. */
export function reportJson(report: Report): string {
  return `${jsonWithoutWorkflowCommands(JSON.stringify(report, null, 2))}\n`;
}
