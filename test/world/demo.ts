/**
 * `npm run demo`: starts the loopback world and runs the real `scan --cluster prod` against it over real sockets.
 * `--node FILE` runs the scan with another Node. All other arguments are passed to the scan.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { demoOptions } from '../../src/commands/demo/bundled.ts';
import { demoWorld } from './demo-world.ts';
import { startWorld } from './run.ts';

const built = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

function take(args: string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
}

const args = process.argv.slice(2);
const node = take(args, '--node') ?? process.execPath;
const world = await startWorld(demoWorld());
const shown = Object.fromEntries(
  ['NO_COLOR', 'FORCE_COLOR', 'TERM', 'COLUMNS'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  ),
);
const targets = args.some((arg) => /^--(?:karpenter-)?target\b/.test(arg))
  ? []
  : ['--karpenter-target', demoOptions.karpenterTarget];
const child = spawn(node, [built, 'scan', '--cluster', 'prod', ...targets, ...args], {
  env: { ...world.env, ...shown },
  stdio: 'inherit',
});
child.on('close', (code) => {
  void world
    .close()
    .then(() => process.exit(process.env['npm_lifecycle_event'] === 'demo' && code === 1 ? 0 : (code ?? 3)));
});
