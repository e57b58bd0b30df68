import { expect } from 'vitest';
import check from '../../../checks/addons/coredns-corefile/check.ts';
import { parseCorefile } from '../../../src/syntax/corefile/parse.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aComponent, checkCases } from '../cases.ts';
import { ownerRows } from '../owners.ts';

type Copy = Facts['coredns'][number];

const source = 'https://example.com/corefile';
const tables: Partial<Tables> = {
  corefile: [
    { rowKind: 'removed-option', plugin: 'kubernetes', option: 'upstream', removedIn: '1.7.0', source },
    { rowKind: 'removed-plugin', plugin: 'proxy', removedIn: '1.5.0', instead: 'the plugin `forward`', source },
    { rowKind: 'removed-option', plugin: 'kubernetes', option: 'transfer', removedIn: '1.8.0', source },
    { rowKind: 'removed-option', plugin: 'secondary', option: 'transfer', argument: 'to', removedIn: '1.8.0', source },
    {
      rowKind: 'removed-option',
      plugin: 'header',
      option: 'set',
      removedIn: '1.12.4',
      instead: '`response set`',
      source,
    },
    { rowKind: 'ignored-option', plugin: 'file', option: 'upstream', ignoredFrom: '1.5.2', source },
    { rowKind: 'required-plugin', plugin: 'ready', from: '1.5.0', path: '/ready', askedFrom: '1.9.3', source },
    { rowKind: 'shipped', from: 23, coredns: '1.8.7', source },
    { rowKind: 'shipped', from: 24, coredns: '1.9.3', source },
    { rowKind: 'shipped', from: 33, coredns: '1.12.4', source },
    { rowKind: 'known-through', coredns: '1.14.7', source },
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
    readinessPath: '/ready',
    corefile: typeof corefile === 'string' ? toCorefile(corefile) : corefile,
    ...more,
  };
}

const official = { image: '602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/coredns:v1.12.4-eksbuild.1' };

const clean = `.:53 {
    errors
    health {
        lameduck 5s
    }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
      pods insecure
      fallthrough in-addr.arpa ip6.arpa
    }
    prometheus :9153
    forward . /etc/resolv.conf
    cache 30
    loop
    reload
    loadbalance
}
`;
const withPlugin = (text: string) => clean.replace('    cache 30', text);
const withoutReady = clean.replace('    ready\n', '');
const proxied = withPlugin('    proxy . /etc/resolv.conf');
const header = withPlugin('    header {\n      set ra\n    }');

checkCases(check, [
  {
    it: 'is silent about the Corefile of EKS',
    current: '1.24',
    facts: { coredns: [aCopy('1.9.3', clean)] },
    tables,
    findings: [],
  },
  {
    it: 'is silent about the same with the table as it is shipped',
    facts: { coredns: [aCopy('1.14.7', clean)] },
    findings: [],
  },
  ...[
    { what: 'a comment', text: withPlugin('    # proxy . 1.1.1.1') },
    { what: 'an argument of that name', text: withPlugin('    forward . proxy') },
    { what: 'an option of another plugin', text: withPlugin('    secondary a {\n      transfer from 10.0.0.1\n    }') },
    { what: 'the new form', text: withPlugin('    header {\n      response set ra\n    }') },
    { what: 'the option that has a check of its own', text: clean.replace('pods insecure', 'upstream') },
  ].map(({ what, text }) => ({
    it: `is silent about ${what}`,
    facts: { coredns: [aCopy('1.12.4', text)] },
    tables,
    findings: [],
  })),
  {
    it: 'fails where the running CoreDNS does not start with a plugin',
    facts: { coredns: [aCopy('1.12.4', proxied)] },
    tables,
    findings: [
      {
        level: 'fail',
        rule: 'proxy',
        short: 'uses the removed plugin proxy',
        resource,
        message: 'Corefile line 13 has the plugin proxy: CoreDNS 1.12.4 does not start with it',
        evidence: [{ observed: 'Corefile line 13: proxy', required: 'no such line' }],
        fix: expect.stringContaining(
          'Replace line 13 of the Corefile (counted from its first line) with the plugin `forward`',
        ) as string,
        links: [source],
      },
    ],
  },
  {
    it: 'warns of what the CoreDNS that EKS lists for a step refuses: the update does not bring it',
    current: '1.32',
    target: '1.34',
    facts: { coredns: [aCopy('1.11.4', header)] },
    tables,
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        rule: 'header.set',
        message:
          'Corefile line 14 has the option set of header: the CoreDNS 1.12.4 that EKS lists for 1.33 does not start with it, 1.11.4 runs',
      },
    ],
  },
  {
    it: 'warns today where EKS already lists such a CoreDNS',
    facts: { coredns: [aCopy('1.11.4', header)] },
    tables,
    findings: [
      {
        level: 'warn',
        at: 33,
        rule: 'header.set',
        short: 'uses the removed option set',
        resource,
        message:
          'Corefile line 14 has the option set of header: the CoreDNS 1.12.4 that EKS lists for 1.33 does not start with it, 1.11.4 runs',
        evidence: [{ observed: 'Corefile line 14: set', required: 'no such line' }],
        fix: expect.stringContaining('kubectl -n kube-system edit configmap coredns -o yaml') as string,
        links: [source],
      },
    ],
  },
  {
    it: 'warns without a version of EKS where the CoreDNS runs elsewhere, or the path does not get there',
    current: '1.24',
    facts: { coredns: [aCopy('1.9.3', header), aCopy('1.9.3', header, { namespace: 'edge' })] },
    tables,
    findingsLike: [
      {
        level: 'warn',
        message:
          'Corefile line 14 has the option set of header: CoreDNS from 1.12.4 on does not start with it, 1.9.3 runs',
      },
      { level: 'warn', resource: { ...resource, namespace: 'edge' } },
    ],
  },
  {
    it: 'does not know where no version is readable',
    facts: { coredns: [aCopy(null, proxied)] },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'version-not-readable:proxy',
        message:
          'Corefile line 13 has the plugin proxy; unknown whether CoreDNS rejects it: cannot read its version from image mirror.example/coredns:blue',
      },
    ],
  },
  {
    it: 'looks at the first argument where only that is refused',
    facts: { coredns: [aCopy('1.12.4', withPlugin('    secondary a {\n      transfer to *\n    }'))] },
    tables,
    findingsLike: [{ level: 'fail', rule: 'secondary.transfer' }],
  },
  {
    it: 'reports a snippet that is imported often once, and several lines together',
    facts: {
      coredns: [
        aCopy(
          '1.12.4',
          `(old) {\n  proxy . 1.1.1.1\n}\n${clean}\na:53 {\n  import old\n}\nb:53 {\n  import old\n  proxy . 2.2.2.2\n}\n`,
        ),
      ],
    },
    tables,
    findingsLike: [
      { level: 'fail', message: expect.stringContaining('lines 2 and 27 have the plugin proxy') as string },
    ],
  },
  {
    it: 'says the worst once where two copies mount one Corefile',
    facts: { coredns: [aCopy('1.4.0', proxied), aCopy('1.9.3', proxied, { name: 'coredns-canary' })] },
    tables,
    findingsLike: [{ level: 'fail', message: expect.stringContaining('CoreDNS 1.9.3 does not start') as string }],
  },
  {
    it: 'warns of an option that is ignored, not below the version that ignores it',
    facts: {
      coredns: [
        aCopy('1.12.4', withPlugin('    file db.x {\n      upstream\n    }')),
        aCopy('1.5.0', withPlugin('    file db.x {\n      upstream\n    }'), { namespace: 'edge' }),
      ],
    },
    tables,
    findings: [
      {
        level: 'warn',
        rule: 'file.upstream',
        short: 'CoreDNS ignores the option upstream',
        resource,
        message:
          'Corefile line 14 has the option upstream of file: CoreDNS 1.12.4 ignores it, a later version may reject it',
        evidence: [{ observed: 'Corefile line 14: upstream', required: 'no such line' }],
        fix: expect.stringContaining('Delete line 14 of the Corefile') as string,
        links: [source],
      },
    ],
  },
  {
    it: 'fails with a directive that is no plugin: upstream outside of kubernetes',
    facts: { coredns: [aCopy('1.12.4', withPlugin('    upstream\n    cache 30\n    upsteam 1.1.1.1'), official)] },
    findings: [
      {
        level: 'fail',
        rule: 'unknown-directive',
        resource,
        message:
          'Corefile lines 13 and 15 have the unknown directives upstream and upsteam: CoreDNS 1.12.4 does not start',
        evidence: [
          { observed: 'Corefile line 13: upstream', required: 'no such line' },
          { observed: 'Corefile line 15: upsteam', required: 'no such line' },
        ],
        fix: expect.stringMatching(
          /^Delete lines 13 and 15 of the Corefile \(counted from its first line\), or move options into the braces of their plugin\. [\s\S]*edit configmap coredns/,
        ) as string,
        links: [expect.stringMatching(/\/coredns\/blob\/v[\d.]+\/plugin\.cfg$/) as string],
      },
    ],
  },
  ...[
    { what: 'an unknown word', first: 'upstream' },
    { what: 'a plugin', first: 'errors' },
    { what: 'two lines', first: 'upstream\nlog', names: 'lines 1 and 2', who: 'directives upstream and log' },
  ].map(({ what, first, names = 'line 1', who = `directive ${first}` }) => ({
    it: `deletes what stands before the server block, never the line that opens it: ${what}`,
    facts: { coredns: [aCopy('1.12.4', `${first}\n${clean}`, official)] },
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'unknown-directive',
        message: `Corefile ${names} ${names === 'line 1' ? 'has' : 'have'} the unknown ${who}: CoreDNS 1.12.4 does not start`,
        fix: expect.stringContaining(`Delete ${names} of the Corefile (counted from its first line), or`) as string,
      },
    ],
  })),
  {
    it: 'deletes a line that opens a block only with the block',
    facts: { coredns: [aCopy('1.12.4', withPlugin('    dnsmask {\n      ttl 5\n    }'), official)] },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^Delete line 13 of the Corefile \(counted from its first line; line 13 opens a block: up to and with the closing brace\)[^]*get configmap coredns -o yaml > coredns-old\.yaml\n/,
        ) as string,
      },
    ],
  },
  {
    it: 'only warns of it in an image that may have third-party plugins',
    facts: { coredns: [aCopy('1.12.4', withPlugin('    k8s_gateway example.com'))] },
    findingsLike: [
      {
        level: 'warn',
        rule: 'unknown-directive',
        message:
          'Corefile line 13 has the unknown directive k8s_gateway: CoreDNS starts only if its image includes third-party plugins',
      },
    ],
  },
  {
    it: 'fails with it in the EKS add-on, whatever the image is called',
    facts: { coredns: [aCopy('1.12.4', withPlugin('    upstream'), { addon: 'coredns' })] },
    findingsLike: [{ level: 'fail', rule: 'unknown-directive' }],
  },
  {
    it: 'does not know whether a CoreDNS without a version rejects it',
    facts: { coredns: [aCopy(null, withPlugin('    upstream'), official)] },
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable:unknown-directive' }],
  },
  {
    it: 'warns of a plugin that the CoreDNS of the version of a rollback lacks',
    current: '1.34',
    target: '1.33',
    facts: { coredns: [aCopy('1.13.2', withPlugin('    nomad'), official)] },
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        rule: 'newer-plugin:nomad',
        message:
          'Corefile line 13 has the plugin nomad, which needs CoreDNS 1.13.0 or newer: the CoreDNS 1.12.4 that EKS lists for 1.33 does not start with it, 1.13.2 runs',
        fix: expect.stringContaining(
          'Delete line 13 of the Corefile (counted from its first line) before CoreDNS is set to an earlier version.',
        ) as string,
      },
    ],
  },
  {
    it: 'fails before a rollback what the running CoreDNS rejects, and not twice',
    current: '1.34',
    target: '1.33',
    facts: { coredns: [aCopy('1.11.4', withPlugin('    nomad'), official)] },
    findingsLike: [{ level: 'fail', rule: 'newer-plugin:nomad' }],
  },
  {
    it: 'is silent before a rollback about a plugin that both versions of CoreDNS have',
    current: '1.34',
    target: '1.33',
    facts: { coredns: [aCopy('1.13.2', withPlugin('    multisocket'), official)] },
    findings: [],
  },
  {
    it: 'is silent before a rollback about an option that only a newer CoreDNS rejects',
    current: '1.34',
    target: '1.33',
    facts: { coredns: [aCopy('1.11.4', withPlugin('    header {\n        set a b\n    }'), official)] },
    findings: [],
  },
  {
    it: 'does not know before a rollback about a CoreDNS without a version',
    current: '1.34',
    target: '1.33',
    facts: { coredns: [aCopy(null, withPlugin('    nomad'), official)] },
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable:newer-plugin:nomad' }],
  },
  ...[
    { what: 'forward', text: 'forward . 1.1.1.1 {\n      upstream\n    }', name: 'upstream of forward' },
    { what: 'cache', text: 'cache 30 {\n      upstream\n    }', name: 'upstream of cache' },
    { what: 'a plugin without options', text: 'loop {\n      upstream\n    }', name: 'upstream of loop' },
    { what: 'a misspelt option', text: 'forward . 1.1.1.1 {\n      max_fail 3\n    }', name: 'max_fail of forward' },
  ].map(({ what, text, name }) => ({
    it: `fails with an option that a plugin does not know: ${what}`,
    facts: { coredns: [aCopy('1.12.4', withPlugin(`    ${text}`), official)] },
    findings: [
      {
        level: 'fail' as const,
        rule: `unknown-option:${name.replace(/.* of /, '')}`,
        resource,
        message: `Corefile line 14 has the unknown option ${name}: CoreDNS 1.12.4 does not start`,
        evidence: [{ observed: `Corefile line 14: ${name.replace(/ of .*/, '')}`, required: 'no such line' }],
        fix: expect.stringMatching(
          /^Delete line 14 of the Corefile \(counted from its first line\), or correct the option\./,
        ) as string,
        links: [expect.stringMatching(/\/coredns\/blob\/v[\d.]+\/plugin\//) as string],
      },
    ],
  })),
  ...[
    { what: 'the options that it knows', text: 'cache 30 {\n      success 100\n      serve_stale\n    }' },
    { what: 'the word as an argument', text: 'forward . 1.1.1.1 {\n      except upstream\n    }' },
    { what: 'lines with any first word', text: 'hosts {\n      10.0.0.1 upstream.example\n      fallthrough\n    }' },
    { what: 'the parts of a rule', text: 'rewrite stop {\n      name regex a b\n      answer name b a\n    }' },
    { what: 'a placeholder', text: 'forward . 1.1.1.1 {\n      {$OPTION}\n    }' },
    { what: 'upper case where the plugin allows it', text: 'acl {\n      ALLOW net 10.0.0.0/8\n    }' },
    { what: 'a plugin of a third party', text: 'k8s_gateway a {\n      upstream\n    }', known: 1 },
  ].map(({ what, text, known = 0 }) => ({
    it: `is silent about options: ${what}`,
    facts: { coredns: [aCopy('1.12.4', withPlugin(`    ${text}`), official)] },
    findingsLike: known === 0 ? [] : [{ rule: 'unknown-directive' }],
  })),
  {
    it: 'fails with an option that only a newer CoreDNS has',
    facts: {
      coredns: [aCopy('1.12.4', withPlugin('    forward . 1.1.1.1 {\n      failover SERVFAIL\n    }'), official)],
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'newer-option:forward.failover',
        message:
          'Corefile line 14 has the option failover of forward, which needs CoreDNS 1.13.0 or newer: CoreDNS 1.12.4 does not start',
        fix: expect.stringContaining('or update CoreDNS to 1.13.0 or newer first') as string,
      },
    ],
  },
  {
    it: 'is silent about the same option in a CoreDNS that has it',
    facts: {
      coredns: [aCopy('1.13.0', withPlugin('    forward . 1.1.1.1 {\n      failover SERVFAIL\n    }'), official)],
    },
    findings: [],
  },
  {
    it: 'warns before a rollback of an option that the CoreDNS of that version lacks',
    current: '1.34',
    target: '1.33',
    facts: {
      coredns: [aCopy('1.13.2', withPlugin('    forward . 1.1.1.1 {\n      failover SERVFAIL\n    }'), official)],
    },
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        rule: 'newer-option:forward.failover',
        message:
          'Corefile line 14 has the option failover of forward, which needs CoreDNS 1.13.0 or newer: the CoreDNS 1.12.4 that EKS lists for 1.33 does not start with it, 1.13.2 runs',
      },
    ],
  },
  {
    it: 'only warns of an unknown option in an image that may have another plugin of that name',
    facts: { coredns: [aCopy('1.12.4', withPlugin('    cache 30 {\n      upstream\n    }'))] },
    findingsLike: [
      {
        level: 'warn',
        message:
          'Corefile line 14 has the unknown option upstream of cache: CoreDNS starts only if its image includes third-party plugins',
      },
    ],
  },
  ...[
    { what: 'a CoreDNS without a version', version: null, rule: 'version-not-readable:unknown-option:cache' },
    { what: 'a CoreDNS older than the options that are known', version: '1.6.9', rule: 'unknown-option:cache' },
  ].map(({ what, version, rule }) => ({
    it: `does not know what becomes of an unknown option: ${what}`,
    facts: { coredns: [aCopy(version, withPlugin('    cache 30 {\n      upstream\n    }'), official)] },
    findingsLike: [{ level: 'unknown' as const, rule }],
  })),
  {
    it: 'does not know the options of a plugin that the table does not have',
    facts: { coredns: [aCopy('1.12.4', withPlugin('    on startup {\n      upstream\n    }'), official)] },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'unknown-option:on',
        message: 'Corefile line 14 has the option upstream of on: unknown whether CoreDNS 1.12.4 accepts it',
      },
    ],
  },
  {
    it: 'leaves the options of a CoreDNS that is newer than the table to that finding',
    facts: { coredns: [aCopy('1.999.0', withPlugin('    cache 30 {\n      upstream\n    }'), official)] },
    findingsLike: [{ level: 'unknown', rule: 'coredns-not-known' }],
  },
  {
    it: 'fails with a plugin that only a newer CoreDNS has',
    facts: { coredns: [aCopy('1.11.4', withPlugin('    multisocket'), official)] },
    findingsLike: [
      {
        level: 'fail',
        rule: 'newer-plugin:multisocket',
        message:
          'Corefile line 13 has the plugin multisocket, which needs CoreDNS 1.12.0 or newer: CoreDNS 1.11.4 does not start',
        fix: expect.stringContaining('or update CoreDNS to 1.12.0 or newer first') as string,
      },
    ],
  },
  {
    it: 'does not know it of a CoreDNS without a version, where the one that EKS lists does not have it either',
    current: '1.31',
    facts: { coredns: [aCopy(null, withPlugin('    multisocket'), official)] },
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable:newer-plugin:multisocket' }],
  },
  {
    it: 'is silent about the plugins of any version, a placeholder and a server block that is empty',
    facts: { coredns: [aCopy('1.12.4', `${withPlugin('    multisocket\n    {$EXTRA}')}b:53 {\n}\n`, official)] },
    findings: [],
  },
  {
    it: 'leaves the directives of a CoreDNS that is newer than the table to that finding',
    facts: { coredns: [aCopy('1.999.0', withPlugin('    brandnew'), official)] },
    findingsLike: [{ level: 'unknown', rule: 'coredns-not-known' }],
  },
  {
    it: 'fails without the plugin that the readiness probe asks',
    facts: { coredns: [aCopy('1.12.4', withoutReady)] },
    tables,
    findings: [
      {
        level: 'fail',
        rule: 'missing:ready',
        short: 'lacks the plugin ready',
        resource,
        message:
          'the Corefile has no plugin ready, and the readiness probe of Deployment coredns requests /ready: new pods do not become ready',
        evidence: [{ observed: 'no plugin ready', required: 'the plugin ready, which answers /ready' }],
        fix: expect.stringContaining('Add a line `ready` to the server block `.:53`') as string,
        links: [source],
      },
    ],
  },
  {
    it: 'warns without it where the probe asks something else, at the version whose add-on asks it',
    current: '1.23',
    facts: { coredns: [aCopy('1.8.7', withoutReady, { readinessPath: '/health' })] },
    tables,
    findingsLike: [
      {
        level: 'warn',
        at: 24,
        message:
          'the Corefile has no plugin ready, and the CoreDNS 1.9.3 that EKS lists for 1.24 as an EKS add-on has a readiness probe that requests /ready, 1.8.7 runs: new pods do not become ready',
      },
    ],
  },
  {
    it: 'is silent about it in another namespace, and where CoreDNS does not know the plugin yet',
    current: '1.23',
    facts: {
      coredns: [
        aCopy('1.8.7', withoutReady, { namespace: 'edge', readinessPath: null }),
        aCopy('1.4.0', withoutReady, { readinessPath: '/health' }),
      ],
    },
    tables,
    findings: [],
  },
  {
    it: 'does not know what an import brings, and does not miss a plugin that it may bring',
    facts: { coredns: [aCopy('1.12.4', `import /etc/coredns/custom/*.server\n${withoutReady}`)] },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'unresolved-import',
        message: 'Corefile line 1 imports /etc/coredns/custom/*.server: what it contains is unknown',
      },
    ],
  },
  {
    it: 'does not know a Corefile that is missing or cannot be read',
    facts: {
      coredns: [
        aCopy('1.12.4', { state: 'missing', configMap: 'coredns' }),
        aCopy('1.12.4', toCorefile('.:53 {\n  forward . {\n'), { namespace: 'edge' }),
      ],
    },
    tables,
    findingsLike: [
      { level: 'unknown', rule: 'corefile-missing' },
      { level: 'unknown', rule: 'corefile-not-readable' },
    ],
  },
  {
    it: 'does not know a CoreDNS that is newer than the table',
    facts: { coredns: [aCopy('1.15.0', clean), aCopy('1.14.9', clean, { namespace: 'edge' })] },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'coredns-not-known',
        message:
          'CoreDNS 1.15.0 is newer than the newest version that eks-preflight knows (1.14.7): what it rejects is unknown',
      },
    ],
  },
  { it: 'is skipped without CoreDNS', facts: { coredns: [] }, tables, skip: 'no CoreDNS runs in this cluster' },
  {
    it: 'is skipped in Auto Mode',
    facts: { coredns: [] },
    cluster: { autoMode: true },
    tables,
    skip: 'EKS Auto Mode has its own DNS',
  },
  ...ownerRows({
    addon: {
      name: 'coredns',
      says: /If the configuration values of the EKS add-on set the Corefile \(`corefile`\)[^]*edit configmap coredns/,
    },
    nobody:
      /set the changed Corefile there first\. Then:\n```sh\nkubectl -n kube-system get configmap coredns -o yaml > coredns-old\.yaml\nkubectl -n kube-system edit configmap coredns/,
  }).map(({ who, more, fix }) => ({
    it: `tells the owner of the Corefile: ${who}`,
    facts: { coredns: [aCopy('1.11.4', header, { replicas: 3, ...more })] },
    tables,
    findingsLike: [{ fix }],
  })),
]);
