import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tool, World } from './world.ts';

/**
 * Writes a world's programs into a separate folder, which the caller removes.
 * @returns the new PATH: this folder alone, so that no program of the test machine is found
 */
export async function installTools(tools: World['tools']): Promise<string> {
  const bin = await mkdtemp(path.join(tmpdir(), 'eks-preflight-tools-'));
  for (const [name, tool] of Object.entries(tools)) {
    const file = path.join(bin, name);
    await writeFile(file, buildScript(tool));
    await chmod(file, 0o755);
  }
  return bin;
}

/** Uses only shell built-ins and absolute paths, since PATH has no standard programs. */
function buildScript(tool: Tool): string {
  const line =
    tool === 'hangs'
      ? 'exec /bin/sleep 60'
      : 'prints' in tool
        ? `printf '%s\\n' ${quoted(tool.prints)}`
        : `printf '%s\\n' ${quoted(tool.says)} >&2; exit ${tool.exits}`;
  return `#!/bin/sh\n${line}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** kubectl with the output of `kubectl version --client -o json`. */
export function kubectlTool(gitVersion: string): Tool {
  const [major = '', minor = ''] = gitVersion.replace(/^v/, '').split('.');
  return { prints: JSON.stringify({ clientVersion: { major, minor, gitVersion, platform: 'linux/amd64' } }, null, 2) };
}
