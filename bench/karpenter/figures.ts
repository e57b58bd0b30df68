import { formatCount } from '../../src/syntax/english.ts';
import { built, measureUsage, toSpreadBy, type Command, type Run } from '../command.ts';
import type { Figure } from '../figure.ts';
import { inTurns } from '../rounds.ts';
import { startRecordedWorld } from './recorded.ts';
import { karpenterWorld } from './world.ts';

const podsOfNode = 15;

/**
 * The cost of the Karpenter checks: CPU time of a scan with them, relative to the same scan with `--skip
 * 'karpenter/*'`. Both scans wait for the same answers, so wall time would hide the cost. Both also search pods, nodes
 * and workloads for Karpenter's keys, so the ratio does not include that search.
 */
export async function* karpenterFigures(nodes: number, rounds: number): AsyncGenerator<Figure> {
  const pods = nodes * podsOfNode;
  const world = await startRecordedWorld(karpenterWorld(nodes, pods));
  try {
    const scan = (...more: string[]): Command => ({
      args: [built, 'scan', '--cluster', 'prod', '--fail-on', 'never', ...more],
      env: world.env,
    });
    const [without, all] = [scan('--skip', 'karpenter/*'), scan()];
    // The first round also records the answers.
    const used = await inTurns(rounds, { without: () => measureUsage(without), all: () => measureUsage(all) });
    const what = `\`scan\`, ${nodes} nodes and NodeClaims of Karpenter, ${pods} pods`;
    yield toFigure(`${what}, without \`karpenter/*\``, used.without, used.without);
    yield { ...toFigure(`${what}: all checks`, used.all, used.without), goal: 1.15 };
  } finally {
    await world.close();
  }
}

function toFigure(name: string, runs: readonly Run[], floor: readonly Run[]): Figure {
  const [cpu, memory] = [toSpreadBy(runs, 'cpu'), toSpreadBy(runs, 'memory').median];
  const value = cpu.median / toSpreadBy(floor, 'cpu').median;
  return {
    name,
    value,
    unit: 'times the floor',
    wall: cpu,
    memory,
    note: `CPU, user and system; ${formatCount(runs.length, 'round')}`,
  };
}
