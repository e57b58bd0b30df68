import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { buildConclusions, noPolicy } from '../../src/report/conclusions.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { scenarios } from '../world/scenarios/index.ts';

/** `accept`, `diff`, `gate` and `--baseline`, on reports of stored inventories. The clock is at noon of 2026-11-20. */

const clock = fileURLToPath(new URL('../world/fixed-clock.cjs', import.meta.url));
let cwd: string;
let report: Report;

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  runCommand(args, { env: { NODE_OPTIONS: `--require "${clock}"`, COLUMNS: '200', ...env }, cwd });
const scan = (name: string, ...args: string[]) => run(['scan', '--inventory', storedInventory(name), ...args]);
const put = (name: string, text: string) => writeFile(path.join(cwd, name), text);
const parseReport = ({ stdout }: Outcome): Report => reportSchema.parse(JSON.parse(stdout));

const withChange = (change: (copy: Report) => unknown) => (): Report => {
  const copy = structuredClone(report);
  change(copy);
  return copy;
};
const requireResult = ({ results }: Report, status: string) => {
  const result = results.find((one) => one.status === status);
  if (result === undefined) throw new Error(`no result of status ${status}`);
  return result;
};
/** Changes a copy of the report, and recomputes what follows from its results: counts, verdicts and exit code. */
const withRecount = (change: (copy: Report) => unknown) =>
  withChange((copy) => {
    change(copy);
    const { results, gate, steps: path } = copy;
    const steps = path.map(({ component, from, to }) => ({ component, from, to }));
    copy.selection = {
      total: results.length,
      selected: results.filter(({ skipped }) => skipped !== 'not-selected').length,
    };
    const given = { results, steps, gate: { ...gate, required: [] }, policy: noPolicy, about: copy };
    Object.assign(copy, buildConclusions(given));
  });
/** Expects exit code 3 and one line. */
async function expectUsageError(args: readonly string[], line: string): Promise<void> {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout, stderr]).toEqual([3, '', `eks-preflight: ${line}\n`]);
}

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'eks-preflight-gate-'));
  const { code, stdout } = await scan('demo', '--format', 'json');
  expect(code).toBe(1);
  report = reportSchema.parse(JSON.parse(stdout));
  await put('report.json', stdout);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const why = ['--reason', 'moves: on Friday', '--owner', 'ops', '--until', '2026-12-31'];

describe('accept', () => {
  it('prints the lines that accept a finding, and a scan with them accepts it', async () => {
    const [id = ''] = report.entries[0]?.fingerprints ?? [];
    const short = await run(['accept', id.slice(0, 8), '--report', 'report.json', ...why]);
    expect([short.code, short.stderr]).toEqual([0, '']);
    expect(short.stdout).toMatch(
      /^# yaml-language-server: \$schema=https:\/\/\S+\/schemas\/config\.schema\.json\n[^]*\naccept:\n {2}# .+\n {2}- id: /,
    );
    expect(await run(['accept', id, '--report', 'report.json', ...why])).toEqual(short);
    await put('one.yaml', short.stdout);
    const again = parseReport(await scan('demo', '--config', 'one.yaml', '--format', 'json'));
    expect(again.summary.findings.accepted).toBe(1);
    expect(again.acceptances).toEqual({ expired: [], exceeded: [], unmatched: [] });
    expect(again.configuration?.relaxed).toEqual([{ option: 'accept', value: '1 entry' }]);
  });

  it("an entry's number accepts all its findings, and a file with all entries leaves nothing that counts", async () => {
    const of = (number: number | string) => run(['accept', `${number}`, '--report', 'report.json', ...why]);
    expect(await of('#1')).toEqual(await of(1));
    const texts = await Promise.all(report.entries.map(async ({ number }) => (await of(number)).stdout));
    const bodies = texts.map((text) => text.slice(text.indexOf('accept:\n') + 'accept:\n'.length));
    await put('all.yaml', `accept:\n${bodies.join('')}`);
    const accepted = await scan('demo', '--config', 'all.yaml', '--format', 'json');
    expect(accepted.code).toBe(0);
    expect(parseReport(accepted)).toMatchObject({
      verdict: 'ready',
      entries: [],
      acceptances: { expired: [], exceeded: [], unmatched: [] },
    });
    const { stdout } = await scan('demo', '--config', 'all.yaml');
    expect(stdout).toMatch(/^READY \(\d+ accepted, \d of them unknown\) {2}prod 1\.33 -> 1\.34/);
    expect(stdout).toMatch(/\n {2}Set by all\.yaml: accept \d+ entries\.\n/);
  });

  it('a group of many blockers is a line each, never a glob, and the next scan lists it in a line', async () => {
    const large = await scan('large', '--format', 'json');
    await put('large.json', large.stdout);
    const entry = parseReport(large).entries.find(({ checks }) => checks.includes('workloads/pdb-blocks-drain'));
    const accepting = await run(['accept', `${entry?.number}`, '--report', 'large.json', ...why]);
    expect(
      accepting.stdout.match(
        /^ {2}- \{ id: '\w{16}', .* resource: PodDisruptionBudget [\w/-]+, .* until: '2026-12-31' \}$/gm,
      ),
    ).toHaveLength(51);
    expect(accepting.stdout.trimEnd().split('\n').length).toBeLessThan(110);
    await put('large.yaml', accepting.stdout);
    const { stdout } = await scan('large', '--config', 'large.yaml');
    expect(stdout).toContain('\nAccepted (51)\n  - fail workloads/pdb-blocks-drain, now: 51 findings, ');
    expect(stdout).toContain('\n  Set by large.yaml: accept 51 entries.\n');
  });

  it.each<[string[], string]>([
    [['accept', '00000000', '--report', 'report.json', ...why], 'report.json has no finding 00000000'],
    [['accept', '999', '--report', 'report.json', ...why], /^report\.json has no entry 999; it has \d+$/.source],
    [
      ['accept', 'xyz', '--report', 'report.json', ...why],
      "invalid ID 'xyz' (expected the first 8 or all 16 digits of a finding, or an entry's number such as 3)",
    ],
    [
      ['accept', '8'],
      "accept needs --report, --reason, --owner and --until\nAdd --report report.json --reason 'why the finding is accepted' --owner 'who is responsible for it' --until 2026-12-31.",
    ],
    [['accept', '1', ...why], 'accept needs --report\nAdd --report report.json.'],
    [
      ['accept', '1', '--report', 'report.json', '--reason', 'r', '--owner', 'o', '--until', '2026-11-19'],
      '--until 2026-11-19 is in the past; choose a future date',
    ],
    [
      ['accept', '1', '--report', 'report.json', '--reason', 'r', '--owner', 'o', '--until', '31.12.2026'],
      "invalid --until '31.12.2026' (expected a day such as 2026-12-31)",
    ],
  ])('%j is refused', async (args, line) => {
    if (!line.startsWith('^')) return expectUsageError(args, line);
    expect((await run(args)).stderr.trimEnd().replace('eks-preflight: ', '')).toMatch(new RegExp(line));
  });

  it('digits that several findings begin with are refused with the whole ones', async () => {
    const [a, b] = report.results.flatMap(({ findings }) => findings);
    if (a === undefined || b === undefined) throw new Error('fewer than two findings');
    const text = JSON.stringify(report).replaceAll(a.fingerprint, '0123456700000000');
    await put('clash.json', text.replaceAll(b.fingerprint, '0123456711111111'));
    await expectUsageError(
      ['accept', '01234567', '--report', 'clash.json', ...why],
      `01234567 is ambiguous; write all 16 digits: 0123456700000000 (${a.check}, ${a.resource.text}) or 0123456711111111 (${b.check}, ${b.resource.text})`,
    );
  });
});

describe('acceptances that do not do what they say', () => {
  const entry = (resource: string, more = '') =>
    `  - { check: nodes/kubelet-skew, resource: ${resource}, level: fail, at: now, reason: r, owner: ops, until: '2026-12-31'${more} }\n`;

  it('are one warning of each kind on stderr, and stand in the report', async () => {
    const over = entry('NodeGroup legacy').replace('2026-12-31', '2026-11-19');
    const late = entry('NodeGroup le*').replace('now', "'1.40'");
    await put('weak.yaml', `accept:\n${over}${late}${[1, 2, 3, 4, 5].map((n) => entry(`Node gone-${n}`)).join('')}`);
    const { code, stderr, stdout } = await scan('demo', '--config', 'weak.yaml');
    expect(code).toBe(1);
    const named = (number: number, resource: string, until = '2026-12-31') =>
      `entry ${number} of accept in weak.yaml (nodes/kubelet-skew ${resource}, until ${until}, ops)`;
    expect(stderr.split('\n').slice(1)).toEqual([
      `eks-preflight: 1 acceptance expired; its findings count: ${named(1, 'NodeGroup legacy', '2026-11-19')}`,
      `eks-preflight: 1 acceptance not valid for the level, step or unknown found; its findings count: ${named(2, 'NodeGroup le*')}`,
      `eks-preflight: 5 acceptances without a finding; remove them: ${[3, 4, 5].map((n) => named(n, `Node gone-${n - 2}`)).join(', ')} and 2 more`,
      '',
    ]);
    const head = stdout.split('\n\n')[0]?.replaceAll(/\s+/g, ' ');
    expect(head).toContain('Expired, so the findings count: entry 1 of accept in weak.yaml, until 2026-11-19.');
    expect(head).toContain('Accepted, but not found: entry 3 of accept in weak.yaml,');
  });
});

describe('scan --baseline', () => {
  it('the same cluster again has nothing new', async () => {
    const { code, stdout } = await scan('demo', '--baseline', 'report.json');
    expect([code, stdout.slice(0, 7)]).toEqual([0, 'BLOCKED']);
    expect(stdout).toMatch(
      /\nBLOCKED, exit code 0: \d+\s+known\s+entries\s[^)]*not\s+counted\s+because of --baseline report\.json\n/,
    );
  });

  it('a baseline of another cluster is refused', async () => {
    const { cluster } = report;
    if (cluster === null) throw new Error('the demo has a cluster');
    const other = { ...report, cluster: { ...cluster, name: 'other', arn: cluster.arn.replace(/prod$/, 'other') } };
    await put('other.json', JSON.stringify(other));
    await expectUsageError(
      ['scan', '--inventory', storedInventory('demo'), '--baseline', 'other.json'],
      `--baseline other.json is a report of another cluster: ${other.cluster.arn}, not ${cluster.arn}`,
    );
    await expectUsageError(
      ['diff', 'other.json', 'report.json'],
      `other.json and report.json are reports of different clusters: ${other.cluster.arn} and ${cluster.arn}`,
    );
  });

  it('is never written over', async () => {
    const { code, stderr } = await scan('demo', '--baseline', 'report.json', '--output', 'json=report.json');
    expect(code).toBe(3);
    expect(stderr).toContain('--baseline report.json and --output report.json are the same file\n');
  });
});

describe('diff', () => {
  it('of a report with itself is nothing, exit code 0', async () => {
    const { code, stdout } = await run(['diff', 'report.json', 'report.json']);
    expect(code).toBe(0);
    expect(stdout).toContain('\n\nNothing is new, worse, fixed, accepted or no longer seen.\n');
  });

  it('is exit code 1 where something is new, and 0 the other way around', async () => {
    const less = withRecount(({ results }) => {
      for (const result of results.filter(({ id }) => id === 'nodes/kubelet-skew'))
        Object.assign(result, { findings: [], status: 'pass' });
    });
    await put('less.json', JSON.stringify(less()));
    const added = await run(['diff', 'less.json', 'report.json', '--format', 'json']);
    expect(added.code).toBe(1);
    expect(JSON.parse(added.stdout)).toMatchObject({ changes: { new: [{ check: 'nodes/kubelet-skew' }], fixed: [] } });
    const gone = await run(['diff', 'report.json', 'less.json', '--format', 'markdown']);
    expect([gone.code, gone.stdout.includes('#### Fixed (1)')]).toEqual([0, true]);
  });
});

describe('gate', () => {
  it('ends with the exit code of a report, by its own options', async () => {
    const plain = await run(['gate', 'report.json']);
    expect([plain.code, plain.stderr]).toEqual([1, '']);
    expect(plain.stdout).toMatch(
      /^BLOCKED {1,2}prod 1\.33 -> 1\.34, Karpenter [\d.]+ -> [\d.]+\n {2}report\.json: scanned 2026-11-20 12:00 UTC, 0 minutes ago\.\n {2}Karpenter [^]*\n {2}Control plane 1\.33 -> 1\.34 +blocked by [^]*\nBLOCKED, exit code 1\n$/,
    );
    expect((await run(['gate', 'report.json', '--fail-on', 'never'])).code).toBe(0);
    const { stdout: narrow } = await scan('demo', '--scope', 'control-plane', '--horizon', 'next', '--format', 'json');
    await put('narrow.json', narrow);
    const note = 'The scan had --scope control-plane --horizon next, this gate does not';
    const wide = await run(['gate', 'narrow.json']);
    expect(wide.stdout.replaceAll(/\s+/g, ' ')).toContain(note);
    const same = await run(['gate', 'narrow.json', '--scope', 'control-plane', '--horizon', 'next']);
    expect(same.stdout).not.toContain('this gate does not');
    expect((await run(['gate', 'report.json'], { EKS_PREFLIGHT_FAIL_ON: 'never' })).code).toBe(0);
    const known = await run(['gate', 'report.json', '--baseline', 'report.json']);
    expect([known.code, known.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^NOTHING NEW prod [^]*blocked by [^]*\nNOTHING NEW, exit code 0: the cluster is still blocked by \d+ known entries, and 1 known entry is still unknown\n$/,
      ),
    ]);
    expect(known.stdout).not.toContain('READY');
    const required = await run([
      'gate',
      'report.json',
      '--baseline',
      'report.json',
      '--require',
      'karpenter/helm-release',
    ]);
    expect([required.code, required.stdout]).toEqual([
      2,
      expect.stringContaining('INCOMPLETE, exit code 2: required, but not judged: karpenter/helm-release;'),
    ]);
  });

  it('does not pass a report of some checks, unless somebody says so', async () => {
    const { code, stdout: partial } = await scan('demo', '--only', 'nodes/not-ready', '--format', 'json');
    expect(code).toBe(0);
    await put('partial.json', partial);
    const headline = `(?:PARTIAL|BLOCKED|INCOMPLETE) prod 1.33 -> 1.34, Karpenter 1.5.8 -> 1.6.8: 1 of ${checks.length} checks selected, none of them fails;`;
    const gate = async (...args: string[]) => {
      const outcome = await run(['gate', 'partial.json', ...args], { EKS_PREFLIGHT_ALLOW_PARTIAL: 'true' });
      expect(outcome.stdout.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`^${headline}`));
      return outcome;
    };
    const plain = await gate();
    expect([plain.code, plain.stdout]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(
          `^PARTIAL, exit code 2: ${checks.length - 1} checks not selected; use --allow-partial to accept this$`,
          'm',
        ),
      ),
    ]);
    expect(plain.stderr).toContain('EKS_PREFLIGHT_ALLOW_PARTIAL');
    const allowed = await gate('--allow-partial');
    expect([allowed.code, allowed.stdout]).toEqual([0, expect.stringMatching(/^PARTIAL, exit code 0$/m)]);
    expect((await gate('--allow-partial', '--max-age', '24h')).code).toBe(0);
    expect((await gate('--fail-on', 'never')).code).toBe(0);
    expect((await gate('--allow-partial', '--fail-on', 'not-covered')).code).toBe(0);
    expect((await gate('--allow-partial', '--require', 'nodes/kubelet-skew')).code).toBe(2);
    await put('partial.yaml', 'allowPartial: true\n');
    const named = await gate('--config', 'partial.yaml');
    expect([named.code, named.stdout]).toEqual([0, expect.stringContaining('Set by partial.yaml: allowPartial true.')]);
    const older = reportSchema.parse(JSON.parse(partial));
    await put('older.json', JSON.stringify({ ...older, verdict: 'ready', gate: { ...older.gate, result: 'ready' } }));
    expect((await run(['gate', 'older.json'])).code).toBe(2);
    expect((await run(['render', 'older.json'])).stdout).toMatch(/^PARTIAL/);
  });

  it('names the way like the report: no arrow where only the state is judged', async () => {
    await put('state.json', (await scan('demo', '--target', 'current', '--format', 'json')).stdout);
    expect((await run(['gate', 'state.json'])).stdout).toMatch(/^BLOCKED {1,2}prod at 1\.33[,\n]/);
    expect((await run(['diff', 'state.json', 'state.json'])).stdout).toMatch(/^prod at 1\.33[,\n]/);
  });

  it('accepts by a named config file, never by one that was only found', async () => {
    const { stdout } = await run(['gate', 'report.json', '--config', 'all.yaml']);
    expect(stdout).toMatch(
      /^READY \(\d+ accepted[^]*\n {2}Set by all\.yaml: accept \d+ entries\.\n[^]*\nREADY \(\d+ accepted[^)]*\), exit code 0\n$/,
    );
    await put('eks-preflight.config.yaml', await readFile(path.join(cwd, 'all.yaml'), 'utf8'));
    const found = await run(['gate', 'report.json']);
    await rm(path.join(cwd, 'eks-preflight.config.yaml'));
    expect([found.code, found.stderr.split('\n')[0]]).toEqual([
      3,
      'eks-preflight: eks-preflight.config.yaml may not set accept, because it was not named with --config',
    ]);
  });

  it('says that thresholds change nothing', async () => {
    await put('strict.yaml', 'thresholds: { control-plane/support-window: { days: 90 } }\n');
    const { stderr } = await run(['gate', 'report.json', '--config', 'strict.yaml']);
    expect(stderr).toContain('eks-preflight: thresholds have no effect on report.json: it was already judged\n');
  });

  it.each([
    ['2026-11-19T12:01:00.000Z', '24h', 1, /^BLOCKED, exit code 1/m],
    ['2026-11-19T11:59:00.000Z', '24h', 2, /^INCOMPLETE, exit code 2: the report is 24 hours old; --max-age is 24h$/m],
    ['2026-11-01T12:00:00.000Z', '7d', 2, /: the report is 19 days old; --max-age is 7d$/m],
    ['2026-11-20T13:00:00.000Z', '7d', 2, /: the report is dated in the future: check the clocks\s+of both machines$/m],
  ])('taken at %s with --max-age %s ends with %i', async (scannedAt, maxAge, code, line) => {
    await put('aged.json', JSON.stringify({ ...report, scannedAt }));
    const aged = await run(['gate', 'aged.json', '--max-age', maxAge]);
    expect([aged.code, aged.stdout]).toEqual([code, expect.stringMatching(line)]);
    expect((await run(['gate', 'aged.json'])).code).toBe(1);
  });

  it.each<[string, string | undefined, string]>([
    ['s3://Bucket/report.json', undefined, "invalid address 's3://Bucket/report.json' (expected s3://BUCKET/KEY)"],
    ['none.json', undefined, 'cannot read the report none.json: no such file or directory'],
    ['empty.json', '', 'empty.json is empty: it is not a report'],
    ['text.json', 'BLOCKED', 'text.json is not a report: it is not JSON; write one with scan --output json=FILE'],
    [
      'cut.json',
      '{"schemaVersion": 1, ',
      'cut.json is not a report: it is damaged or cut off; write one with scan --output json=FILE',
    ],
    ['list.json', '[]', 'list.json is not a report of eks-preflight: it is not a JSON object'],
    ['other.json', '{"a": 1}', 'other.json is not a report of eks-preflight: it has no schemaVersion'],
    [
      'newer.json',
      '{"schemaVersion": 2}',
      'newer.json has schemaVersion 2, which is newer than this version reads (1); update eks-preflight',
    ],
    ['half.json', '{"schemaVersion": 1}', 'half.json is not a report of eks-preflight: tool is missing or invalid'],
    [
      'error.json',
      '{"schemaVersion": 1, "error": {"code": "usage", "message": "no cluster specified"}}',
      'error.json is not a report: the scan could not run: no cluster specified',
    ],
  ])('refuses %s', async (file, text, line) => {
    if (text !== undefined) await put(file, text);
    await expectUsageError(['gate', file], line);
  });

  const everyFinding = (change: object) => ({
    ...report,
    results: report.results.map((result) => ({
      ...result,
      findings: result.findings.map((finding) => ({ ...finding, ...change })),
    })),
  });
  const everyResult = (change: object) => ({
    ...report,
    results: report.results.map((result) => ({ ...result, ...change })),
  });

  it.each([
    ['level', 'critical', () => everyFinding({ level: 'critical' })],
    ['phase', 'during', () => everyFinding({ phase: 'during' })],
    ['blocks', 'data-plane', () => everyFinding({ blocks: 'data-plane' })],
    ['component', 'istio', () => everyFinding({ at: { component: 'istio', version: '1.30' } })],
    ['severity', 'critical', () => everyResult({ severity: 'critical' })],
    ['status', 'failed', () => everyResult({ status: 'failed' })],
    ['skipped', 'too-slow', () => everyResult({ skipped: 'too-slow' })],
    ['component', 'istio', () => ({ ...report, steps: report.steps.map((step) => ({ ...step, component: 'istio' })) })],
  ])('judges by no report with a %s that it does not know', async (property, value, make) => {
    await put('later.json', JSON.stringify(make()));
    const line = new RegExp(
      `^eks-preflight: later\\.json: [\\w.[\\]]+\\.${property} is '${value}', which this version does not know; update eks-preflight\\n$`,
    );
    const { code, stdout, stderr } = await run(['gate', 'later.json']);
    expect([code, stdout, stderr]).toEqual([3, '', expect.stringMatching(line)]);
  });

  it('nor does any other command that compares or accepts; render shows it', async () => {
    await put('later.json', JSON.stringify(everyFinding({ level: 'critical' })));
    const [id = ''] = report.entries[0]?.fingerprints ?? [];
    for (const args of [
      ['diff', 'report.json', 'later.json'],
      ['diff', 'later.json', 'report.json'],
      ['accept', id, '--report', 'later.json', ...why],
      ['scan', '--inventory', storedInventory('demo'), '--baseline', 'later.json'],
    ]) {
      const { code, stdout, stderr } = await run(args);
      expect([code, stdout, stderr]).toEqual([
        3,
        '',
        expect.stringMatching(/\.level is 'critical', which this version/),
      ]);
    }
    expect((await run(['render', 'later.json'])).code).toBe(3);
    const tool = { name: 'eks-preflight', version: '9.0.0', build: '0123456789abcdef' };
    await put('later.json', JSON.stringify({ ...everyFinding({ level: 'critical' }), tool }));
    const { code, stdout, stderr } = await run(['render', 'later.json']);
    expect([code, stdout, stderr]).toEqual([
      0,
      expect.stringMatching(/^BLOCKED {2}prod/),
      expect.stringMatching(/\.level is 'critical', which this .+\. It is shown as it is, but cannot be judged\.\n$/),
    ]);
  });

  const withoutFailures = ({ results }: Report) =>
    results
      .filter(({ status }) => status === 'fail' || status === 'unknown')
      .map((result) => Object.assign(result, passing));
  const passing = { status: 'pass', findings: [], missing: [] };

  it.each<[string, () => Report, RegExp]>([
    ['no results', withChange((copy) => (copy.results = [])), /: it has 0 of \d+ results/],
    ['no checks', withRecount((copy) => (copy.results = [])), /: it has no results/],
    [
      'blockers taken out',
      withChange((copy) => (copy.results = copy.results.filter(({ status }) => status !== 'fail'))),
      /: it has \d+ of \d+ results/,
    ],
    [
      'findings taken out',
      () => everyResult({ findings: [] }),
      /: the status of [a-z/-]+ is \w+, which does not match its findings/,
    ],
    [
      'copies of a passed result',
      withRecount((copy) => (copy.results = copy.results.map(() => ({ ...requireResult(copy, 'pass') })))),
      /: it has two results of [a-z/-]+/,
    ],
    [
      'the blockers of another check',
      withChange((copy) => (requireResult(copy, 'pass').findings = requireResult(copy, 'fail').findings)),
      /: the status of [a-z/-]+ is pass, which/,
    ],
    [
      'a finding of another check',
      withChange((copy) => {
        const [finding] = requireResult(copy, 'fail').findings;
        if (finding !== undefined) finding.check = 'nodes/other';
      }),
      /: a finding of [a-z/-]+ names the check nodes\/other/,
    ],
    [
      'two findings that are one',
      withChange((copy) => {
        const { findings } = requireResult(copy, 'fail');
        findings.push(...findings);
      }),
      /: it has two findings [0-9a-f]{16}/,
    ],
    [
      'an acceptance without end',
      () => everyFinding({ accepted: { reason: 'r', owner: 'o', until: 'zzzz' } }),
      /: the (?:acceptance of [0-9a-f]{16} has no last day|status of)/,
    ],
    [
      'another selection',
      withChange((copy) => (copy.selection.selected -= 1)),
      /: \d+ results are of selected checks, not \d+/,
    ],
    [
      'a check taken out, with its count',
      withRecount((copy) => (copy.results = copy.results.filter(({ id }) => id !== 'nodes/kubelet-skew'))),
      /: it has no result of nodes\/kubelet-skew/,
    ],
    [
      'a check that there is not',
      withRecount((copy) => copy.results.push({ ...requireResult(copy, 'pass'), id: 'nodes/other' })),
      /: it has a result of nodes\/other, which this build does not check/,
    ],
    [
      'a plug-in that has the name of an area',
      withRecount((copy) => {
        copy.results.push({ ...requireResult(copy, 'pass'), id: 'nodes/other' });
        copy.plugins = [{ name: 'nodes', module: 'nodes.yaml' }];
      }),
      /: it has a result of nodes\/other, which this build does not check/,
    ],
    [
      'a check that can only warn now',
      withRecount((copy) => (requireResult(copy, 'fail').severity = 'warn')),
      /: the severity of [a-z/-]+ is warn/,
    ],
    [
      'nothing that applies',
      withRecount(({ results }) => {
        const skipped = { status: 'skip', skipped: 'not-applicable', findings: [], missing: [] };
        for (const result of results) Object.assign(result, skipped);
      }),
      /: [a-z/-]+ is skipped, although it applies to every cluster/,
    ],
    [
      'nothing that was requested',
      withRecount(({ results }) => {
        const skipped = { status: 'skip', skipped: 'not-asked', findings: [], missing: [] };
        for (const result of results) Object.assign(result, skipped);
      }),
      /: [a-z/-]+ is skipped, although it needs no --with/,
    ],
    [
      'a finding beyond its path',
      withRecount(({ results }) => {
        for (const { findings } of results)
          for (const finding of findings) finding.at = { component: 'kubernetes', version: '1.99' };
      }),
      /: the finding [0-9a-f]{16} is of no step of its path/,
    ],
    [
      'an entry of no finding',
      withChange(({ entries }) => entries[0]?.fingerprints.push('0'.repeat(16))),
      /: an entry names the finding 0{16}, which it does not have/,
    ],
    [
      'the name of another cluster',
      withChange(({ cluster }) => cluster !== null && (cluster.name = 'other')),
      /: arn:aws:eks:\S+ is not the ARN of its cluster/,
    ],
    [
      'a topic that is not covered',
      withChange((copy) => (copy.notJudged = ['nodes/other'])),
      /: it names other topics as not covered than this build/,
    ],
    ['another verdict', withChange((copy) => (copy.verdict = 'ready')), /: its verdict contradicts its results/],
    ['other counts', withChange((copy) => (copy.now.fail = 0)), /: its now contradicts its results/],
    ['another path', withChange((copy) => (copy.steps = [])), /: its steps contradict its versions/],
  ])('does not pass a report with %s', async (_what, make, damage) => {
    await put('edited.json', JSON.stringify(make()));
    const { code, stdout, stderr } = await run(['gate', 'edited.json', '--max-age', '24h']);
    expect([code, stdout, stderr]).toEqual([3, '', expect.stringMatching(damage)]);
    expect(stderr).toMatch(
      /^eks-preflight: edited\.json is damaged or was edited: [^\n]+\nUse the report as the scan wrote it\.\n$/,
    );
  });

  it('passes a report whose findings were taken out with all that follows from them, as SECURITY.md says', async () => {
    await put('consistent.json', JSON.stringify(withRecount(withoutFailures)()));
    expect((await run(['gate', 'consistent.json'])).code).toBe(0);
  });

  it.each(Object.keys(scenarios).filter((name) => existsSync(storedInventory(name))))(
    'takes the report of %s for its own',
    async (name) => {
      const options = scenarios[name]?.options ?? [];
      const { code, stdout } = await scan(name, ...options, '--format', 'json');
      await put('own.json', stdout);
      const gated = await run(['gate', 'own.json', '--allow-partial']);
      expect([gated.code, gated.stderr]).toEqual([code, '']);
      expect(gated.stdout).not.toContain('another build');
    },
  );

  it('judges a report of another build by its own results, and says so', async () => {
    const older = withChange((copy) => {
      Object.assign(copy, { tool: { name: 'eks-preflight', version: '0.0.9' }, verdict: 'ready', exitCode: 0 });
      copy.now.fail = 0;
    });
    await put('older-build.json', JSON.stringify(older()));
    const { code, stdout } = await run(['gate', 'older-build.json']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^BLOCKED/)]);
    expect(stdout).toContain(
      `\n  Written by another build of eks-preflight (0.0.9): only its own ${checks.length} results can be judged.\n`,
    );
  });

  const arn = 'arn:aws:eks:eu-west-1:111122223333:cluster/prod';
  const place = 'report.json is of cluster prod in account 111122223333, Region eu-west-1';
  it.each<[string[], NodeJS.ProcessEnv, string, string]>([
    [['--cluster', 'prod-other'], {}, '', 'report.json is of cluster prod, not of prod-other'],
    [['--cluster', arn.replace('prod', 'dev')], {}, '', 'report.json is of cluster prod, not of dev'],
    [['--cluster', arn.replace('1111', '9999')], {}, '', `${place}, not account 999922223333`],
    [['--cluster', arn.replace('eu-west-1', 'us-east-1')], {}, '', `${place}, not Region us-east-1`],
    [['--cluster', 'prod', '--region', 'us-east-1'], {}, '', `${place}, not Region us-east-1`],
    [[], { EKS_PREFLIGHT_CLUSTER: 'dev' }, '', 'report.json is of cluster prod, not of dev'],
    [[], { EKS_PREFLIGHT_REGION: 'us-east-1' }, '', `${place}, not Region us-east-1`],
    [['--config', 'other.yaml'], {}, 'cluster: dev', 'report.json is of cluster prod, not of dev'],
    [['--config', 'other.yaml'], {}, `cluster: ${arn.replace('1111', '9999')}`, `${place}, not account 999922223333`],
  ])('refuses the report of another cluster: %j %j', async (args, env, config, line) => {
    if (config !== '') await put('other.yaml', `${config}\n`);
    const { code, stdout, stderr } = await run(['gate', 'report.json', ...args], env);
    expect([code, stdout, stderr.trimEnd().split('\n').at(-1)]).toEqual([3, '', `eks-preflight: ${line}`]);
  });

  it.each<[string[], NodeJS.ProcessEnv]>([
    [['--cluster', 'prod', '--region', 'eu-west-1'], { EKS_PREFLIGHT_CLUSTER: 'dev' }],
    [['--cluster', arn], {}],
    [[], { EKS_PREFLIGHT_CLUSTER: arn }],
  ])('judges the report of the cluster that is named: %j %j', async (args, env) => {
    expect((await run(['gate', 'report.json', ...args], env)).code).toBe(1);
  });

  it('refuses a report of another cluster than a config file names that it found', async () => {
    await put('eks-preflight.config.yaml', 'cluster: dev\n');
    const { code, stderr } = await run(['gate', 'report.json']);
    await rm(path.join(cwd, 'eks-preflight.config.yaml'));
    expect([code, stderr]).toEqual([3, expect.stringContaining('report.json is of cluster prod, not of dev')]);
  });

  it('says how much a denied scan hides from a gate that knows it from its baseline', async () => {
    await put('denied.json', (await scan('lists-denied', '--format', 'json')).stdout);
    const known = await run(['gate', 'denied.json', '--baseline', 'denied.json']);
    expect([known.code, known.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringMatching(/ NOTHING NEW, exit code 0: (?:\d+ known entries are|1 known entry is) still unknown/),
    ]);
    const strict = await run(['gate', 'denied.json', '--baseline', 'denied.json', '--fail-on', 'unknown']);
    expect([strict.code, strict.stdout]).toEqual([1, expect.stringMatching(/\d+ unknown,? counted because of/)]);
  });

  it('counts findings again whose acceptance has ended since the scan', async () => {
    const accepted = await scan('demo', '--config', 'all.yaml', '--format', 'json');
    await put('accepted.json', accepted.stdout);
    expect((await run(['gate', 'accepted.json'])).code).toBe(0);
    await put('ended.json', accepted.stdout.replaceAll('"until": "2026-12-31"', '"until": "2026-11-19"'));
    const ended = await run(['gate', 'ended.json']);
    expect([ended.code, ended.stdout]).toEqual([1, expect.stringMatching(/^BLOCKED {1,2}prod/)]);
  });

  it('refuses an inventory, and a file without end', async () => {
    const inventory = storedInventory('healthy');
    await expectUsageError(
      ['gate', inventory],
      `${inventory} is an inventory, not a report; judge it with scan --inventory ${inventory}`,
    );
    await expectUsageError(['gate', '/dev/zero'], 'cannot read the report /dev/zero: it is a device');
  });
});

describe('config', () => {
  it('shows what is in force of accept, levels and thresholds, and from where', async () => {
    const [id = ''] = report.entries[0]?.fingerprints ?? [];
    const lines = (await run(['accept', id, '--report', 'report.json', ...why])).stdout;
    await put(
      'ci.yaml',
      `${lines}levels: { nodes/version-*: fail }\nthresholds: { control-plane/support-window: { days: 90 } }\nbaseline: report.json\n`,
    );
    const { code, stdout } = await run(['config', '--config', 'ci.yaml']);
    expect(code).toBe(0);
    const rows = stdout.split('\n').map((line) => line.replaceAll(/\s+/g, ' '));
    const finding = report.results.flatMap(({ findings }) => findings).find(({ fingerprint }) => fingerprint === id);
    expect(rows).toContain('baseline report.json ci.yaml');
    expect(rows.find((row) => row.startsWith('accept 1 '))).toBe(
      `accept 1 ${finding?.check} ${finding?.resource.text} ${id}: ${finding?.level}, ${finding?.at?.version ?? 'now'}, until 2026-12-31, owner ops ci.yaml`,
    );
    expect(rows).toContain('levels nodes/version-*: nodes/version-behind can fail ci.yaml');
    expect(rows).toContain('thresholds control-plane/support-window days 90 (default 60) ci.yaml');
    await put('bad.yaml', 'levels: { nodes/versoin-behind: fail }\n');
    expect((await run(['config', '--config', 'bad.yaml'])).stderr).toMatch(
      /^eks-preflight: .*\n?eks-preflight: levels of bad\.yaml: unknown check 'nodes\/versoin-behind'\nDid you mean nodes\/version-behind\?\n$/,
    );
  });
});
