import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of the file's process and of the processes that it started and saw end. */
    cpuSeconds?: number;
  }
}

interface Cost {
  project: string;
  file: string;
  tests: number;
  /** CPU seconds of the file's process and of the processes that it started and saw end. */
  cpu: number;
  /** Seconds on the clock. */
  wall: number;
}

/** Prints the cost of each project and of the ten most expensive files; writes that of all files to a given path. */
export function costReporter(path: string | undefined): Reporter {
  return {
    onTestRunEnd(modules) {
      const costs = modules.map(toCost).toSorted((a, b) => b.cpu - a.cpu);
      if (costs.length < 2) return;
      console.log([...projectLines(costs), '', 'The dearest files:', ...costs.slice(0, 10).map(formatCost)].join('\n'));
      if (path !== undefined) writeFileSync(path, JSON.stringify(costs));
    },
  };
}

function toCost(module: TestModule): Cost {
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    tests: [...module.children.allTests()].length,
    cpu: module.meta().cpuSeconds ?? 0,
    wall: module.diagnostic().duration / 1000,
  };
}

function projectLines(costs: readonly Cost[]): string[] {
  return [...new Set(costs.map(({ project }) => project))].map((name) => {
    const files = costs.filter(({ project }) => project === name);
    return formatCost({
      file: `${name === '' ? 'all' : name}: ${files.length} files`,
      tests: files.reduce((sum, { tests }) => sum + tests, 0),
      cpu: files.reduce((sum, { cpu }) => sum + cpu, 0),
    });
  });
}

function formatCost({ cpu, tests, file }: Pick<Cost, 'cpu' | 'tests' | 'file'>): string {
  return `${cpu.toFixed(1).padStart(8)} CPU s ${String(tests).padStart(6)} tests  ${file}`;
}
