import { writeFileSync } from 'node:fs';
import recorded from './answers.json' with { type: 'json' };
import { askAuthenticator } from './ask.ts';

/** Records the answers again, of the version that is given or recorded. */
const [version = recorded.version] = process.argv.slice(2);
const { module } = recorded;
const answers = askAuthenticator(module, version);
writeFileSync(new URL('answers.json', import.meta.url), `${JSON.stringify({ module, version, answers }, null, 2)}\n`);
