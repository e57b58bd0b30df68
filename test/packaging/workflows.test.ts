import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** The permissions of the workflows, and whose code they run. */

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}
interface Job {
  needs?: string;
  permissions?: Record<string, string>;
  steps: Step[];
}
interface Workflow {
  on: unknown;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = fileURLToPath(new URL('../../.github/workflows/', import.meta.url));
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}${name}`, 'utf8') }));
const workflows = files.map(({ name, text }) => ({ name, text, workflow: parse(text) as Workflow }));
const listSteps = (workflow: Workflow): Step[] => Object.values(workflow.jobs).flatMap(({ steps }) => steps);

it('there are workflows to look at', () => {
  expect(workflows.map(({ name }) => name)).toEqual(['ci.yml', 'nightly.yml', 'refresh.yml', 'release.yml']);
});

describe.each(workflows)('$name', ({ text, workflow }) => {
  it('runs actions of a commit, with its version in a comment', () => {
    const used = listSteps(workflow).flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(1);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(lines).toHaveLength(used.length);
    for (const line of lines) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('leaves no credentials behind a checkout', () => {
    const checkouts = listSteps(workflow).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
  });

  it('may read the contents, and no more', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });

  it('puts no text of an event or a branch into a shell', () => {
    for (const { run = '' } of listSteps(workflow)) expect(run).not.toContain('${{');
  });
});

it('one commit for each action, whichever workflow runs it', () => {
  const used = workflows.flatMap(({ workflow }) => listSteps(workflow).flatMap(({ uses }) => uses ?? []));
  const byAction = new Map(used.map((action) => [action.split('@')[0], action]));
  expect(new Set(used).size).toBe(byAction.size);
});

describe('the release', () => {
  const { workflow } = workflows.find(({ name }) => name === 'release.yml') ?? { workflow: undefined };
  const jobs = workflow?.jobs ?? {};

  it('is of a tag, and of nothing else', () => {
    expect(workflow?.on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
  });

  it('runs everything that must hold before it publishes with provenance', () => {
    expect(Object.keys(jobs)).toEqual(['test', 'publish', 'attach']);
    expect(jobs['test']?.steps.slice(-2).map(({ run }) => run)).toEqual(['.ci/run', 'npm run --silent table-ages']);
    expect(jobs['publish']?.needs).toBe('test');
    expect(jobs['publish']?.steps.slice(-2).map(({ run }) => run)).toEqual([
      'action/bundle.sh | diff action/bundle.sha256 -',
      'npm publish ./eks-preflight-*.tgz --provenance --access public',
    ]);
    // npm accepts provenance only from the repository that the package names.
    const { repository } = JSON.parse(readFileSync(`${folder}../../package.json`, 'utf8')) as { repository: unknown };
    expect(repository).toEqual({ type: 'git', url: 'git+https://github.com/eks-preflight/eks-preflight.git' });
  });

  it('is of a commit of main', () => {
    const [checkout, { run = '' } = {}] = jobs['test']?.steps ?? [];
    expect(checkout?.with?.['fetch-depth']).toBe(0);
    const repository = mkdtempSync(`${tmpdir()}/eks-preflight-release-`);
    const commit = 'git -c user.name=n -c user.email=e commit --quiet --allow-empty --message';
    const setUp = `git init --quiet && ${commit} 1 && git update-ref refs/remotes/origin/main HEAD && git checkout --quiet --detach`;
    const ran = [setUp, run, `${commit} 2`, run].map((script) => {
      const { status, stdout } = spawnSync('bash', ['-e', '-c', script], { cwd: repository, encoding: 'utf8' });
      return [status, stdout];
    });
    rmSync(repository, { recursive: true });
    expect(ran).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
      [1, '::error::The commit of this tag is not on main.\n'],
    ]);
  });

  it('attaches what was published, with its checksum and SBOM, and its image and chart', () => {
    expect(jobs['attach']?.needs).toBe('publish');
    expect(jobs['attach']?.permissions).toEqual({ contents: 'write', packages: 'write' });
    const commands = jobs['attach']?.steps.flatMap(({ run }) => run ?? []).join('\n');
    for (const word of [
      'npm pack "eks-preflight@${GITHUB_REF_NAME#v}"',
      'sha256sum --check action/bundle.sha256',
      'cp package/dist/sbom.cdx.json "release/$name.cdx.json"',
      '--file Dockerfile package\n',
      'gh release create "$GITHUB_REF_NAME" --verify-tag --generate-notes release/*',
    ])
      expect(commands).toContain(word);
  });

  it('holds no secret', () => {
    expect(workflows.filter(({ text }) => text.includes('secrets.'))).toEqual([]);
  });

  it('asks for an identity only where it publishes', () => {
    expect(jobs['test']?.permissions).toBeUndefined();
    expect(jobs['publish']?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  });

  it('takes nothing from a cache that a pull request can fill', () => {
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    expect(steps.filter(({ uses }) => uses?.startsWith('actions/cache@'))).toEqual([]);
    for (const step of steps) expect([undefined, false]).toContain(step.with?.['cache']);
  });
});

it('the weekly refresh has a token only where it opens the pull request', () => {
  const jobs = workflows.find(({ name }) => name === 'refresh.yml')?.workflow.jobs ?? {};
  expect(Object.values(jobs).map(({ permissions }) => permissions)).toEqual([
    { contents: 'write', 'pull-requests': 'write' },
  ]);
  const withToken = Object.values(jobs).flatMap(({ steps }) => steps.filter(({ env }) => env !== undefined));
  expect(withToken.map(({ name }) => name)).toEqual(['a pull request with the changed tables and reports']);
});

it('ci runs no pull request with the rights of the base repository', () => {
  expect(workflows.filter(({ text }) => /pull_request_target|workflow_run/.test(text))).toEqual([]);
});

describe('the fuzz tests of the night', () => {
  const { workflow } = workflows.find(({ name }) => name === 'nightly.yml') ?? { workflow: undefined };
  const commands = Object.values(workflow?.jobs ?? {}).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

  it('run on a schedule, or when somebody asks', () => {
    expect(workflow?.on).toEqual({ schedule: [{ cron: expect.any(String) as string }], workflow_dispatch: null });
  });

  it('print their seed before they begin', () => {
    const fuzz = commands.at(-1) ?? '';
    expect(fuzz).toMatch(/^export EKS_PREFLIGHT_FUZZ_SEED=\$\(.*\n(?:.*\n)*echo .*\$EKS_PREFLIGHT_FUZZ_SEED/);
    expect(fuzz.indexOf('echo')).toBeLessThan(fuzz.indexOf('npm run test:nightly'));
  });
});
