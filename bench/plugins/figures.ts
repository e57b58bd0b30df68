import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built, measurePeakMemory, measureWallTime, type Command } from '../command.ts';
import type { Figure } from '../figure.ts';
import { interleaved } from '../rounds.ts';
import { checkModule, inventoryOfPods, rulesFile } from './inventory.ts';

/**
 * The cost of plug-in checks over many pods: one JavaScript check with many conditions relative to a scan with one
 * built-in check, and the same conditions as CEL rules relative to the JavaScript check. Includes start-up, the
 * inventory and the copy of the pods for the worker.
 */
export async function* pluginFigures(pods: number, rules: number, rounds: number): AsyncGenerator<Figure> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-bench-'));
  try {
    const at = (name: string): string => path.join(folder, name);
    await writeFile(at('facts.json'), await inventoryOfPods(pods));
    await writeFile(at('rules.yaml'), rulesFile(rules));
    await writeFile(at('check.mjs'), checkModule(rules));
    const scan = (...more: readonly string[]): Command => ({
      args: [built, 'scan', '--inventory', at('facts.json'), '--fail-on', 'never', ...more],
      env: process.env,
    });
    const commands = {
      none: scan('--only', 'nodes/kubelet-skew'),
      module: scan('--plugin', at('check.mjs'), '--only', 'bench/*'),
      rules: scan('--plugin', at('rules.yaml'), '--only', 'bench/*'),
    };
    const walls = await interleaved(rounds, {
      none: () => measureWallTime(commands.none),
      module: () => measureWallTime(commands.module),
      rules: () => measureWallTime(commands.rules),
    });
    const what = `${pods} pods`;
    const figure = async (name: string, method: keyof typeof walls, floor: keyof typeof walls): Promise<Figure> => ({
      name,
      value: walls[method].median / walls[floor].median,
      unit: method === floor ? 'times the floor' : 'times as long',
      wall: walls[method],
      memory: await measurePeakMemory(commands[method]),
    });
    yield await figure(`one check, no plug-in, ${what}`, 'none', 'none');
    yield await figure(`one check of a plug-in with ${rules} conditions, ${what}, beside no plug-in`, 'module', 'none');
    yield await figure(`${rules} rules in CEL, ${what}, beside one check of a plug-in`, 'rules', 'module');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
