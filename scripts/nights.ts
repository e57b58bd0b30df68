import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toWording } from '../src/schedule/deliveries/any-wording.ts';
import type { AnyMessage } from '../src/schedule/deliveries/contract.ts';
import { plainText } from '../src/schedule/deliveries/plain.ts';

/** One night of a scheduled scan, run with the built command. */
export interface StoredNight {
  name: string;
  exitCode: number | null;
  stderr: string;
  /** Null if the scan sent no message; of several clusters, the message about all of them. */
  message: AnyMessage | null;
}

/** Written by `scripts/store-nights.ts`. */
export const nightsFile = fileURLToPath(new URL('../test/schedule/nights.json', import.meta.url));
export const fleetNightsFile = fileURLToPath(new URL('../test/schedule/fleet-nights.json', import.meta.url));

function storedNights(file: string): StoredNight[] {
  return JSON.parse(readFileSync(file, 'utf8')) as StoredNight[];
}

/** Markdown of each night after the first scan, with its message. */
export function nightsMarkdown(file = nightsFile): string {
  return storedNights(file)
    .slice(1)
    .map(({ name, exitCode, stderr, message }) => {
      const lines = stderr.trimEnd();
      const ended = `Exit code ${exitCode ?? ''}${lines === '' ? ', nothing on stderr' : `, on stderr \`${lines}\``}.`;
      const shown = message === null ? 'No message.' : `\n\n\`\`\`text\n${formatMessage(message)}\n\`\`\``;
      return `**${name}.** ${ended}${message === null ? ' ' : ''}${shown}`;
    })
    .join('\n\n');
}

function formatMessage(message: AnyMessage): string {
  return plainText(toWording(message, { lines: 20, longest: 1_000 })).trimEnd();
}
