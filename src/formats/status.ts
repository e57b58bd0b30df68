import type { StatusDocument } from '../report/status/schema.ts';
import type { Command } from '../syntax/shell.ts';
import { jsonWithoutWorkflowCommands } from '../syntax/workflow-commands.ts';
import type { Layout } from './text/layout.ts';

/** The formats of a status. */
export const statusFormatNames = ['text', 'json'] as const;
export type StatusFormatName = (typeof statusFormatNames)[number];

/**
 * Writes a status in one format, with one line feed at the end. The schema of the JSON is `schemas/status.schema.json`.
 * @param again the command that shows it again
 * @param isWatched true if lines about changes follow: the command does not end with it
 */
export async function renderStatus(
  document: StatusDocument,
  format: StatusFormatName,
  layout: Layout,
  again: Command,
  isWatched = false,
): Promise<string> {
  if (format === 'json') return `${jsonWithoutWorkflowCommands(JSON.stringify(document, null, 2))}\n`;
  return (await import('./text/status/status-text.ts')).statusText(document, layout, { again, isWatched });
}
