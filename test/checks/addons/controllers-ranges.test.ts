import { expect } from 'vitest';
import check from '../../../checks/addons/controllers/check.ts';
import { aController, checkCases, type Case, type ExpectedFinding } from '../cases.ts';
import { anRbacRow, mayRead, seenRights } from './release-rights.ts';
import { relayRanges, relayReleases, relayTable } from './fixed-controllers.ts';

type Copy = ReturnType<typeof aController>;

const relay = (more: Partial<Copy> = {}): Copy => aController({ controller: 'relay', version: '1.2.0', ...more });
const ranges = (versions: Readonly<Record<string, string>>): NonNullable<Case['tables']> =>
  relayTable({ ranges: versions });
const beginning = `Update each controller to the release shown below, or to a later one that lists the same Kubernetes
  versions, before you update the control plane to a version that the running release does not list. Read the release
  notes first: many projects support updates by only one minor version at a time.\n`;
const notes = `# release notes: ${relayReleases}`;
const block = (goal: string, namespace: string, ...owner: string[]): string =>
  [`${beginning}\`\`\`sh`, goal, notes, `kubectl -n ${namespace} get deployment/relay -o wide`, ...owner, '```'].join(
    '\n',
  );
const unknownOwner = '# change it where a chart, a manifest or a module defines it';

/** Relay 1.2.0 and its way along a path, as its fix shows it. */
const route = (it: string, path: string, versions: Readonly<Record<string, string>>, goal: string): Case => {
  const [current, target] = path.split(' -> ');
  return {
    it,
    ...(current === undefined || target === undefined ? {} : { current, target }),
    tables: ranges(versions),
    facts: { controllers: [relay()] },
    findingsLike: [{ rule: 'range', fix: block(`# Relay 1.2.0: ${goal}`, 'relay', unknownOwner) }],
  };
};

const outside = (more: Partial<ExpectedFinding> & { message: string }, required: string): ExpectedFinding => ({
  level: 'warn',
  rule: 'range',
  resource: { kind: 'Deployment', namespace: 'relay', name: 'relay' },
  evidence: [{ observed: more.message.split('; go to ')[0] ?? '', required, fact: 'controllers' }],
  fix: expect.any(String) as string,
  links: [relayRanges, relayReleases],
  ...more,
});

const silent = (
  it: string,
  path: string,
  versions: Readonly<Record<string, string>>,
  more: Partial<Copy> = {},
): Case => {
  const [current, target] = path.split(' -> ');
  return {
    it,
    ...(current === undefined || target === undefined ? {} : { current, target }),
    tables: ranges(versions),
    facts: { controllers: [relay(more)] },
    findings: [],
  };
};

/** Relay 1.2.0, which no row has, on 1.33 -> 1.34. */
const older = (it: string, { versions, message }: { versions: Record<string, string>; message: string }): Case => ({
  it,
  target: '1.34',
  tables: ranges(versions),
  facts: { controllers: [relay()] },
  findings: [outside({ at: 34, message }, message.split('; go to ')[1] ?? '')],
});
const notInTable = (
  it: string,
  versions: Readonly<Record<string, string>>,
  row: Readonly<Record<string, unknown>> = {},
): Case => ({
  it,
  target: '1.34',
  tables: relayTable({ ranges: versions, row }),
  facts: { controllers: [relay()] },
  skip: '1 controller seen, none judged: see controllers-unjudged',
});

/** The way of Relay 1.2.0, of which the two newest minor releases are supported. */
const supported = (
  it: string,
  path: string,
  { versions, goal }: { versions: Readonly<Record<string, string>>; goal: string },
): Case => ({ ...route(it, path, versions, goal), tables: relayTable({ ranges: versions, newest: 2 }) });

const helm = { release: 'relay', releaseNamespace: 'edge', managedBy: 'Helm' };
const owned = (
  who: string,
  copy: Partial<Copy>,
  lines: string[],
  row: Readonly<Record<string, unknown>> = {},
): Case => ({
  it: `names who owns it: ${who}`,
  tables: relayTable({ ranges: { '1.2': '1.30-1.33', '1.3': '1.31-1.34' }, row }),
  facts: { controllers: [relay(copy)] },
  findingsLike: [{ fix: block('# Relay 1.2.0: 1.3 while the control plane is at 1.33', 'relay', ...lines) }],
});

/** A rollback from 1.34 of Relay 1.3.0, which supports 1.34 and later, and the release that it goes to. */
const rolledBack = (it: string, versions: Readonly<Record<string, string>>, goal: string, goTo?: string): Case => ({
  it,
  current: '1.34',
  target: '1.33',
  tables: ranges({ '1.3': '1.34-1.36', ...versions }),
  facts: { controllers: [relay({ version: '1.3.0', image: 'registry.example/relay:v1.3.0' })] },
  findings: [
    outside(
      { at: 33, message: `Relay 1.3.0 supports Kubernetes 1.34 to 1.36${goTo === undefined ? '' : `; go to ${goTo}`}` },
      goTo ?? 'a release that lists 1.33',
    ),
  ].map((finding) => ({
    ...finding,
    fix: [
      'Before you roll back the control plane, set each controller to the release shown below. Read the release notes first: not every project supports a downgrade.\n```sh',
      `# Relay 1.3.0: ${goal}`,
      notes,
      'kubectl -n relay get deployment/relay -o wide',
      unknownOwner,
      '```',
    ].join('\n'),
  })),
});

const dns = aController({
  controller: 'external-dns',
  namespace: 'kube-system',
  name: 'external-dns',
  version: '0.17.0',
});
const withRights = (it: string, allowed: boolean, lines: RegExp, copy: Partial<Copy> = {}): Case => ({
  it,
  target: '1.34',
  tables: { 'release-permissions': [anRbacRow('external-dns', '0.18.0')] },
  facts: {
    controllers: [{ ...dns, ...copy }],
    componentRights: [seenRights('external-dns', { requests: mayRead(allowed) })],
  },
  findingsLike: [{ rule: 'range', fix: expect.stringMatching(lines) as string }],
});
const byHelm = { owner: { release: 'external-dns', releaseNamespace: 'kube-system', managedBy: 'Helm' } };

checkCases(check, [
  withRights(
    'shows a permission that the release needs and the copy lacks, before its update',
    false,
    /# first, check that it has the permissions that the release needs\nkubectl auth can-i list volumeattachments\.storage\.k8s\.io [^]*external-dns-sa\n# change it where/,
  ),
  withRights('shows no permission that the copy has', true, /-o wide\n# change it where/),
  withRights('shows no rule that the chart of a copy brings', false, /-o wide\nhelm repo add/, byHelm),
  rolledBack(
    'goes to the newest release that lists both versions of a rollback',
    { '1.0': '1.32-1.34', '1.1': '1.32-1.34', '1.2': '1.30-1.33' },
    '1.1 is the newest release that lists 1.33 and 1.34',
    '1.1 (1.32 to 1.34)',
  ),
  rolledBack(
    'goes to the newest release that lists the earlier version where none lists both versions of a rollback',
    { '1.1': '1.30-1.33', '1.2': '1.31-1.33' },
    '1.2 is the newest release that lists 1.33',
    '1.2 (1.31 to 1.33)',
  ),
  rolledBack('names no release where none lists the earlier version', {}, 'no release in the table lists 1.33'),
  silent('is silent about a release that lists both versions of a rollback', '1.34 -> 1.33', { '1.2': '1.30-1.34' }),
  silent('is silent about a release that is too old before and after a rollback', '1.34 -> 1.33', {
    '1.2': '1.29-1.32',
    '1.3': '1.31-1.34',
  }),
  {
    it: 'warns of a release that is too new before and after a rollback',
    current: '1.34',
    target: '1.33',
    tables: ranges({ '1.1': '1.31-1.34', '1.2': '1.35-1.36' }),
    facts: { controllers: [relay()] },
    findingsLike: [
      { level: 'warn', message: 'Relay 1.2.0 supports Kubernetes 1.35 to 1.36; go to 1.1 (1.31 to 1.34)' },
    ],
  },
  silent('is silent about a release that a rollback brings back into its range', '1.34 -> 1.33', {
    '1.2': '1.30-1.33',
    '1.3': '1.31-1.34',
  }),
  older('warns of a release that is older than all, of which the oldest does not list the target', {
    versions: { '1.3': '1.30-1.33', '1.4': '1.31-1.34' },
    message: 'Relay 1.2.0 is older than 1.3, which supports Kubernetes 1.30 to 1.33; go to 1.4 (1.31 to 1.34)',
  }),
  older('warns of a release between two that do not list the target', {
    versions: { '1.1': '1.29-1.32', '1.3': '1.30-1.33', '1.4': '1.31-1.34' },
    message: 'Relay 1.2.0 is older than 1.3, which supports Kubernetes 1.30 to 1.33; go to 1.4 (1.31 to 1.34)',
  }),
  notInTable('does not judge a release between two of which the older one lists the target', {
    '1.1': '1.29-1.34',
    '1.3': '1.30-1.33',
    '1.4': '1.31-1.34',
  }),
  notInTable('does not judge a release that is older than all, if the oldest lists the target', {
    '1.3': '1.30-1.34',
  }),
  notInTable('does not judge a release before one that needs a later version', {
    '1.3': '1.35-1.36',
  }),
  notInTable(
    'does not judge a release that is older than all, if its project does not exclude other versions',
    { '1.3': '1.30-1.33', '1.4': '1.31-1.34' },
    { outsideRange: 'tested' },
  ),
  {
    it: 'says of a break that the release is older than all',
    tables: relayTable({
      ranges: { '1.3': '1.30-1.33', '1.4': '1.31-1.34' },
      breaks: [{ below: '1.4.0', kubernetesFrom: '1.34' }],
    }),
    facts: { controllers: [relay()] },
    findingsLike: [
      {
        rule: 'break',
        evidence: [
          {
            observed: '1.2.0 (image tag): registry.example/relay:v1.2.0',
            required: '1.4.0 or later',
            fact: 'controllers',
          },
          { observed: '1.2.0 is older than 1.3, which supports Kubernetes 1.30 to 1.33', source: 'table' },
        ],
      },
    ],
  },
  supported('goes to a release that its project supports', '1.33 -> 1.34', {
    versions: { '1.2': '1.30-1.33', '1.3': '1.30-1.36', '1.4': '1.31-1.34', '1.5': '1.32-1.36' },
    goal: '1.4 while the control plane is at 1.33',
  }),
  supported('goes to it later, if the present release lasts until then', '1.31 -> 1.34', {
    versions: { '1.2': '1.30-1.32', '1.3': '1.31-1.34', '1.4': '1.32-1.36', '1.5': '1.32-1.36' },
    goal: '1.4 while the control plane is at 1.32',
  }),
  supported(
    'goes through one that is end of life, and says so, if no supported one lists the version',
    '1.31 -> 1.34',
    {
      versions: { '1.2': '1.28-1.31', '1.3': '1.31-1.34', '1.4': '1.33-1.36', '1.5': '1.34-1.36' },
      goal: '1.3, which is end of life, while the control plane is at 1.31, then 1.4 while the control plane is at 1.33',
    },
  ),
  supported('stays with one that is end of life, if no supported one leads further', '1.33 -> 1.34', {
    versions: { '1.2': '1.28-1.33', '1.3': '1.31-1.34', '1.4': '1.34-1.36', '1.5': '1.34-1.36' },
    goal: '1.3, which is end of life, while the control plane is at 1.33',
  }),
  {
    it: 'warns at the first version that is not listed, and names the next release',
    target: '1.35',
    tables: ranges({ '1.2': '1.30-1.34', '1.3': '1.31-1.35' }),
    facts: { controllers: [relay()] },
    findings: [
      outside(
        { at: 35, message: 'Relay 1.2.0 supports Kubernetes 1.30 to 1.34; go to 1.3 (1.31 to 1.35)' },
        '1.3 (1.31 to 1.35)',
      ),
    ],
  },
  {
    it: 'says which versions it is tested with, where its project does not say more',
    tables: relayTable({ ranges: { '1.2': '1.33-1.33', '1.3': '1.33-1.34' }, meaning: 'tested' }),
    facts: { controllers: [relay()] },
    findingsLike: [{ message: 'Relay 1.2.0 is tested with Kubernetes 1.33; go to 1.3 (1.33 to 1.34)' }],
  },
  {
    it: 'names every release on the way, and the versions that none lists together',
    current: '1.33',
    target: '1.37',
    tables: ranges({ '1.2': '1.30-1.33', '1.3': '1.31-1.35', '1.4+': '1.35-1.36' }),
    facts: { controllers: [relay()] },
    findings: [
      outside(
        {
          at: 34,
          message:
            'Relay 1.2.0 supports Kubernetes 1.30 to 1.33; go to 1.3 (1.31 to 1.35), then 1.4 or later (1.35 to 1.36), then a release that lists 1.36 and 1.37',
        },
        '1.3 (1.31 to 1.35), then 1.4 or later (1.35 to 1.36), then a release that lists 1.36 and 1.37',
      ),
    ],
  },
  {
    it: 'applies today where today’s version is newer than the range',
    tables: ranges({ '1.2': '1.30-1.32', '1.3': '1.31-1.34' }),
    facts: { controllers: [relay()] },
    findings: [
      outside(
        { message: 'Relay 1.2.0 supports Kubernetes 1.30 to 1.32; go to 1.3 (1.31 to 1.34)' },
        '1.3 (1.31 to 1.34)',
      ),
    ],
  },
  {
    it: 'applies today where the range begins after the target, and names the release before it',
    current: '1.32',
    target: '1.33',
    tables: ranges({ '1.2': '1.34+', '1.1': '1.32+', '1.0': '1.30+' }),
    facts: { controllers: [relay()] },
    findings: [
      outside(
        {
          message: 'Relay 1.2.0 supports Kubernetes 1.34 and later',
          fix: block('# Relay 1.2.0: 1.1 is the newest release that lists 1.33', 'relay', unknownOwner),
        },
        'a release that lists 1.33',
      ),
    ],
  },
  route(
    'has no release to name where none lists the target',
    '1.31 -> 1.32',
    { '1.2': '1.34+', '1.1': '1.33+' },
    'no release in the table lists 1.32',
  ),
  {
    it: 'judges today’s version where no update is planned',
    target: '1.33',
    tables: ranges({ '1.2': '1.30-1.32', '1.3': '1.31-1.34' }),
    facts: { controllers: [relay()] },
    findings: [
      outside(
        {
          message: 'Relay 1.2.0 supports Kubernetes 1.30 to 1.32; go to 1.3 (1.31 to 1.34)',
          fix: block('# Relay 1.2.0: 1.3 while the control plane is at 1.33', 'relay', unknownOwner),
        },
        '1.3 (1.31 to 1.34)',
      ),
    ],
  },
  silent('is silent inside the range where no update is planned', '1.33 -> 1.33', { '1.2': '1.30-1.33' }),
  silent('has no end: only the minimum counts', '1.36 -> 1.37', { '1.2': '1.30+', '1.1': '1.28-1.30' }),
  silent('has no minimum', '1.30 -> 1.31', { '1.2': '-1.31' }),
  silent('is silent where the update reaches the minimum', '1.32 -> 1.33', { '1.2': '1.33-1.36' }),
  silent('is silent where a later hop reaches the minimum', '1.31 -> 1.34', { '1.2': '1.34-1.36' }),
  {
    it: 'reports the end of a range, where the path passes its minimum, too',
    current: '1.32',
    target: '1.34',
    tables: ranges({ '1.2': '1.33-1.33', '1.3': '1.33-1.34' }),
    facts: { controllers: [relay()] },
    findingsLike: [{ at: 34, message: 'Relay 1.2.0 supports Kubernetes 1.33; go to 1.3 (1.33 to 1.34)' }],
  },
  route(
    'goes to the oldest of the releases that reach the target',
    '1.33 -> 1.34',
    { '1.5': '1.33-1.36', '1.4': '1.32-1.35', '1.3': '1.31-1.34', '1.2': '1.30-1.33' },
    '1.3 while the control plane is at 1.33',
  ),
  route(
    'goes to one release where it lists the whole path',
    '1.33 -> 1.36',
    { '1.5': '1.33-1.36', '1.4': '1.32-1.35', '1.3': '1.31-1.34', '1.2': '1.30-1.33' },
    '1.5 while the control plane is at 1.33',
  ),
  route(
    'goes by two stops where none lists both ends',
    '1.32 -> 1.36',
    { '1.6': '1.35-1.37', '1.5': '1.34-1.36', '1.4': '1.32-1.35', '1.3': '1.31-1.34', '1.2': '1.30-1.33' },
    '1.4 while the control plane is at 1.32, then 1.5 while the control plane is at 1.35',
  ),
  route(
    'keeps the release that runs as long as no newer one lists the version',
    '1.31 -> 1.35',
    { '1.4': '1.34-1.36', '1.3': '1.33-1.35', '1.2': '1.30-1.33' },
    '1.3 while the control plane is at 1.33',
  ),
  route(
    'keeps the release that runs where newer ones reach no further',
    '1.32 -> 1.35',
    { '1.4': '1.33-1.35', '1.3': '1.31-1.33', '1.2': '1.30-1.33' },
    '1.4 while the control plane is at 1.33',
  ),
  route(
    'says where no release lists two versions in a row',
    '1.33 -> 1.34',
    { '1.3': '1.34-1.36', '1.2': '1.30-1.33' },
    'no release in the table lists 1.33 and 1.34',
  ),
  route(
    'says where the table ends before the target',
    '1.33 -> 1.36',
    { '1.3': '1.31-1.35', '1.2': '1.30-1.33' },
    '1.3 while the control plane is at 1.33, then no release in the table lists 1.35 and 1.36',
  ),
  route(
    'goes to a release for today where none lists today and the next version',
    '1.34 -> 1.35',
    { '1.4': '1.35-1.36', '1.3': '1.31-1.34', '1.2': '1.30-1.33' },
    '1.3 while the control plane is at 1.34, then no release in the table lists 1.34 and 1.35',
  ),
  route(
    'says that no newer release is known',
    '1.34 -> 1.35',
    { '1.2': '1.30-1.33', '1.1': '1.30-1.36' },
    'no release in the table lists 1.34 and 1.35',
  ),
  {
    it: 'leaves out releases with a known break on the path, but not where its condition is not met',
    tables: relayTable({
      ranges: { '1.5': '1.32-1.35', '1.4': '1.32-1.35', '1.3': '1.32-1.35', '1.2': '1.30-1.33' },
      breaks: [
        { from: '1.3.0', below: '1.4.0', kubernetesFrom: '1.34', certainty: 'low' },
        { from: '1.4.0', below: '1.5.0', kubernetesFrom: '1.34', condition: { flag: '--old' } },
      ],
    }),
    facts: { controllers: [relay(), relay({ namespace: 'edge', settings: ['--old'] })] },
    findingsLike: [
      {
        fix: block('# Relay 1.2.0: 1.4 while the control plane is at 1.33', 'relay', unknownOwner),
      },
      { fix: block('# Relay 1.2.0: 1.5 while the control plane is at 1.33', 'edge', unknownOwner) },
    ],
  },
  {
    it: 'shows a deprecation as evidence of the range only',
    tables: relayTable({
      ranges: { '1.3': '1.31-1.34', '1.2': '1.30-1.33' },
      breaks: [
        { below: '1.3.0', kubernetesFrom: '1.34', effect: 'deprecated-only', what: 'reads Endpoints' },
        { below: '1.3.0', kubernetesFrom: '1.35', effect: 'deprecated-only', what: 'reads Events' },
      ],
    }),
    facts: { controllers: [relay()] },
    findingsLike: [
      {
        level: 'warn',
        rule: 'range',
        evidence: [
          {
            observed: 'Relay 1.2.0 supports Kubernetes 1.30 to 1.33',
            required: '1.3 (1.31 to 1.34)',
            fact: 'controllers',
          },
          { observed: '1.2.0 reads Endpoints', source: 'table' },
        ],
      },
    ],
  },
  owned('its own chart', { owner: helm }, [
    'helm repo add relay https://charts.relay.example && helm repo update relay',
    '# choose the chart version (first column) by the version of the application (second column)',
    'helm search repo relay/relay --versions',
    'helm get values relay --namespace edge -o yaml > relay-values.yaml',
    'helm upgrade relay relay/relay \\',
    '  --version CHART_VERSION --namespace edge -f relay-values.yaml',
  ]),
  owned('the release of another chart, and replaces nothing in it', { owner: { ...helm, release: 'platform' } }, [
    '# a chart of this release contains it',
    "helm list --namespace edge --filter '^platform$'",
  ]),
  owned(
    'Argo CD by its Application',
    {
      owner: {
        release: null,
        releaseNamespace: null,
        managedBy: 'Argo CD',
        applier: { kind: 'Application', namespace: 'argocd', name: 'edge' },
      },
    },
    ['# Argo CD manages it: set the version in its repository', 'kubectl -n argocd get application/edge'],
  ),
  owned(
    'Argo CD by an Application whose namespace its marks do not name',
    {
      owner: {
        release: null,
        releaseNamespace: null,
        managedBy: 'Argo CD',
        applier: { kind: 'Application', namespace: null, name: 'edge' },
      },
    },
    [
      '# Argo CD manages it: set the version in its repository',
      'kubectl get application --all-namespaces --field-selector metadata.name=edge',
    ],
  ),
  owned('Flux', { owner: { release: 'relay', releaseNamespace: 'edge', managedBy: 'Flux' } }, [
    '# Flux manages it: set the version in its repository',
  ]),
  owned('its operator', { owner: helm }, ['# the Relay operator installs it: update the operator'], {
    operator: { name: 'the Relay operator', namespace: 'relay' },
  }),
  {
    it: 'names the revision, and that it is scaled to 0',
    tables: ranges({ '1.3': '1.31-1.34', '1.2': '1.30-1.33' }),
    facts: { controllers: [relay({ revision: 'canary', replicas: 0 })] },
    findingsLike: [
      {
        message:
          'Relay 1.2.0 (scaled to 0), revision canary, supports Kubernetes 1.30 to 1.33; go to 1.3 (1.31 to 1.34)',
      },
    ],
  },
  {
    it: 'gives all copies one action, and each its own commands',
    tables: ranges({ '1.3': '1.31-1.34', '1.2': '1.30-1.33', '1.1': '1.29-1.32' }),
    facts: { controllers: [relay(), relay({ namespace: 'edge', version: '1.1.4' }), relay({ version: '1.3.0' })] },
    findingsLike: [
      {
        remedy: 'update-controllers',
        fix: block('# Relay 1.2.0: 1.3 while the control plane is at 1.33', 'relay', unknownOwner),
      },
      {
        remedy: 'update-controllers',
        fix: block('# Relay 1.1.4: 1.3 while the control plane is at 1.33', 'edge', unknownOwner),
      },
    ],
  },
]);
