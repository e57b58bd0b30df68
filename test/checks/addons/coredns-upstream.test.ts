import { expect } from 'vitest';
import check from '../../../checks/addons/coredns-upstream.ts';
import { parseCorefile } from '../../../src/syntax/corefile/parse.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aComponent, checkCases } from '../cases.ts';
import { ownerRows } from '../owners.ts';

type Copy = Facts['coredns'][number];

const source = 'https://example.com/corefile';
const tables: Partial<Tables> = {
  corefile: [
    { rowKind: 'removed-option', plugin: 'kubernetes', option: 'endpoint', removedIn: '1.0.0', source },
    { rowKind: 'removed-option', plugin: 'kubernetes', option: 'upstream', removedIn: '1.7.0', source },
    { rowKind: 'shipped', from: 18, coredns: '1.7.0', source },
  ],
};
const resource = { kind: 'ConfigMap', namespace: 'kube-system', name: 'coredns' };

/** A Corefile as the collector returns it. */
function toCorefile(text: string, configMap = 'coredns'): Copy['corefile'] {
  const parsed = parseCorefile(text);
  if (!parsed.ok) return { state: 'unreadable', configMap, line: parsed.line, message: parsed.message };
  const unresolvedImports = parsed.unresolvedImports.map(({ args, line }) => ({ pattern: args.join(' '), line }));
  return { state: 'parsed', configMap, blocks: structuredClone(parsed.blocks) as never, unresolvedImports };
}

function aCopy(version: string | null, corefile: string | Copy['corefile'], more: Partial<Copy> = {}): Copy {
  return {
    ...aComponent({ name: 'coredns', image: 'mirror.example/coredns:blue', version }),
    versionSource: version === null ? null : 'image tag',
    readinessPath: null,
    corefile: typeof corefile === 'string' ? toCorefile(corefile) : corefile,
    ...more,
  };
}

const old = `.:53 {
    errors
    health
    kubernetes cluster.local in-addr.arpa ip6.arpa {
      pods insecure
      upstream
      fallthrough in-addr.arpa ip6.arpa
    }
    prometheus :9153
    forward . /etc/resolv.conf
}
`;
const clean = old.replace('      upstream\n', '');
const inKubernetes = (option: string) => `.:53 {\n  kubernetes cluster.local {\n    ${option}\n  }\n}\n`;

/** The Corefile with the options of this name marked as lines of an imported file, as the collector marks them. */
function imported(corefile: Copy['corefile'], name: string): Copy['corefile'] {
  const parsed = structuredClone(corefile);
  if (parsed.state !== 'parsed') return parsed;
  for (const option of parsed.blocks.flatMap(({ directives }) => directives).flatMap(({ block }) => block)) {
    if (option.name === name) option.file = { configMap: 'coredns-custom', key: 'a.server' };
  }
  return parsed;
}

checkCases(check, [
  {
    it: 'names the imported file and its ConfigMap where the line is there',
    facts: { coredns: [aCopy('1.11.4', imported(toCorefile(old), 'upstream'))] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        resource: { ...resource, name: 'coredns-custom' },
        message: 'a.server line 6 has `upstream`: CoreDNS 1.11.4 does not start with it',
        evidence: [{ observed: 'a.server line 6: upstream', required: 'no such line' }],
        fix: expect.stringMatching(
          /^Delete line 6 of the imported file a\.server[\s\S]*```sh\nkubectl -n kube-system get configmap coredns-custom -o yaml > coredns-custom-old\.yaml\nkubectl -n kube-system edit configmap coredns-custom/,
        ) as string,
      },
    ],
  },
  {
    it: 'is silent about a Corefile without the line',
    facts: { coredns: [aCopy('1.11.4', clean)] },
    tables,
    findings: [],
  },
  ...[
    { what: 'a comment', text: inKubernetes('# upstream') },
    { what: 'a comment behind an option', text: inKubernetes('pods insecure # upstream') },
    { what: 'an argument', text: inKubernetes('namespaces upstream') },
    {
      what: 'forward to a server of that name',
      text: '.:53 {\n  forward . upstream.example\n  forward . upstream\n}\n',
    },
    { what: 'the option of another plugin', text: '.:53 {\n  file db.example {\n    upstream\n  }\n}\n' },
    { what: 'a plugin of that name', text: '.:53 {\n  upstream\n}\n' },
    { what: 'a snippet that nobody imports', text: `(unused) {\n  kubernetes a {\n    upstream\n  }\n}\n${clean}` },
  ].map(({ what, text }) => ({
    it: `is silent about ${what}`,
    facts: { coredns: [aCopy('1.11.4', text)] },
    tables,
    findings: [],
  })),
  {
    it: 'is silent about an unreadable version without the line',
    facts: { coredns: [aCopy(null, clean)] },
    tables,
    findings: [],
  },
  {
    it: 'warns where an old CoreDNS runs and no update is planned',
    current: '1.17',
    target: '1.17',
    facts: { coredns: [aCopy('1.6.6', old)] },
    tables,
    findings: [
      {
        level: 'warn',
        resource,
        message: 'Corefile line 6 has `upstream`: CoreDNS 1.7.0 and newer do not start with it, 1.6.6 runs',
        evidence: [{ observed: 'Corefile line 6: upstream', required: 'no such line' }],
        fix: expect.stringMatching(
          /Delete line 6[\s\S]*Change nothing else[\s\S]*sed -n 6p\nkubectl -n kube-system get configmap coredns -o yaml > coredns-old\.yaml\nkubectl -n kube-system edit configmap coredns -o yaml/,
        ) as string,
      },
    ],
  },
  {
    it: 'only warns while the path stays below the version that ships the new CoreDNS',
    current: '1.16',
    facts: { coredns: [aCopy('1.6.6', old)] },
    tables,
    findingsLike: [{ level: 'warn' }],
  },
  {
    it: 'fails at the step that ships the new CoreDNS, and warns until then',
    current: '1.16',
    target: '1.19',
    facts: { coredns: [aCopy('1.6.6', old)] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 18,
        since: 16,
        resource,
        message:
          'Corefile line 6 has `upstream`: the CoreDNS that EKS ships with 1.18 does not start with it, 1.6.6 runs',
      },
    ],
  },
  {
    it: 'fails at the next step where an old CoreDNS was left behind',
    current: '1.33',
    facts: { coredns: [aCopy('1.6.6', old)] },
    tables,
    findingsLike: [{ level: 'fail', at: 34, since: 33 }],
  },
  {
    it: 'fails today where the running CoreDNS refuses it',
    facts: { coredns: [aCopy('1.7.0', old)] },
    tables,
    findings: [
      {
        level: 'fail',
        resource,
        message: 'Corefile line 6 has `upstream`: CoreDNS 1.7.0 does not start with it',
        evidence: [{ observed: 'Corefile line 6: upstream', required: 'no such line' }],
        fix: expect.stringContaining('Delete line 6') as string,
      },
    ],
  },
  ...['upstream 1.1.1.1', 'upstream /etc/resolv.conf 8.8.8.8', '"upstream"'].map((option) => ({
    it: `sees ${option}`,
    facts: { coredns: [aCopy('1.11.4', inKubernetes(option))] },
    tables,
    findingsLike: [{ level: 'fail' as const, message: expect.stringContaining('Corefile line 3 has') as string }],
  })),
  {
    it: 'sees every kubernetes block of every server block, in one finding',
    facts: {
      coredns: [aCopy('1.11.4', `${old}example.org:53 {\n  kubernetes example.org {\n    upstream 1.1.1.1\n  }\n}\n`)],
    },
    tables,
    findingsLike: [
      {
        message: 'Corefile lines 6 and 14 have `upstream`: CoreDNS 1.11.4 does not start with it',
        evidence: [{ observed: 'Corefile line 6: upstream' }, { observed: 'Corefile line 14: upstream' }],
        fix: expect.stringContaining("sed -n '6p;14p'") as string,
      },
    ],
  },
  {
    it: 'follows snippets, and reports a written line once',
    facts: {
      coredns: [
        aCopy(
          '1.11.4',
          '(options) {\n  pods insecure\n  upstream\n}\n.:53 {\n  kubernetes a {\n    import options\n  }\n}\nb:53 {\n  kubernetes b {\n    import options\n  }\n}\n',
        ),
      ],
    },
    tables,
    findingsLike: [
      {
        message: 'Corefile line 3 has `upstream`: CoreDNS 1.11.4 does not start with it',
        evidence: [
          { observed: expect.stringMatching(/^Corefile line 3 \(imported at line \d+\): upstream$/) as string },
        ],
      },
    ],
  },
  {
    it: 'does not know where the line is there and the version is not readable',
    facts: { coredns: [aCopy(null, old)] },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'version-not-readable',
        message:
          'Corefile line 6 has `upstream`; unknown whether CoreDNS rejects it: cannot read its version from image mirror.example/coredns:blue',
      },
    ],
  },
  {
    it: 'does not know about a Corefile that cannot be parsed',
    facts: { coredns: [aCopy('1.11.4', '.:53 {\n  kubernetes a {\n')] },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'corefile-not-readable',
        resource,
        message: expect.stringMatching(/^cannot read Corefile line \d+: /) as string,
      },
    ],
  },
  {
    it: 'does not know about a ConfigMap that is not there',
    facts: { coredns: [aCopy('1.11.4', { state: 'missing', configMap: 'dns' })] },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'corefile-missing',
        message: 'does not exist, or has no key Corefile: the configuration of CoreDNS is unknown',
      },
    ],
  },
  ...[
    { where: 'a kubernetes block', text: inKubernetes('import /etc/k8s.conf'), line: 3 },
    { where: 'a server block', text: '.:53 {\n  import /etc/k8s.conf\n}\n', line: 2 },
    { where: 'the file itself', text: `import /etc/k8s.conf\n${clean}`, line: 1 },
  ].map(({ where, text, line }) => ({
    it: `does not know what an import in ${where} brings`,
    facts: { coredns: [aCopy('1.11.4', text)] },
    tables,
    findingsLike: [
      {
        level: 'unknown' as const,
        rule: 'unresolved-import',
        message: `Corefile line ${line} imports /etc/k8s.conf: what it contains is unknown`,
      },
    ],
  })),
  {
    it: 'is silent about an import inside another plugin',
    facts: { coredns: [aCopy('1.11.4', '.:53 {\n  hosts {\n    import /etc/hosts.conf\n  }\n}\n')] },
    tables,
    findings: [],
  },
  {
    it: 'reports what it sees beside what it does not',
    facts: { coredns: [aCopy('1.11.4', `import a.conf\nimport b.conf\n${old}`)] },
    tables,
    findingsLike: [
      { level: 'unknown', message: 'Corefile lines 1 and 2 import a.conf, b.conf: what they contain is unknown' },
      { level: 'fail', message: 'Corefile line 8 has `upstream`: CoreDNS 1.11.4 does not start with it' },
    ],
  },
  {
    it: 'judges each Corefile, and one that two workloads mount once, by the worst of them',
    facts: {
      coredns: [
        aCopy('1.6.6', old),
        aCopy('1.11.4', old, { kind: 'DaemonSet', name: 'coredns-node' }),
        aCopy('1.6.6', toCorefile(old, 'edge-dns'), { namespace: 'edge' }),
        aCopy('1.11.4', clean, { namespace: 'tenant' }),
      ],
    },
    tables,
    findingsLike: [
      { level: 'fail', resource },
      { level: 'warn', resource: { kind: 'ConfigMap', namespace: 'edge', name: 'edge-dns' } },
    ],
  },
  { it: 'skips a cluster without CoreDNS', facts: { coredns: [] }, skip: 'no CoreDNS runs in this cluster' },
  {
    it: 'skips Auto Mode without CoreDNS',
    facts: { coredns: [] },
    cluster: { autoMode: true },
    skip: 'EKS Auto Mode has its own DNS',
  },
  {
    it: 'judges an own CoreDNS beside Auto Mode',
    facts: { coredns: [aCopy('1.11.4', old)] },
    cluster: { autoMode: true },
    findingsLike: [{ level: 'fail' }],
  },
  ...ownerRows({
    addon: {
      name: 'coredns',
      says: /If the configuration values of the EKS add-on set the Corefile \(`corefile`\)[^]*edit configmap coredns/,
    },
    nobody: /set the changed Corefile there first\. Then:\n```sh\n[^]*kubectl -n kube-system edit configmap coredns/,
  }).map(({ who, more, fix }) => ({
    it: `tells the owner of the Corefile: ${who}`,
    current: '1.17',
    target: '1.17',
    facts: { coredns: [aCopy('1.6.6', old, { replicas: 3, ...more })] },
    tables,
    findingsLike: [{ fix }],
  })),
]);
