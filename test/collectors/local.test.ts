import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { ScanError } from '../../src/facts/reason.ts';
import type { CallRecord } from '../../src/sources/kube/contract.ts';
import { createLocalSource } from '../../src/sources/local/source.ts';
import { installTools, kubectlTool } from '../world/tools.ts';
import type { Tool } from '../world/world.ts';

/** Local programs: real processes, on a separate PATH. */

let folder: string | undefined;
afterEach(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  folder = undefined;
});

async function prepareTools(tools: Record<string, Tool>): Promise<string> {
  folder = await installTools(tools);
  return folder;
}

async function readings(tools: Record<string, Tool>, limit = 5_000): Promise<Readings> {
  const local = createLocalSource({ env: { PATH: await prepareTools(tools) }, limit });
  return collect(collectors, ['kubectl', 'eksctl'], { local } as unknown as Sources);
}

describe('kubectl and eksctl', () => {
  it('tell their versions', async () => {
    const tools = { kubectl: kubectlTool('v1.33.5-eks-113cf36'), eksctl: { prints: '0.215.0' } };
    expect(await readings(tools)).toEqual({
      eksctl: { ok: true, value: { version: '0.215.0' } },
      kubectl: { ok: true, value: { version: 'v1.33.5-eks-113cf36' } },
    });
  });

  it('are null where PATH has none: that is a value', async () => {
    expect(await readings({})).toEqual({ eksctl: { ok: true, value: null }, kubectl: { ok: true, value: null } });
  });

  it('are read past a warning before the version', async () => {
    const eksctl = { prints: 'a newer release is out\n0.216.0-dev+1a2b3c4.2025-10-09T12:00:00Z' };
    const json = JSON.stringify({ clientVersion: { gitVersion: 'v1.33.5' } }, null, 2);
    const kubectl = { prints: `WARNING: kubectl {old} is deprecated here\n${json}\nsee https://wiki.example` };
    expect(await readings({ eksctl, kubectl })).toEqual({
      eksctl: { ok: true, value: { version: '0.216.0-dev+1a2b3c4.2025-10-09T12:00:00Z' } },
      kubectl: { ok: true, value: { version: 'v1.33.5' } },
    });
  });

  it.each(['', 'Client Version: v1.33.5', '{"clientVersion":{}}', '[]'])('are unreadable at %j', async (prints) => {
    const taken = await readings({ kubectl: { prints }, eksctl: { prints } });
    expect(taken.kubectl).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
    expect(taken.eksctl).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });

  it('that fail are a reason, with what they say in one line', async () => {
    const { kubectl } = await readings({ kubectl: { exits: 3, says: 'unknown set\n\u001B[31mfor kubectl' } });
    expect(kubectl).toEqual({
      ok: false,
      reason: {
        kind: 'unreadable',
        message: "kubectl on this machine's PATH does not report its version: exit code 3: unknown set for kubectl",
        short: 'does not report its version',
        hint: "see what `kubectl` on this machine's PATH is: `command -v kubectl`",
      },
    });
  });

  it('that do not end are stopped', async () => {
    const { kubectl, eksctl } = await readings({ kubectl: 'hangs', eksctl: { prints: '0.215.0' } }, 300);
    expect(kubectl).toMatchObject({
      ok: false,
      reason: { kind: 'time-out', message: "kubectl on this machine's PATH did not end within 0.3 s" },
    });
    expect(eksctl).toMatchObject({ ok: true });
  });

  it('that are scripts without their interpreter are a reason: they are there', async () => {
    const PATH = await prepareTools({});
    await writeFile(path.join(PATH, 'kubectl'), '#!/nowhere/interpreter\n', { mode: 0o755 });
    const local = createLocalSource({ env: { PATH } });
    await expect(local.run('kubectl', ['version'])).rejects.toThrow(/does not report its version: ENOENT/);
  });

  it('are looked for past folders that are not there, and files that may not be executed', async () => {
    const bin = await prepareTools({ kubectl: { prints: 'here' }, eksctl: { prints: 'here' } });
    const before = path.join(bin, 'before');
    await mkdir(before);
    await writeFile(path.join(before, 'kubectl'), 'x', { mode: 0o644 });
    await mkdir(path.join(before, 'eksctl'));
    const local = createLocalSource({ env: { PATH: ['/nowhere', before, bin].join(path.delimiter) } });
    for (const program of ['kubectl', 'eksctl']) {
      expect(await local.run(program, [])).toEqual({ found: true, stdout: 'here\n' });
    }
  });

  it.each(['', '.', 'bin', ':'])('are not taken from the current folder for PATH %j', async (PATH) => {
    const bin = await prepareTools({ kubectl: { prints: 'here' } });
    const back = process.cwd();
    process.chdir(bin);
    try {
      expect(await createLocalSource({ env: { PATH } }).run('kubectl', [])).toEqual({ found: false });
    } finally {
      process.chdir(back);
    }
  });

  it('that may not be executed are a reason', async () => {
    const PATH = await prepareTools({});
    await writeFile(path.join(PATH, 'kubectl'), 'x', { mode: 0o644 });
    const local = createLocalSource({ env: { PATH } });
    await expect(local.run('kubectl', ['version'])).rejects.toThrow(ScanError);
  });
});

describe('the local source', () => {
  it('hands on a few variables and nothing that names a cluster or an account', async () => {
    const PATH = await prepareTools({});
    await writeFile(path.join(PATH, 'show'), '#!/bin/sh\nexport -p\n', { mode: 0o755 });
    const secrets = { AWS_SECRET_ACCESS_KEY: 'x', KUBECONFIG: '/k', AWS_PROFILE: 'p', TOKEN: 't' };
    const local = createLocalSource({ env: { PATH, HOME: '/home/me', ...secrets } });
    const output = await local.run('show', []);
    const names = [...(output.found ? output.stdout : '').matchAll(/^export (\w+)/gm)].map(([, name]) => name);
    expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? ''))).toEqual(['HOME', 'PATH']);
  });

  it('tells what was called, and stops with the scan', async () => {
    const PATH = await prepareTools({ kubectl: 'hangs', eksctl: { prints: '0.215.0' } });
    const calls: Omit<CallRecord, 'milliseconds'>[] = [];
    const stop = new AbortController();
    const log = ({ source, call, outcome }: CallRecord): unknown => calls.push({ source, call, outcome });
    const local = createLocalSource({ env: { PATH }, log, signal: stop.signal });
    await local.run('eksctl', ['version']);
    await local.run('missing', []);
    const hanging = local.run('kubectl', ['version']);
    stop.abort(new ScanError({ kind: 'time-out', message: 'the time is over' }));
    await expect(hanging).rejects.toThrow('the time is over');
    await expect(local.run('eksctl', ['version'])).rejects.toThrow('the time is over');
    expect(calls).toEqual([
      { source: 'local', call: 'eksctl version', outcome: 'ok' },
      { source: 'local', call: 'missing', outcome: 'not found' },
      { source: 'local', call: 'kubectl version', outcome: 'time-out' },
    ]);
  });
});
