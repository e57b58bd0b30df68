/**
 * Writes the output of the commands in docs/own-checks/ and docs/schedulers.md into the pages: `npx tsx scripts/own-checks.ts`, after a build.
 * Uses only the files and commands of the pages, the rules of examples/team-rules, and a loopback world.
 * `test/docs/own-checks-docs.slow.test.ts` fails if the output is stale.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ownChecksWorld } from '../test/world/own-checks.ts';
import { startWorld, type RunningWorld } from '../test/world/run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');

/** The pages with commands and the files that they use. */
export const pages = [
  'docs/own-checks/rules.md',
  'docs/own-checks/modules.md',
  'docs/own-checks/reference.md',
  'docs/schedulers.md',
] as const;

/** A block of commands with their output. `shows` comes from the comment above it, `<!-- shows: FIRST ... LAST -->`. */
export interface CommandBlock {
  body: string;
  shows: string | undefined;
}

const blocks = /(?:<!-- shows: ([^\n]{1,200}) -->\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

/** The files of all pages by name, and the rules of the example that the pages name. */
export function readPageFiles(): Record<string, string> {
  const files = pages.map((page) => parsePageFiles(readPage(page)));
  return Object.assign({ 'platform.yaml': readPage('examples/team-rules/platform.yaml') }, ...files);
}

/** The files of a page by name, which is in their first line: `# team.yaml`, `// tenants.mjs`. */
function parsePageFiles(page: string): Record<string, string> {
  const all = Array.from(page.matchAll(blocks), ([, , , body = '']) => body);
  return Object.fromEntries(
    all.flatMap((body) => {
      const [, name] = /^(?:#|\/\/) ([\w.-]{1,80}\.(?:ya?ml|mjs))\n/.exec(body) ?? [];
      return name === undefined ? [] : [[name, body]];
    }),
  );
}

export function readPage(page: string): string {
  return readFileSync(path.join(root, page), 'utf8');
}

/** Starts a world with the files of the pages in its folder, and with the package in node_modules. */
export async function startPages(): Promise<RunningWorld> {
  const world = await startWorld(ownChecksWorld());
  for (const [name, text] of Object.entries(readPageFiles())) writeFileSync(path.join(world.folder, name), text);
  mkdirSync(path.join(world.folder, 'node_modules'));
  symlinkSync(root, path.join(world.folder, 'node_modules/eks-preflight'));
  return world;
}

/** The page with the current output of its commands. */
export async function pageWithOutput(page: (typeof pages)[number], world: RunningWorld): Promise<string> {
  return withOutput(readPage(page), world);
}

async function withOutput(text: string, world: RunningWorld): Promise<string> {
  let written = text;
  for (const block of parseCommandBlocks(text)) {
    const printed = await runCommandBlock(block, world);
    written = written.replace(`\`\`\`text\n${block.body}\`\`\``, () => `\`\`\`text\n${printed}\`\`\``);
  }
  return written;
}

/** The blocks whose first line is a command. */
export function parseCommandBlocks(text: string): CommandBlock[] {
  const all = Array.from(text.matchAll(blocks), ([, shows, , body = '']) => ({ body, shows }));
  return all.filter(({ body }) => body.startsWith('$ '));
}

/** Runs the commands of a block. Returns each with its output. */
export async function runCommandBlock({ body, shows }: CommandBlock, world: RunningWorld): Promise<string> {
  const commands = body.match(/^\$ .*/gm) ?? [];
  let text = '';
  for (const command of commands) {
    const output = await runCommand(command.slice(2), world);
    text += `${command}\n${shows === undefined || output.trim() === '' ? output : cut(output, shows)}`;
  }
  return text;
}

/** Stdout and stderr of a command, as a terminal shows them. */
function runCommand(command: string, { env, folder }: RunningWorld): Promise<string> {
  const script = `eks-preflight() { "${process.execPath}" "${cli}" "$@"; }\nexec 2>&1\n${command}`;
  const run = { env: { ...env, PATH: `${env['PATH']}:${process.env['PATH']}` }, cwd: folder };
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/bash', ['-c', script], { ...run, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('error', reject);
    child.on('close', () => resolve(text.replace(/[ \t]{1,99}$/gm, '').replace(/\n{1,9}$/, '\n')));
  });
}

/** The lines from the first that begins with FIRST to the one before the next that begins with LAST. */
function cut(output: string, shows: string): string {
  const [first = '', last = ''] = shows.split(' ... ');
  const lines = output.trimEnd().split('\n');
  const from = lines.findIndex((line) => line.trimStart().startsWith(first));
  const length = lines.slice(from + 1).findIndex((line) => line.trimStart().startsWith(last));
  if (from < 0 || length < 0) throw new Error(`no output from '${first}' to '${last}':\n${output}`);
  const part = lines.slice(from, from + 1 + length).join('\n');
  return `${from === 0 ? '' : '[...]\n'}${part.trimEnd()}\n[...]\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const world = await startPages();
  try {
    for (const page of pages) writeFileSync(path.join(root, page), await pageWithOutput(page, world));
  } finally {
    await world.close();
  }
}
