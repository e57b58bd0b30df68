import type { Fleet } from '../../report/fleet/schema.ts';
import { jsonWithoutWorkflowCommands } from '../../syntax/workflow-commands.ts';

/** The whole report as JSON, two spaces, one line feed at the end. Its schema is `schemas/fleet.schema.json`. */
export function fleetJson(fleet: Fleet): string {
  return `${jsonWithoutWorkflowCommands(JSON.stringify(fleet, null, 2))}\n`;
}
