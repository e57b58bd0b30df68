import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replay } from '../../scripts/store-inventories.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { runCommand } from '../world/in-process.ts';
import { scenarios } from '../world/scenarios/index.ts';

/** Steps with their verdicts, and the checks that fail: today (`now`) or at the end of a step. */
const paths: Record<string, { now: string[]; steps: [string, 'ready' | 'blocked', string[]][] }> = {
  'karpenter-0.30': {
    now: [],
    steps: [
      ['karpenter 0.31.5', 'ready', []],
      ['karpenter 0.32.1', 'blocked', ['karpenter/controller-iam', 'karpenter/crds']],
    ],
  },
  'karpenter-0.31': {
    now: [],
    steps: [
      ['karpenter 0.31.5', 'ready', []],
      ['karpenter 0.32.10', 'blocked', ['karpenter/controller-iam', 'karpenter/crds']],
      ['kubernetes 1.28', 'blocked', []],
    ],
  },
  'karpenter-0.37': {
    now: [],
    steps: [
      ['karpenter 0.37.8', 'ready', []],
      ['karpenter 1.0.14', 'blocked', ['karpenter/controller-iam']],
      ['karpenter 1.1.10', 'blocked', ['karpenter/removed-fields']],
      ['kubernetes 1.31', 'blocked', []],
    ],
  },
  'karpenter-0.37-without-ca': {
    now: ['karpenter/conversion-webhook'],
    steps: [
      ['karpenter 0.37.8', 'blocked', []],
      ['karpenter 1.0.14', 'blocked', ['karpenter/controller-iam']],
      ['karpenter 1.1.10', 'blocked', ['karpenter/removed-fields']],
      ['kubernetes 1.31', 'blocked', []],
    ],
  },
  'karpenter-1.6': {
    now: [],
    steps: [
      ['karpenter 1.8.8', 'ready', []],
      ['kubernetes 1.34', 'ready', []],
    ],
  },
  'auto-mode-and-karpenter': {
    now: [],
    steps: [
      ['karpenter 1.6.8', 'ready', []],
      ['kubernetes 1.34', 'ready', []],
    ],
  },
  demo: {
    now: [
      'account/spot-service-linked-role',
      'control-plane/subnets',
      'nodes/amazon-linux-2',
      'workloads/pdb-blocks-drain',
    ],
    steps: [
      ['karpenter 1.8.8', 'blocked', ['karpenter/controller-iam']],
      ['kubernetes 1.34', 'blocked', ['control-plane/subnet-ips', 'nodes/kubelet-skew']],
    ],
  },
};

const isNotRequested = (reason: string | null) => reason === 'needs --with secrets';

describe('the ways of Karpenter', () => {
  const replayReport = async (name: string) => {
    const scenario = scenarios[name];
    if (scenario === undefined) throw new Error(`no scenario ${name}`);
    const { stdout } = await replay(name, scenario, ['--format', 'json'], { run: runCommand });
    return reportSchema.parse(JSON.parse(stdout));
  };
  const failingAt = ({ results }: Report, step: string | null) =>
    results.flatMap(({ id, findings }) =>
      findings.some(({ level, at }) => level === 'fail' && (at && `${at.component} ${at.version}`) === step)
        ? [id]
        : [],
    );

  it.each(Object.entries(paths))('%s: what fails at which step', async (name, { now, steps }) => {
    const report = await replayReport(name);
    expect(failingAt(report, null)).toEqual(now);
    const found = report.steps.map(({ component, to, verdict }) => {
      const step = `${component} ${to}`;
      return [step, verdict, failingAt(report, step)];
    });
    expect(found).toEqual(steps);
  });

  it.each(Object.keys(paths).filter((name) => name !== 'demo'))(
    '%s: every check of Karpenter is judged that applies',
    async (name) => {
      const { results } = await replayReport(name);
      const judged = results.filter(({ id, reason }) => /^karpenter\/|^account\//.test(id) && !isNotRequested(reason));
      expect(judged.filter(({ status }) => status === 'unknown').map(({ id }) => id)).toEqual([]);
      // Only from Karpenter 1.3 on, which not every path reaches.
      const skipped = judged.filter(({ status }) => status === 'skip').map(({ id }) => id);
      expect(skipped.filter((id) => id !== 'karpenter/capacity-reservations')).toEqual([]);
    },
  );

  it('beside EKS Auto Mode no command touches the CRDs that both share', () => {
    const text = readFileSync(new URL('../inventories/auto-mode-and-karpenter.txt', import.meta.url), 'utf8');
    expect(text).not.toMatch(/karpenter-crd oci:|kubectl (?:label|annotate) crd/);
  });
});
