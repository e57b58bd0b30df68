import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUsageMeter, formatUsage } from '../../src/commands/scan/api-usage.ts';
import { reportSchema } from '../../src/report/schema.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';

/** What a scan says about its requests: in the JSON report, and in the last line of `--verbose`. */

describe('a scan', () => {
  let running: RunningWorld;
  beforeAll(async () => {
    const throttle = { awsError: 'ThrottlingException', status: 400 };
    const faults = [
      { on: 'pods: list', does: { status: 429, retryAfter: 0 }, count: 2 },
      { on: 'eks:ListNodegroups', does: throttle, count: 1 },
    ];
    running = await startWorld({ ...healthyWorld(), faults });
  });
  afterAll(() => running.close());

  const scan = async (...args: string[]) => {
    const { stdout, stderr } = await runCommand(['scan', ...args, '--format', 'json'], {
      env: running.env,
      cwd: running.folder,
    });
    return { ...reportSchema.parse(JSON.parse(stdout)), stderr };
  };

  it('says how many requests it took, and its inventory does not', async () => {
    const { apiUsage, stderr } = await scan('--cluster', 'prod', '--verbose', '--save-inventory', 'facts.json');
    expect(apiUsage).toEqual({
      kubernetes: {
        requests: running.requests.length,
        throttled: 2,
        waitedMs: expect.any(Number),
        receivedBytes: expect.any(Number),
      },
      aws: { requests: running.calls.length, throttled: 1, waitedMs: expect.any(Number) },
    });
    expect(apiUsage?.kubernetes.receivedBytes).toBeGreaterThan(10_000);
    expect(stderr).toMatch(
      /\nKubernetes: \d+ requests, \d+ kB, 2 throttled, waited \d\.\d s; AWS: \d+ requests, 1 throttled, waited \d\.\d s\n$/,
    );
    expect(readFileSync(path.join(running.folder, 'facts.json'), 'utf8')).not.toContain('receivedBytes');
    expect(await scan('--inventory', 'facts.json')).not.toHaveProperty('apiUsage');
  });
});

describe('the line', () => {
  const sent = (waitedMs: number, isThrottled: boolean, receivedBytes?: number) => ({
    call: 'GET /version',
    outcome: '200',
    milliseconds: 1,
    usage: { waitedMs, isThrottled, ...(receivedBytes !== undefined && { receivedBytes }) },
  });

  it('adds up the tries, and neither programs nor answers that another scan read', () => {
    const meter = createUsageMeter();
    expect(formatUsage(meter.total())).toBe(
      'Kubernetes: 0 requests, 0 bytes, none throttled; AWS: 0 requests, none throttled',
    );
    meter.add({ source: 'kube', ...sent(0, true, 500_000) });
    meter.add({ source: 'kube', ...sent(1_234, false, 700_000) });
    meter.add({ source: 'aws', ...sent(0, false) });
    meter.add({ source: 'aws', call: 'iam:GetRole', outcome: 'read by another scan', milliseconds: 9 });
    meter.add({ source: 'local', call: 'kubectl version', outcome: 'ok', milliseconds: 9 });
    expect(formatUsage(meter.total())).toBe(
      'Kubernetes: 2 requests, 1.2 MB, 1 throttled, waited 1.2 s; AWS: 1 request, none throttled',
    );
  });
});
