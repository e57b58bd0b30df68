import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { storedReports } from '../../scripts/example-findings.ts';
import { blocksInOrder } from '../../src/report/blocks.ts';
import { countEntries, everyFix, jointFix, sortEntries, toEntries, withoutRepeats } from '../../src/report/entries.ts';
import { karpenterOrder, toKarpenterPlace } from '../../src/report/karpenter-order.ts';
import { buildEntryTitle } from '../../src/report/entry-title.ts';
import { buildFix } from '../../src/formats/text/entry.ts';
import { reportText } from '../../src/formats/text/text.ts';
import { explainPlaceholders } from '../../src/judge/placeholders.ts';
import { isAfter } from '../../src/judge/verdict.ts';
import { levelRank, type ReportedFinding, type UnseenThing } from '../../src/judge/result.ts';
import { advice, commands } from '../../src/syntax/advice.ts';
import { sh, type Command } from '../../src/syntax/shell.ts';
import { aFinding } from './reported-finding.ts';

const node = (name: string) => ({ text: `Node ${name}`, kind: 'Node', name });
const later = { component: 'kubernetes', version: '1.34' } as const;
const steps = [{ component: 'kubernetes', to: '1.34' }] as const;

describe('entries', () => {
  it('hold findings of several checks that name the same remedy: of the worst level, the one that takes effect first', () => {
    const [entry, ...others] = toEntries(
      [
        aFinding({ check: 'nodes/version-behind', level: 'warn', remedy: 'update-nodegroup:a', fix: 'Update it.' }),
        aFinding({ check: 'nodes/amazon-linux-2', remedy: 'update-nodegroup:a', message: 'is old' }),
        aFinding({ blocks: 'control-plane', at: later, remedy: 'update-nodegroup:a' }),
      ],
      steps,
    );
    expect(others).toEqual([]);
    expect(entry?.findings.map(({ check }) => check)).toEqual([
      'nodes/amazon-linux-2',
      'nodes/kubelet-skew',
      'nodes/version-behind',
    ]);
    expect(buildEntryTitle(entry?.findings ?? [aFinding({})])).toBe('Node a: is old; is wrong');
  });

  it('stay apart for remedies of their own that several checks name, and after the update', () => {
    const of = (name: string) => ({ remedy: `update-nodegroup:${name}` });
    expect(
      toEntries([
        ...['a', 'b'].flatMap((name) => [aFinding(of(name)), aFinding({ check: 'nodes/amazon-linux-2', ...of(name) })]),
        aFinding({ level: 'warn', phase: 'after', ...of('a') }),
      ]),
    ).toHaveLength(3);
  });

  it('are one where findings of one check have one fix, whatever they mend: three node groups behind', () => {
    const behind = ['a', 'b', 'c'].map((name) =>
      aFinding({
        level: 'warn',
        remedy: `update-nodegroup:${name}`,
        fix: `Update it.\n\`\`\`sh\nupdate ${name}\n\`\`\``,
      }),
    );
    const [first] = behind;
    expect(toEntries(behind)).toEqual([{ findings: behind }]);
    expect(
      toEntries([...behind, aFinding({ check: 'nodes/amazon-linux-2', remedy: first?.remedy ?? null })]),
    ).toHaveLength(2);
  });

  it('leave accepted findings out', () => {
    const accepted = { reason: 'moves on Friday', owner: 'platform', until: '2026-12-31' };
    expect(toEntries([aFinding({ accepted }), aFinding({ resource: node('b') })])).toHaveLength(1);
    expect(countEntries([aFinding({ accepted })])).toEqual({ fail: 0, unknown: 0, warn: 0, after: 0 });
  });

  it('name the first resource of many', () => {
    const [entry] = toEntries(['a', 'b', 'c'].map((name) => aFinding({ resource: node(name) })));
    expect(buildEntryTitle(entry?.findings ?? [aFinding({})])).toBe('Node a and 2 more: is wrong');
  });
});

describe('the order of entries of one level', () => {
  const path = [
    { component: 'karpenter', to: '0.32.1' },
    { component: 'kubernetes', to: '1.28' },
  ] as const;
  const karpenter = { component: 'karpenter', version: '0.32.1' } as const;
  const kubernetes = { component: 'kubernetes', version: '1.28' } as const;
  const at = (check: string, more: Partial<ReportedFinding>) =>
    aFinding({ check, fix: `Mend ${check}.`, blocks: 'karpenter', resource: node(check), ...more });
  const listChecks = (findings: readonly ReportedFinding[]) =>
    sortEntries(toEntries(findings, path), path).map((entry) => entry.findings[0].check);

  it.each([
    {
      it: 'now, then the steps of the path, whatever they stop',
      findings: [
        at('control-plane/later', { at: kubernetes, blocks: 'control-plane' }),
        at('karpenter/crds', { at: karpenter }),
        at('workloads/today', { at: null, blocks: 'workloads' }),
      ],
      order: ['workloads/today', 'karpenter/crds', 'control-plane/later'],
    },
    {
      it: 'what they stop, inside now and a step of Kubernetes',
      findings: [
        at('karpenter/controller-iam', { at: kubernetes }),
        at('nodes/then', { at: kubernetes, blocks: 'nodes' }),
        at('control-plane/then', { at: kubernetes, blocks: 'control-plane' }),
        at('karpenter/drift', { at: null }),
        at('nodes/now', { at: null, blocks: 'nodes' }),
      ],
      order: ['nodes/now', 'karpenter/drift', 'control-plane/then', 'nodes/then', 'karpenter/controller-iam'],
    },
    {
      it: 'IAM, CRDs, settings, objects and nodes, inside a step of Karpenter',
      findings: [
        at('workloads/other', { at: karpenter, blocks: 'workloads' }),
        at('karpenter/drift', { at: karpenter, blocks: 'nodes' }),
        at('karpenter/alpha-resources', { at: karpenter }),
        at('karpenter/settings', { at: karpenter }),
        at('karpenter/crds', { at: karpenter }),
        at('karpenter/controller-iam', { at: karpenter }),
      ],
      order: [
        'karpenter/controller-iam',
        'karpenter/crds',
        'karpenter/settings',
        'karpenter/alpha-resources',
        'karpenter/drift',
        'workloads/other',
      ],
    },
    {
      it: 'the level first',
      findings: [at('karpenter/settings', { at: null, level: 'warn' }), at('karpenter/crds', { at: karpenter })],
      order: ['karpenter/crds', 'karpenter/settings'],
    },
  ])('is $it', ({ findings, order }) => {
    expect(listChecks(findings)).toEqual(order);
    expect(listChecks(findings.toReversed())).toEqual(order);
  });

  it('has a place for every check of Karpenter', () => {
    const own = checks.flatMap(({ id }) => (id.startsWith('karpenter/') ? [id.slice('karpenter/'.length)] : []));
    expect(karpenterOrder.flat().toSorted()).toEqual(own.toSorted());
  });
});

describe('tables that end', () => {
  type Ended = Extract<UnseenThing, { kind: 'table' }>;
  const kubernetes = {
    table: 'component-floors',
    component: 'kubernetes',
    knownThrough: '1.36',
    version: '1.37',
  } as const;
  const karpenter = {
    table: 'karpenter-crds',
    component: 'karpenter',
    knownThrough: '1.14',
    version: '1.15.0',
  } as const;
  const ended = (check: string, more: Partial<Ended>) => {
    const unseen = { kind: 'table', lacksRelease: false, ...kubernetes, ...more } as const;
    return aFinding({ check, level: 'unknown', unseen, fix: `Mend ${unseen.table}.`, fingerprint: check });
  };
  const floors = ended('addons/vpc-cni-version', {});
  const lateApis = ended('apis/removed', { table: 'api-removals', knownThrough: '1.37', version: '1.38' });
  const crds = ended('karpenter/crds', karpenter);

  it.each([
    {
      it: 'one table, and the checks that read it',
      findings: [floors, ended('addons/load-balancer-controller-version', {})],
      title:
        'the table component-floors ends at 1.36: the changes in 1.37 are unknown (addons/load-balancer-controller-version, addons/vpc-cni-version)',
      fix: 'Update eks-preflight, or read the release notes of Kubernetes 1.37, then accept the findings (`eks-preflight accept`).',
    },
    {
      it: 'several tables that end at the same version',
      findings: [
        floors,
        ended('nodes/container-runtime', { table: 'container-runtimes' }),
        ended('addons/load-balancer-controller-version', {}),
      ],
      title: '2 tables end before 1.37: changes in 1.37 are unknown (3 checks)',
      fix: 'Update eks-preflight, or read the release notes of Kubernetes 1.37, then accept the findings (`eks-preflight accept`).',
    },
    {
      it: 'tables that end at different versions',
      findings: [lateApis, floors],
      title: '2 tables end before 1.38: changes in 1.37 and 1.38 are unknown (addons/vpc-cni-version, apis/removed)',
      fix: 'Update eks-preflight, or read the release notes of Kubernetes 1.37 and 1.38, then accept the findings (`eks-preflight accept`).',
    },
    {
      it: 'tables of Kubernetes and of Karpenter',
      findings: [floors, lateApis, crds],
      title:
        '3 tables end before Kubernetes 1.38 or Karpenter 1.15.0: changes in Kubernetes 1.37, Kubernetes 1.38 and Karpenter 1.15.0 are unknown (3 checks)',
      fix: 'Update eks-preflight, or read the release notes of Kubernetes 1.37 and 1.38 and the Karpenter upgrade guide up to 1.15.0, then accept the findings (`eks-preflight accept`).',
    },
    {
      it: 'a table that lists the versions of both',
      findings: [
        ended('karpenter/kubernetes-compatibility', { table: 'karpenter-compatibility' }),
        ended('karpenter/kubernetes-compatibility', { ...karpenter, table: 'karpenter-compatibility' }),
      ],
      title:
        '1 table ends before Kubernetes 1.37 or Karpenter 1.15.0: changes in Kubernetes 1.37 and Karpenter 1.15.0 are unknown (karpenter/kubernetes-compatibility)',
      fix: 'Update eks-preflight, or read the release notes of Kubernetes 1.37 and the Karpenter upgrade guide up to 1.15.0, then accept the findings (`eks-preflight accept`).',
    },
    {
      it: 'a release that tables lack, although they end later',
      findings: [
        ended('karpenter/crds', { ...karpenter, version: '1.13.9', lacksRelease: true }),
        ended('karpenter/settings', {
          ...karpenter,
          table: 'karpenter-settings',
          version: '1.13.9',
          lacksRelease: true,
        }),
      ],
      title:
        '2 tables do not cover Karpenter 1.13.9: changes in Karpenter 1.13.9 are unknown (karpenter/crds, karpenter/settings)',
      fix: 'Update eks-preflight, or read the Karpenter upgrade guide up to 1.13.9, then accept the findings (`eks-preflight accept`).',
    },
    {
      it: 'one table that covers none of several versions',
      findings: [
        floors,
        ended('addons/vpc-cni-version', { version: '1.38' }),
        ended('addons/vpc-cni-version', { version: '1.39' }),
      ],
      title:
        'the table component-floors ends at 1.36: the changes in 1.37, 1.38 and 1.39 are unknown (addons/vpc-cni-version)',
      fix: 'Update eks-preflight, or read the release notes of Kubernetes 1.37, 1.38 and 1.39, then accept the findings (`eks-preflight accept`).',
    },
    {
      it: "a plug-in's table beside one of eks-preflight",
      findings: [floors, ended('acme/images', { table: 'acme/baseImages' })],
      title: '2 tables end before 1.37: changes in 1.37 are unknown (acme/images, addons/vpc-cni-version)',
      fix: 'Update eks-preflight and the plug-in acme, or read the release notes of Kubernetes 1.37, then accept the findings (`eks-preflight accept`).',
    },
  ])('make one entry with one action: $it', ({ findings, title, fix }) => {
    const [entry, ...others] = toEntries(findings);
    expect(others).toEqual([]);
    expect(buildEntryTitle(entry?.findings ?? [aFinding({})])).toBe(title);
    expect(buildFix(entry?.findings ?? [aFinding({})])).toBe(fix);
  });

  it('stay apart from a fact that was not read, and from what was seen', () => {
    const fact = { kind: 'fact', fact: 'pods', part: null, reason: 'denied', permission: 'pods: list' } as const;
    const denied = aFinding({ check: 'nodes/drain', level: 'unknown', unseen: fact });
    expect(toEntries([floors, denied, aFinding({ level: 'unknown' })])).toHaveLength(3);
  });
});

describe.each(storedReports())('the entries of $name', ({ report }) => {
  const findings = report.results.flatMap((result) => result.findings);

  it('hold each finding that is not for after the update once', () => {
    const held = report.entries.flatMap(({ fingerprints }) => fingerprints);
    const before = findings.filter((finding) => !isAfter(finding) && finding.accepted === null);
    expect(held.toSorted()).toEqual(before.map(({ fingerprint }) => fingerprint).toSorted());
  });

  it('are numbered: blockers, what is unknown, then warnings; by step, then what stops the most first', () => {
    expect(report.entries.map(({ number }) => number)).toEqual(report.entries.map((_, index) => index + 1));
    const findStep = (at: (typeof report.entries)[number]['at']) =>
      report.steps.findIndex(({ component, to }) => component === at?.component && to === at.version);
    const places = report.entries.map(
      ({ level, blocks, at, checks: [check = ''] }) =>
        levelRank({ level }) * 1e6 +
        (findStep(at) + 1) * 1e3 +
        toKarpenterPlace({ at, check }) * 10 +
        blocksInOrder.indexOf(blocks),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('are as many as the headline counts', () => {
    const { fail, unknown, warn } = countEntries(findings);
    const count = (wanted: string) => report.entries.filter(({ level }) => level === wanted).length;
    expect([count('fail'), count('unknown'), count('warn')]).toEqual([fail, unknown, warn]);
  });

  it('are what the heading of the blockers counts, not their findings', async () => {
    const text = await reportText(report, { columns: 80, color: false, all: true });
    const heading = text.match(/^Blockers \(.*\)$/m)?.[0] ?? 'Blockers (0)';
    expect(heading).toBe(`Blockers (${countEntries(findings).fail})`);
  });

  it('have no paragraph twice in all their fixes', () => {
    for (const entry of toEntries(findings)) {
      const paragraphs = everyFix(entry.findings).split('\n\n');
      expect(new Set(paragraphs).size).toBe(paragraphs.length);
    }
  });

  it('say what is wrong in one line', () => {
    for (const { title } of report.entries) expect(title).toMatch(/^\S[^\n]*$/);
  });
});

it('one update of a node group is one entry of the demo, whatever checks it mends', () => {
  const demo = storedReports().find(({ name }) => name === 'demo')?.report;
  expect(demo?.entries.find(({ remedy }) => remedy === 'update-nodegroup:legacy')).toMatchObject({
    number: 1,
    level: 'fail',
    blocks: 'control-plane',
    at: null,
    checks: ['nodes/amazon-linux-2', 'nodes/kubelet-skew', 'nodes/version-behind'],
  });
});

it('of several fixes, the one shown reaches furthest along the path', () => {
  const update = aFinding({ remedy: 'update-nodegroup:a', fix: 'Update it.', commands: ['update'] });
  const replace = aFinding({
    check: 'nodes/amazon-linux-2',
    remedy: 'update-nodegroup:a',
    at: later,
    fix: 'Replace it.',
    commands: ['replace'],
  });
  const behind = aFinding({ check: 'nodes/version-behind', level: 'warn', fix: 'Update it twice.', commands: ['x'] });
  expect(buildFix([update, replace, behind], { all: false })).toBe('Replace it.');
  expect(
    buildFix([
      { ...update, commands: [] },
      { ...replace, at: null },
    ]),
  ).toBe('Replace it.');
});

it('all fixes of one check follow one another; commands of the same text are joined', () => {
  const rename = (name: string) =>
    aFinding({ fix: `Rename it:\n\`\`\`sh\nrename ${name}\n\`\`\``, commands: [`rename ${name}`] });
  const another = aFinding({ fix: 'Set it in the chart.' });
  expect(buildFix([rename('a'), another, rename('b')])).toBe(
    'Rename it:\n```sh\nrename a\nrename b\n```\n\nSet it in the chart.',
  );
});

it('commands of one text are joined where only some of them have a placeholder', () => {
  const lines = (line: Command) => explainPlaceholders(advice`Update it:\n${commands(line)}`);
  const [chart, image] = [lines(sh`helm upgrade a a/a --version CHART_VERSION`), lines(sh`kubectl get pods`)];
  expect(jointFix([{ fix: chart.text }, { fix: image.text }])).toBe(
    [
      'Update it:',
      '```sh',
      '# CHART_VERSION: the version of the chart that you choose',
      'helm upgrade a a/a --version CHART_VERSION',
      'kubectl get pods',
      '```',
    ].join('\n'),
  );
});

describe('all fixes of an entry', () => {
  const create = advice`Create the role once:\n${commands(sh`aws iam create-service-linked-role`)}`;

  it('say a paragraph once, wherever it stands', () => {
    const pool = advice`${create}\n\nIf you do not want Spot, change the pool.`;
    const expected = `${create.text}\n\nIf you do not want Spot, change the pool.`;
    for (const order of [
      [pool, create],
      [create, pool],
    ] as const) {
      const [first, second] = order.map(({ text }) => aFinding({ fix: text }));
      if (first === undefined || second === undefined) throw new Error('two findings');
      expect(everyFix([first, second])).toBe(expected);
    }
  });

  it('keep a block of commands whole, whatever empty lines it has', () => {
    const block = '```sh\na\n\nb\n```';
    expect(withoutRepeats([`Do:\n${block}`, 'a', `Or:\n${block}`])).toBe(`Do:\n${block}\n\na\n\nOr:\n${block}`);
  });
});
