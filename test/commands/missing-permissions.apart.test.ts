import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { ReportedFinding } from '../../src/judge/result.ts';
import { toEntries } from '../../src/report/entries.ts';
import { buildEntryTitle } from '../../src/report/entry-title.ts';
import { reportHtml } from '../../src/formats/html/html.tsx';
import { reportMarkdown } from '../../src/formats/markdown/markdown.ts';
import { denialTexts, grantFix } from '../../src/report/missing-permissions.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { aFinding } from '../report/reported-finding.ts';
import { storedInventory } from '../world/stored.ts';
import { runCommand } from '../world/in-process.ts';

/** One cause, one entry: everything that missing permissions hide, and the policy that grants exactly those. */

const session = 'arn:aws:sts::111122223333:assumed-role/preflight/session';
const because = 'because no identity-based policy allows it';

function denied(permission: string, reason: string, more: Partial<ReportedFinding> = {}, part: string | null = null) {
  return aFinding({
    level: 'unknown',
    fingerprint: `${permission} ${more.check} ${part}`,
    fix: `Grant \`${permission}\` and scan again.`,
    unseen: { kind: 'fact', fact: 'subnets', part, reason, cause: 'denied', permission },
    ...more,
  });
}

const ofAws = (action: string, why = because, more: Partial<ReportedFinding> = {}) =>
  denied(action, `User: ${session} is not authorized to perform: ${action} on resource: * ${why}`, more);
const ofKubernetes = (resource: string) =>
  denied(`${resource}: list`, `${resource} is forbidden: User "preflight" cannot list resource "${resource}"`);
const blind = (cause: string, reason: string, fix: string) =>
  aFinding({
    level: 'unknown',
    fingerprint: reason,
    fix,
    unseen: { kind: 'fact', fact: 'nodes', part: null, reason, cause, permission: null },
  });

describe('an entry of what was not seen', () => {
  it('holds all missing permissions, of AWS and of Kubernetes, whatever checks lack them', () => {
    const found = [ofAws('eks:ListAddons'), ofKubernetes('pods'), ofAws('iam:GetRole', because, { check: 'a/b' })];
    const [entry, ...others] = toEntries(found);
    expect(others).toEqual([]);
    expect(buildEntryTitle(entry?.findings ?? [aFinding()])).toBe(
      '3 permissions are missing: eks:ListAddons, iam:GetRole, pods: list (a/b, nodes/kubelet-skew)',
    );
  });

  it('counts permissions, not findings, and names a few of them only', () => {
    const names = ['eks:ListA', 'eks:ListB', 'eks:ListC', 'eks:ListD'].flatMap((name) => [ofAws(name), ofAws(name)]);
    expect(buildEntryTitle([ofAws('eks:ListA'), ...names])).toBe('4 permissions are missing (nodes/kubelet-skew)');
    expect(buildEntryTitle([ofAws('eks:ListA'), ofAws('eks:ListA')])).toBe(
      '1 permission is missing: eks:ListA (nodes/kubelet-skew)',
    );
  });

  it('is one for each other cause, and for each thing to look at', () => {
    const again = 'Scan again.';
    const found = [
      blind('time-out', 'pods: cut off', again),
      blind('time-out', 'nodes: cut off', again),
      blind('inconsistent', 'pods changed while they were listed', again),
      blind('unreachable', 'cannot reach 10.0.0.1', 'Check the VPN.'),
      blind('unreachable', 'cannot reach sts', 'Check the proxy.'),
    ];
    expect(toEntries(found).map(({ findings }) => findings.length)).toEqual([2, 1, 1, 1]);
  });
});

describe('the title of what was not seen', () => {
  const timeOut = (reason: string, part: string | null = null) => {
    const unseen = { kind: 'fact', fact: 'subnets', part, reason, cause: 'time-out', permission: null } as const;
    return aFinding({ level: 'unknown', fingerprint: `${reason} ${part}`, fix: 'Scan again.', unseen });
  };
  const [subnets, dns] = ['ec2:DescribeSubnets: no answer', 'ec2:DescribeVpcAttribute: no answer'];
  it.each([
    ['one reason', [timeOut(subnets), timeOut(subnets)], `not seen: ${subnets}`],
    ['two reasons', [timeOut(subnets), timeOut(dns)], `not seen: ${subnets}, and 1 more reason`],
    [
      'more reasons',
      [timeOut(subnets), timeOut(dns), timeOut('kubectl: no answer'), timeOut(subnets)],
      `not seen: ${subnets}, and 2 more reasons`,
    ],
    ['several parts', [timeOut(subnets, 'VPC a'), timeOut(subnets, 'VPC b')], `VPC a and 1 more not seen: ${subnets}`],
  ])('counts what it does not name: %s', (_name, found, title) => {
    const [entry, ...others] = toEntries(found);
    expect(others).toEqual([]);
    expect(buildEntryTitle(entry?.findings ?? [aFinding()])).toBe(`${title} (nodes/kubelet-skew)`);
  });
});

describe('the words for what is denied', () => {
  it('name the identity once, with all that it lacks', () => {
    const found = [ofAws('eks:ListB'), ofAws('eks:ListA'), ofKubernetes('pods'), ofKubernetes('nodes')];
    expect(denialTexts(found, { all: false })).toEqual([
      `${session} lacks eks:ListA, eks:ListB`,
      'Kubernetes user preflight lacks nodes: list, pods: list',
    ]);
  });

  it('say where a grant alone does not help', () => {
    const scp = 'with an explicit deny in a service control policy';
    const boundary = 'because no permissions boundary allows the eks:ListB action';
    const named = 'with an explicit deny in an identity-based policy: arn:aws:iam::111122223333:policy/no';
    expect(
      denialTexts([ofAws('eks:ListA', scp), ofAws('eks:ListB', boundary), ofAws('eks:ListC', named)], { all: false }),
    ).toEqual([
      `${session} is denied eks:ListA (an explicit deny in a service control policy: a grant alone does not help)`,
      `${session} is denied eks:ListB (no permissions boundary allows it: a grant alone does not help)`,
      `${session} is denied eks:ListC (an explicit deny in an identity-based policy: a grant alone does not help)`,
    ]);
  });

  it('are those of the service where they are not known, and name the parts with --all', () => {
    expect(denialTexts([denied('eks:ListA', 'AccessDenied')], { all: true })).toEqual(['eks:ListA: AccessDenied']);
    const parts = ['role a', 'role b'].map((part) =>
      denied('iam:GetRole', `User: ${session} is not authorized to perform: iam:GetRole`, {}, part),
    );
    expect(denialTexts(parts, { all: true })).toEqual([`${session} lacks iam:GetRole (role a and role b)`]);
    expect(denialTexts(parts, { all: false })).toEqual([`${session} lacks iam:GetRole`]);
  });

  it('keep what helps beside a grant', () => {
    const hinted = denied('/apis: get', 'forbidden', {
      fix: 'Grant `/apis: get` and scan again. Bind system:discovery.',
    });
    expect(grantFix([hinted], { entries: [] }, true)).toBe(
      'Grant the permission and scan again. The next scan may find that more are missing: a denied request hides those that follow it.\n- `/apis: get`: Bind system:discovery.',
    );
  });
});

describe('a scan that is denied much', () => {
  let folder: string;
  const run = (...args: string[]) => runCommand(args, { env: { PATH: process.env['PATH'] }, cwd: folder });
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const readReport = async (name: string) => reportSchema.parse(JSON.parse(await read(`${name}.json`)));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-missing-'));
    for (const name of ['everything-denied', 'lists-denied', 'healthy'])
      await run('scan', '--inventory', storedInventory(name), '--output', `${name}.json`, '--output', `${name}.txt`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const listActions = (policy: string) =>
    (JSON.parse(policy) as { Statement: { Action: string[] }[] }).Statement.flatMap(({ Action }) => Action).toSorted();
  const listNamedPermissions = ({ results }: Report) =>
    [...new Set(results.flatMap(({ missing }) => missing.flatMap(({ permission }) => permission ?? [])))].toSorted();

  it('has one entry with a policy of just the missing actions, for this cluster', async () => {
    const report = await readReport('everything-denied');
    const [entry, ...others] = report.entries.filter(({ grant }) => grant !== undefined);
    expect(others).toEqual([]);
    expect(listActions(entry?.grant?.iamPolicy ?? '')).toEqual(
      listNamedPermissions(report).filter((one) => !one.endsWith(': get')),
    );
    expect(entry?.grant?.iamPolicy).toContain('arn:aws:eks:eu-west-1:111122223333:cluster/prod');
    expect(entry?.fingerprints.length).toBeGreaterThan(200);
  });

  it('has the roles of just the missing requests, under a name that replaces no role', async () => {
    const report = await readReport('lists-denied');
    const { grant } = report.entries[0] ?? {};
    expect(grant?.iamPolicy).toBeNull();
    const documents = parseAllDocuments(grant?.rbacManifests ?? '').map((one) => one.toJS() as Manifest);
    expect(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'ClusterRole eks-preflight-missing',
      'ClusterRoleBinding eks-preflight-missing',
      'Role eks-preflight-missing',
      'RoleBinding eks-preflight-missing',
    ]);
    expect(grant?.rbacManifests).toMatch(
      /^# Bound to the group "eks-preflight"\. If .* not in it, replace the subject of each binding:\n.*kind: User/,
    );
    const rules = documents.flatMap((one) => one.rules ?? []);
    const granted = rules.flatMap(({ apiGroups: [group = ''], resources, verbs }) =>
      resources.map((resource) => `${resource}${group === '' ? '' : `.${group}`}: ${verbs.join()}`),
    );
    expect(granted.toSorted()).toEqual(listNamedPermissions(report));
  });

  it('shows it in every format, with the reason said once', async () => {
    const report = await readReport('everything-denied');
    for (const text of [await read('everything-denied.txt'), reportMarkdown(report)]) {
      expect(text).toContain('16 permissions are missing');
      expect(text.split('\n### Plan')[0]?.match(/arn:aws:sts::/g)).toHaveLength(1);
      expect(text).not.toContain('is not authorized');
    }
    expect(reportMarkdown(report)).toContain('"autoscaling:DescribeAutoScalingGroups"');
    expect(reportHtml(report)).toContain('&quot;autoscaling:DescribeAutoScalingGroups&quot;');
    const { stdout: text } = await run('render', 'everything-denied.json');
    expect(text).toContain('\n     addons/kube-proxy-skew and 94 more, now\n');
    expect(text.split('\n').length).toBeLessThan(60);
    const { stdout: entry } = await run('render', 'everything-denied.json', '--show', '1');
    expect(entry.replaceAll(/\s+/g, ' ')).toContain('replace the subject of each binding with its own group or user');
  });

  it('counts the unknowns as the headline does, and says which the gate does not count', async () => {
    const text = await read('everything-denied.txt');
    const { summary } = await readReport('everything-denied');
    expect(summary.findings.unknown).toBeGreaterThan(3);
    expect(text).toMatch(/Control plane 1\.33 -> 1\.34 +1 unknown \(#1\)\n/);
    expect(text.match(/^ {2}\d {2}nothing /gm)).toHaveLength(2);
    expect(text).toContain('\nINCOMPLETE, exit code 2\n');
  });

  it('is what permissions --report prints, from the report alone', async () => {
    const { grant } = (await readReport('everything-denied')).entries[0] ?? {};
    const printed = await run('permissions', '--report', 'everything-denied.json', '--format', 'iam');
    expect(printed).toMatchObject({ code: 0, stderr: '', stdout: grant?.iamPolicy });
    const both = await run('permissions', '--report', 'everything-denied.json');
    expect(both.stdout).toContain(grant?.rbacManifests ?? 'none');
  });

  it('is read from the findings: what somebody wrote into the report as a policy is not printed', async () => {
    const report = await readReport('lists-denied');
    const entries = report.entries.map((entry) => ({
      ...entry,
      grant: { iamPolicy: '{}', rbacManifests: 'kind: Evil' },
    }));
    await writeFile(path.join(folder, 'edited.json'), JSON.stringify({ ...report, entries }));
    const { stdout } = await run('permissions', '--report', 'edited.json', '--format', 'rbac');
    expect(stdout).not.toContain('Evil');
    expect(stdout).toContain('eks-preflight-missing');
  });

  it.each([
    ['what its fact does not need', 'nodes', 'secrets: list'],
    ['what its fact does not need, of AWS', 'nodes', 'eks:ListAddons'],
    ['a fact that is none', 'constructor', 'nodes: list'],
    ['a fact that is none either', '__proto__', 'nodes: list'],
  ])('grants nothing for %s', async (_name, fact, permission) => {
    const report = await readReport('lists-denied');
    const unseen = { kind: 'fact', fact, part: null, reason: 'denied', cause: 'denied', permission } as const;
    const results = report.results.map((result) => ({
      ...result,
      findings: result.findings.map((finding) => ({ ...finding, unseen })),
    }));
    await writeFile(path.join(folder, 'forged.json'), JSON.stringify({ ...report, results }));
    const { code, stdout } = await run('permissions', '--report', 'forged.json');
    expect([code, stdout]).toEqual([0, '']);
  });

  it.each([
    [['--report', 'healthy.json'], 'no permission is missing in healthy.json'],
    [['--report', 'lists-denied.json', '--format', 'iam'], 'no IAM action is missing in lists-denied.json'],
  ])('permissions %j prints nothing and says: %s', async (args, message) => {
    expect(await run('permissions', ...args)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `eks-preflight: ${message}\n`,
    });
  });

  it.each([
    [
      ['--report', 'lists-denied.json', '--format', 'terraform'],
      '--report can be combined only with --plugin and --format iam or rbac',
    ],
    [
      ['--report', 'lists-denied.json', '--only', 'nodes/*'],
      '--report can be combined only with --plugin and --format iam or rbac',
    ],
    [
      ['--report', 'lists-denied.json', '--cluster', 'prod'],
      '--report can be combined only with --plugin and --format iam or rbac',
    ],
  ])('permissions %j: %s', async (args, message) => {
    const { code, stderr, stdout } = await run('permissions', ...args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(message);
  });
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  rules?: { apiGroups: string[]; resources: string[]; verbs: string[] }[];
}
