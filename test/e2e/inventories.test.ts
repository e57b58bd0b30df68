import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replay, takenAt } from '../../scripts/store-inventories.ts';
import { checks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import { grants } from '../../src/facts/optional-grants.ts';
import { neededPermissions, statusFacts } from '../../src/commands/permissions/needed.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { plantedSecret } from '../world/scenarios/everything-wrong.ts';
import { storedReport } from '../report/stored-report.ts';
import { storedFolder, storedInventory, storedNames } from '../world/stored.ts';
import { runCommand } from '../world/in-process.ts';
import { scenarios } from '../world/scenarios/index.ts';

/**
 * Every stored inventory in test/inventories, with its report as test/report/stored-report.ts stores it. After an
 * intended change of a text, store the reports again (`npm run store`) and read the difference.
 */

const storedText = (name: string) => readFileSync(path.join(storedFolder, `${name}.txt`), 'utf8');
const storedJson = (name: string) => readFileSync(storedInventory(name), 'utf8');
const validateReport = createValidator('report');
const validateInventory = createValidator('inventory');
let scratch = '';

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'eks-preflight-inventories-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** The built command, which contains the demo, scans these; the source code scans the others in this process. */
const byProcess = ['demo', 'everything-wrong'];
const buildRunOptions = (name: string) => (byProcess.includes(name) ? {} : { run: runCommand });

function createValidator(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(
    JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as AnySchema,
  );
}

/**
 * Lines that users copy as a whole: commands of fixes and of tasks; policies; manifests.
 */
function commandLines(report: Report): Set<string> {
  const fixes = report.results.flatMap(({ findings }) => findings.map(({ fix }) => fix));
  const blocks = fixes.flatMap((fix) => [...fix.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, lines = '']) => lines));
  const grants = report.entries.flatMap(({ grant }) => [grant?.iamPolicy ?? [], grant?.rbacManifests ?? []].flat());
  const begins = (report.plan?.tasks ?? []).flatMap((task) => task.begins ?? []);
  return new Set([...blocks, ...grants, ...begins].flatMap((block) => block.split('\n').map((line) => line.trim())));
}

/** True if the line is one word that is a link or ends in one, such as a Markdown link. */
function isLink(line: string): boolean {
  return /^\S*https:\/\/\S+$/.test(line.trim());
}

describe('the folder', () => {
  it('holds an inventory and a report of every scenario, and nothing else', () => {
    const texts = Object.keys(scenarios).map((name) => `${name}.txt`);
    const inventories = storedNames().flatMap((name) => (name === 'demo' ? [] : [`${name}.json`]));
    expect(storedNames()).toEqual(Object.keys(scenarios).toSorted());
    expect(readdirSync(storedFolder).toSorted()).toEqual([...texts, ...inventories].toSorted());
  });
});

describe.each(Object.entries(scenarios))('%s', (name, scenario) => {
  const json: string[] = [];
  const texts: string[] = [];
  const parsed = () => reportSchema.parse(JSON.parse(json[0] ?? ''));

  it('gives the stored report, byte for byte, and the same JSON report at any width', async () => {
    for (const columns of [80, 160]) {
      const file = path.join(scratch, `${name}-${columns}.json`);
      const { code, stdout, stderr } = await replay(name, scenario, ['--show', 'all', '--output', `json=${file}`], {
        columns,
        ...buildRunOptions(name),
      });
      texts.push(stdout);
      expect([code, stderr]).toEqual([scenario.exitCode, '']);
      json.push(await readFile(file, 'utf8'));
    }
    expect(storedReport(texts[0] ?? '')).toBe(storedText(name));
    expect(json[1]).toBe(json[0]);
    expect(parsed().exitCode).toBe(scenario.exitCode);
  });

  it('keeps to the published schemas', () => {
    validateReport(JSON.parse(json[0] ?? ''));
    expect(validateReport.errors).toBeNull();
    const inventory = JSON.parse(storedJson(name)) as { takenAt: string };
    validateInventory(inventory);
    expect(validateInventory.errors).toBeNull();
    expect(inventory.takenAt).toBe(takenAt);
  });

  it('fits into 80 columns but for commands and links, and loses nothing at 160', () => {
    const commands = commandLines(parsed());
    // A code span is never broken: one that is longer than a line stands alone on its line.
    const isSpan = (line: string): boolean => /^(?:\S+ )?\S?`[^`]+`\S*$/.test(line.trim());
    const [text = '', broad = ''] = texts;
    const wide = text
      .split('\n')
      .filter((line) => line.length > 80 && !commands.has(line.trim()) && !isLink(line) && !isSpan(line))
      .filter((line) => !/^ {4}eks-preflight plan \S+/.test(line));
    expect(wide).toEqual([]);
    // A list at 80 columns may be a table at 160, and may point to what is above; the lines of the first screen are cut.
    const words = (lines: string) => new Set(lines.match(/[\w./:@-]*\w/g) ?? []);
    const there = words(broad);
    const uncut = text.split('\n').filter((line) => !line.includes('...'));
    expect(
      [...words(uncut.join('\n'))].filter(
        (word) => !there.has(word) && !['needed', 'above', 'topic', 'topics'].includes(word),
      ),
    ).toEqual([]);
  });

  it('shows no control characters', () => {
    expect(texts[0]).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
  });

  it('holds no secret', () => {
    const text = storedJson(name);
    const keys = [...text.matchAll(/"([^"]+)":/g)].map(([, key = '']) => key);
    expect(
      keys.filter((key) => /secret|passw|token|credential|private|authorization|bearer|^env$|userdata/i.test(key)),
    ).toEqual([]);
    expect(text).not.toMatch(/-----BEGIN|AKIA|ASIA|eyJ[\w-]{8}|k8s-aws-v1\.|wJalrXUtnFEMI/);
    expect([text, ...texts, ...json].join('')).not.toContain(plantedSecret);
  });
});

describe('what must not pass', () => {
  /** Omits checks that are only for a rollback, which these scans skip. */
  const statuses = async (name: string) => {
    const { stdout } = await replay(name, must(name), ['--format', 'json'], buildRunOptions(name));
    const { results } = reportSchema.parse(JSON.parse(stdout));
    const judged = results.filter(({ reason }) => reason !== 'only for a rollback');
    return Object.fromEntries(judged.map(({ id, status }) => [id, status]));
  };

  it('everything denied: every permission that `permissions` prints but the one, and no check is judged', async () => {
    const denied = must('everything-denied').world().deny;
    const printed = [
      ...new Set(neededPermissions(collectors, checks, grants, { always: statusFacts }).map(permissionText)),
    ];
    expect(denied.toSorted()).toEqual(printed.filter((text) => text !== 'eks:DescribeCluster').toSorted());
    const found = Object.entries(await statuses('everything-denied'));
    // The cluster itself shows that AWS owns its key, that no option of the control plane is set, that it has no EKS Auto
    // Mode, and that an update is planned.
    expect(found.filter(([, status]) => status !== 'unknown')).toEqual([
      ['control-plane/component-options', 'skip'],
      ['control-plane/encryption-key', 'pass'],
      ['nodes/auto-mode-pools', 'skip'],
      ['workloads/no-ready-pods', 'skip'],
    ]);
  });

  it.each(['kubernetes-unauthorized', 'kubernetes-unreachable'])('%s: AWS alone is judged', async (name) => {
    const found = await statuses(name);
    const passed = Object.keys(found).filter((id) => found[id] === 'pass');
    expect(
      passed.filter(
        (id) => !/^(clients|control-plane)\/|^addons\/(compatibility|health)$|^nodes\/node-group-health$/.test(id),
      ),
    ).toEqual([]);
    expect(Object.keys(found).filter((id) => found[id] === 'skip')).toEqual([
      'control-plane/component-options',
      'nodes/auto-mode-pools',
      'workloads/no-ready-pods',
    ]);
    const { readings } = JSON.parse(storedJson(name)) as {
      readings: Record<string, { reason?: { kind: string; shared?: string } }>;
    };
    const shared = Object.values(readings).flatMap(({ reason }) =>
      reason === undefined || reason.kind === 'not-asked' ? [] : [reason.shared],
    );
    expect(new Set(shared).size).toBe(1);
    expect(shared[0]).toBeTypeOf('string');
  });

  it('everything wrong: every check speaks', async () => {
    const found = await statuses('everything-wrong');
    const silent = Object.keys(found).filter((id) => !['fail', 'warn', 'unknown'].includes(found[id] ?? ''));
    // Its Karpenter ends before 1.6 and predates conversion webhooks: karpenter-1.6 has an open Capacity Reservation,
    // karpenter-0.37-without-ca a webhook that fails. ordinary-newest has controllers that cannot be judged,
    // auto-mode-and-karpenter a policy and a NodeClass. workloads/no-ready-pods judges no update (newest-version),
    // new-nodes is about what new nodes lack. The others report something in removed-features.
    expect(silent).toEqual([
      'addons/controllers-unjudged',
      'addons/node-credentials',
      'apis/admission-policies',
      'control-plane/audit-log',
      'control-plane/component-options',
      'karpenter/capacity-reservations',
      'karpenter/conversion-webhook',
      'nodes/auto-mode-pools',
      'nodes/cgroup-v1',
      'nodes/containerd-config',
      'nodes/kernel',
      'nodes/volume-limits',
      'workloads/new-nodes',
      'workloads/no-ready-pods',
      'workloads/pod-security',
      'workloads/renamed-metrics',
      'workloads/schema-1-images',
      'workloads/se-linux-volumes',
    ]);
  });
});

function must(name: string) {
  const scenario = scenarios[name];
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  return scenario;
}
