import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { ScanError } from '../../facts/reason.ts';

const answer = z.object({ clientVersion: z.object({ gitVersion: z.string() }) });

/** `--client` contacts no cluster. */
export const kubectl = defineCollector('kubectl', {
  permissions: [],
  async collect({ local }) {
    const output = await local.run('kubectl', ['version', '--client', '-o', 'json']);
    return { value: output.found ? { version: versionIn(output.stdout) } : null };
  },
});

function versionIn(stdout: string): string {
  const parsed = answer.safeParse(parseJson(stdout));
  if (parsed.success) return parsed.data.clientVersion.gitVersion;
  throw new ScanError({
    kind: 'unreadable',
    message: 'kubectl printed no client version',
    hint: 'compare the output of `kubectl version --client` with the cluster version',
  });
}

/** A wrapper script named kubectl may print other lines around the JSON. */
function parseJson(text: string): unknown {
  const start = text.search(/^[ \t]*\{/m);
  try {
    return start < 0 ? undefined : JSON.parse(text.slice(start, text.lastIndexOf('}') + 1));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
