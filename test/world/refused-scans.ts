import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { afterAll, beforeAll, expect } from 'vitest';
import { runCommand, type Ended } from './in-process.ts';

/** Command lines of several clusters that are refused before any scan starts. */
export interface RefusedScans {
  /** Runs a command line, with a config file `f.yaml` if there is one. Its note is not in the result. */
  run(line: string, env?: NodeJS.ProcessEnv, config?: object): Promise<Ended>;
  /** Expects exit code 3, this line (and perhaps its hint), and no scan. */
  refused(line: string, said: string, env?: NodeJS.ProcessEnv, config?: object): Promise<void>;
}

/** Makes a folder with a file `file` and a link `dangling` for the tests of a file. */
export function refusedScans(): RefusedScans {
  let folder: string;
  const started: (readonly string[])[] = [];
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-several-'));
    writeFileSync(path.join(folder, 'file'), '');
    symlinkSync('nowhere', path.join(folder, 'dangling'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run: RefusedScans['run'] = async (line, env = {}, config) => {
    if (config !== undefined) writeFileSync(path.join(folder, 'f.yaml'), stringify(config));
    const args = [...line.split(' '), ...(config === undefined ? [] : ['--config', 'f.yaml'])];
    const outcome = await runCommand(args, {
      env: { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'x', ...env },
      cwd: folder,
      runApart: async (apart) => {
        started.push(apart);
        return { stdout: '', stderr: '', code: 3, signal: null };
      },
    });
    return { ...outcome, stderr: outcome.stderr.replace('eks-preflight: using config file f.yaml (--config)\n', '') };
  };
  return {
    run,
    async refused(line, said, env, config) {
      started.length = 0;
      const { code, stdout, stderr } = await run(line, env, config);
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([3, '', `eks-preflight: ${said}`]);
      expect(stderr.trimEnd().split('\n').length).toBeLessThan(3);
      expect(started).toEqual([]);
    },
  };
}
