import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Message } from '../src/schedule/changes/message.ts';
import { plainText } from '../src/schedule/deliveries/plain.ts';
import { buildMessageWording } from '../src/schedule/deliveries/wording.ts';

/** One night of a scheduled scan, run with the built command. */
export interface StoredNight {
  name: string;
  exitCode: number | null;
  stderr: string;
  /** Null if the scan sent no message. */
  message: Message | null;
}

/** Written by `scripts/store-nights.ts`. */
export const nightsFile = fileURLToPath(new URL('../test/schedule/nights.json', import.meta.url));

function storedNights(): StoredNight[] {
  return JSON.parse(readFileSync(nightsFile, 'utf8')) as StoredNight[];
}

/** Markdown of each night after the first scan, with its message. */
export function nightsMarkdown(): string {
  return storedNights()
    .slice(1)
    .map(({ name, exitCode, stderr, message }) => {
      const ended = `Exit code ${exitCode ?? ''}${stderr === '' ? ', nothing on stderr' : ''}.`;
      const shown = message === null ? 'No message.' : `\n\n\`\`\`text\n${formatMessage(message)}\n\`\`\``;
      return `**${name}.** ${ended}${message === null ? ' ' : ''}${shown}`;
    })
    .join('\n\n');
}

function formatMessage(message: Message): string {
  return plainText(buildMessageWording(message, { lines: 20, longest: 1_000 })).trimEnd();
}
