import path from 'node:path';
import { formatCount, formatList } from '../src/syntax/english.ts';
import { karpenterMatrixWorld } from '../test/world/karpenter-matrix-world.ts';
import { startWorld } from '../test/world/run.ts';
import { readyAutoModeWorld } from '../test/world/scenarios/auto-mode.ts';
import type { World } from '../test/world/world.ts';
import { built, measureUsage, measureWallTime, toSpreadBy, type Command } from './command.ts';
import type { Figure } from './figure.ts';
import { inTurns } from './rounds.ts';

/** The requests of one scan, each as its AWS action or its path. */
interface Sent {
  aws: string[];
  kube: string[];
}

/**
 * What a scan sends and computes, beside the command that is built in another checkout: the requests exactly, the CPU time
 * as a ratio, because it depends on the machine.
 */
export async function* besideParentFigures(parent: string, filled: World, rounds: number): AsyncGenerator<Figure> {
  const other = path.resolve(parent, 'dist/cli.js');
  const worlds = {
    '20 nodes and 500 pods': filled,
    'EKS Auto Mode': inOnePage(readyAutoModeWorld()),
    'Karpenter, and admission policies with parameters': inOnePage(karpenterMatrixWorld()),
  };
  for (const [name, world] of Object.entries(worlds)) {
    const running = await startWorld(world);
    try {
      const env = { ...running.env, CI: undefined };
      const scan = (cli: string): Command => ({ args: [cli, 'scan', '--cluster', 'prod', '--fail-on', 'never'], env });
      const send = async (cli: string): Promise<Sent> => {
        const [calls, requests] = [running.calls.length, running.requests.length];
        await measureWallTime(scan(cli));
        return {
          aws: running.calls.slice(calls).map(({ action }) => action),
          kube: running.requests.slice(requests).map((request) => request.path),
        };
      };
      yield compareRequests(name, await send(other), await send(built));
      const runs = await inTurns(rounds, {
        parent: () => measureUsage(scan(other)),
        scan: () => measureUsage(scan(built)),
      });
      yield {
        name: `CPU of that scan, beside the parent's`,
        value: toSpreadBy(runs.scan, 'cpu').median / toSpreadBy(runs.parent, 'cpu').median,
        unit: 'times as long',
        wall: toSpreadBy(runs.scan, 'cpu'),
        note: `${toSpreadBy(runs.parent, 'cpu').median.toFixed(0)} ms of the parent; ${formatCount(rounds, 'round')}`,
      };
    } finally {
      await running.close();
    }
  }
}

function inOnePage(world: World): World {
  return { ...world, aws: { ...world.aws, pageSize: 100 }, kube: { ...world.kube, pageSize: 500 } };
}

function compareRequests(name: string, before: Sent, now: Sent): Figure {
  const added = [...subtract(now.aws, before.aws), ...subtract(now.kube, before.kube)];
  const dropped = [...subtract(before.aws, now.aws), ...subtract(before.kube, now.kube)];
  const changes = [...added.map((one) => `+ ${one}`), ...dropped.map((one) => `- ${one}`)];
  return {
    name: `requests of a scan, ${name}`,
    value: now.aws.length + now.kube.length,
    unit: 'requests',
    note: `${now.aws.length} to AWS, ${now.kube.length} to Kubernetes; of the parent ${before.aws.length} and ${before.kube.length}: ${formatList(changes) || 'the same'}`,
  };
}

/** The texts of `all` without those of `others`, each as often as it is there. */
function subtract(all: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return all.filter((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
