import { built, measureUsage, type Command, type Usage } from '../command.ts';
import type { Figure } from '../figure.ts';
import { toSpread, type Spread } from '../rounds.ts';
import { startRecordedWorld } from './recorded.ts';
import { karpenterWorld } from './world.ts';

const podsOfNode = 15;

/**
 * The cost of the Karpenter checks: CPU time of a scan with them, relative to the same scan with `--skip
 * 'karpenter/*'`. Both scans wait for the same answers, so wall time would hide the cost. Both also search pods, nodes
 * and workloads for Karpenter's keys, so the ratio does not include that search.
 */
export async function karpenterFigures(nodes: number, rounds: number): Promise<Figure[]> {
  const pods = nodes * podsOfNode;
  const world = await startRecordedWorld(karpenterWorld(nodes, pods));
  try {
    const scan = (...more: string[]): Command => ({
      args: [built, 'scan', '--cluster', 'prod', '--fail-on', 'never', ...more],
      env: world.env,
    });
    const commands = { without: scan('--skip', 'karpenter/*'), all: scan() };
    const used = await interleavedUsage(rounds, commands);
    const what = `\`scan\`, ${nodes} nodes and NodeClaims of Karpenter, ${pods} pods`;
    return [
      { ...toFigure(`${what}, without \`karpenter/*\``, used.without, used.without), goal: undefined },
      { ...toFigure(`${what}: all checks`, used.all, used.without), goal: 1.15 },
    ];
  } finally {
    await world.close();
  }
}

interface Used {
  cpu: Spread;
  memory: number;
}

function toFigure(name: string, used: Used, floor: Used): Omit<Figure, 'goal'> {
  const value = used.cpu.median / floor.cpu.median;
  return { name, value, unit: 'times the floor', wall: used.cpu, memory: used.memory, note: 'CPU, user and system' };
}

/** Interleaves runs: every second round runs backwards, and the first round only warms up and records answers. */
async function interleavedUsage<Name extends string>(
  rounds: number,
  commands: Readonly<Record<Name, Command>>,
): Promise<Record<Name, Used>> {
  const names = Object.keys(commands) as Name[];
  const samples = new Map<Name, Usage[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const usage = await measureUsage(commands[name]);
      if (round > 0) samples.get(name)?.push(usage);
    }
  }
  const used = [...samples].map(([name, all]): [Name, Used] => [
    name,
    { cpu: toSpread(all.map(({ cpu }) => cpu)), memory: toSpread(all.map(({ memory }) => memory)).median },
  ]);
  return Object.fromEntries(used) as Record<Name, Used>;
}
