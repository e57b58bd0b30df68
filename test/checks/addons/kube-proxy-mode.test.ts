import { expect } from 'vitest';
import check from '../../../checks/addons/kube-proxy-mode/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aComponent, aNode, aWorkload, checkCases } from '../cases.ts';
import { waited } from '../printed-updates.ts';
import { managerRows } from '../managers.ts';

type Copy = Facts['kubeProxyModes'][number];

const source = 'https://example.com/modes';
const weave = 'https://example.com/weave';
const none = { deprecatedFrom: null, offFrom: null, removedFrom: null, source };
const tables: Partial<Tables> = {
  'kube-proxy-modes': [
    { mode: 'iptables', ...none },
    {
      mode: 'nftables',
      ...none,
      kernel: { from: 33, atLeast: '5.13.0', source },
      notBeside: [
        {
          component: 'Weave',
          images: ['weave/node'],
          why: 'it needs iptables',
          unless: 'Set its mode.',
          source: weave,
        },
      ],
    },
    { mode: 'ipvs', deprecatedFrom: 35, offFrom: 40, removedFrom: 43, source },
    { mode: 'userspace', deprecatedFrom: 23, offFrom: null, removedFrom: 26, source },
  ],
};
const resource = { kind: 'DaemonSet', namespace: 'kube-system', name: 'kube-proxy' };

function aCopy(mode: string | Copy['configuration'], more: Partial<Copy> = {}): Copy {
  return {
    ...aComponent({ kind: 'DaemonSet', name: 'kube-proxy', replicas: null, version: '1.33.5' }),
    configuration: typeof mode === 'string' ? { state: 'read', mode, configMap: 'kube-proxy-config' } : mode,
    ...more,
  };
}

const aDaemonSet = (image: string) =>
  aWorkload({
    kind: 'DaemonSet',
    namespace: 'net',
    name: 'node',
    replicas: null,
    containers: [{ name: 'node', image }],
  });

const old = '5.10.240-238.955.amzn2.x86_64';
const withKernel = (name: string, kernelVersion: string) => aNode(name, 'v1.32.5', { kernelVersion });

checkCases(check, [
  {
    it: 'warns of nftables on nodes with an old kernel at the step to 1.33',
    current: '1.32',
    facts: { kubeProxyModes: [aCopy('nftables')], nodes: [withKernel('a', old), withKernel('b', '6.1.155')] },
    tables,
    findings: [
      {
        level: 'warn',
        at: 33,
        rule: 'kernel',
        resource,
        message: 'runs in mode nftables: kube-proxy 1.33 does not start on 1 node with a Linux kernel before 5.13',
        evidence: [
          { observed: `kernel ${old}`, required: '5.13 or later', fact: 'nodes' },
          { observed: 'nodes a', fact: 'nodes' },
        ],
        fix: `Before you update kube-proxy to 1.33 or later, replace these nodes by nodes with Amazon Linux 2023 or
          Bottlerocket, or set the mode \`iptables\`. This shows the kernel of each node:\n\`\`\`sh
kubectl get nodes -o wide
\`\`\``,
        links: [source],
      },
    ],
  },
  ...(
    [
      ['about nftables on newer kernels', '1.32', 'nftables', '5.13.0'],
      ['about iptables on an old kernel', '1.32', 'iptables', old],
      ['about nftables on an old kernel below 1.33', '1.31', 'nftables', old],
      ['about nftables on an old kernel where 1.33 is behind', '1.33', 'nftables', old],
      ['about a kernel without a version', '1.32', 'nftables', 'unknown'],
    ] as const
  ).map(([it, current, mode, kernel]) => ({
    it: `is silent ${it}`,
    current,
    facts: { kubeProxyModes: [aCopy(mode)], nodes: [withKernel('a', kernel)] },
    tables,
    findings: [],
  })),
  ...['', 'iptables', 'nftables'].map((mode) => ({
    it: `is silent about the mode '${mode}'`,
    current: '1.35',
    facts: { kubeProxyModes: [aCopy(mode)] },
    tables,
    findings: [],
  })),
  {
    it: 'is silent about ipvs where the path ends before 1.35',
    facts: { kubeProxyModes: [aCopy('ipvs')] },
    tables,
    findings: [],
  },
  {
    it: 'warns of ipvs at the step to 1.35',
    current: '1.33',
    target: '1.36',
    facts: { kubeProxyModes: [aCopy('ipvs')] },
    tables,
    findings: [
      {
        level: 'warn',
        at: 35,
        resource,
        short: 'mode ipvs is deprecated',
        message: 'runs in mode ipvs, deprecated from 1.35 on, off by default from 1.40 on, removed from 1.43 on',
        evidence: [{ observed: 'mode ipvs (ConfigMap kube-proxy-config)', required: 'nftables or iptables' }],
        fix: expect.stringContaining('kubectl -n kube-system edit configmap kube-proxy-config   # mode') as string,
        links: [source],
      },
    ],
  },
  {
    it: 'names iptables where software of the nodes does not work with nftables, and what else nftables takes',
    current: '1.35',
    facts: { kubeProxyModes: [aCopy('ipvs')], daemonSets: [aDaemonSet('mirror.example/weave/node:v3')] },
    tables,
    findingsLike: [
      {
        evidence: [
          { observed: 'mode ipvs (ConfigMap kube-proxy-config)', required: 'nftables or iptables' },
          { observed: 'Weave runs: DaemonSet net/node', fact: 'daemonSets' },
        ],
        fix: expect.stringMatching(
          /^Weave runs on the nodes, and it needs iptables\. Set its mode\. Set the mode `iptables` and restart/,
        ) as string,
        links: [source, weave],
      },
    ],
  },
  ...['weave/nodes:v3', 'weave-node:v3', 'node:v3'].map((image) => ({
    it: `names nftables beside ${image}`,
    current: '1.35',
    facts: { kubeProxyModes: [aCopy('ipvs')], daemonSets: [aDaemonSet(image)] },
    tables,
    findingsLike: [{ fix: expect.stringMatching(/^Set the mode `nftables` \(Linux 5\.13/) as string, links: [source] }],
  })),
  ...['quay.io/calico/node:v3.30.2', 'registry.k8s.io/dns/k8s-dns-node-cache:1.25.0'].map((image) => ({
    it: `knows ${image} with the table as it is shipped`,
    current: '1.35',
    facts: { kubeProxyModes: [aCopy('ipvs')], daemonSets: [aDaemonSet(image)] },
    findingsLike: [
      { fix: expect.stringMatching(/runs on the nodes, and [\s\S]* Set the mode `iptables` and/) as string },
    ],
  })),
  {
    it: 'sets iptables in the values of the EKS add-on beside such software',
    current: '1.35',
    facts: {
      kubeProxyModes: [aCopy('ipvs', { addon: 'kube-proxy', version: '1.35.3' })],
      daemonSets: [aDaemonSet('weave/node:v3')],
    },
    tables,
    findingsLike: [{ fix: expect.stringContaining('jq -cn --arg mode iptables') as string }],
  },
  {
    it: 'warns with the table as it is shipped, never fails',
    current: '1.35',
    target: '1.37',
    facts: { kubeProxyModes: [aCopy('ipvs'), aCopy('iptables'), aCopy('nftables'), aCopy('kernelspace')] },
    findingsLike: [{ level: 'warn', at: 35 }],
  },
  {
    it: 'names the flag where it was read there, and iptables for a kube-proxy before 1.33',
    current: '1.35',
    facts: { kubeProxyModes: [aCopy({ state: 'read', mode: 'ipvs', configMap: null }, { version: '1.32.9' })] },
    tables,
    findingsLike: [
      {
        evidence: [{ observed: 'mode ipvs (--proxy-mode)', required: 'nftables or iptables' }],
        fix: expect.stringMatching(
          /^Set the mode `iptables` and[\s\S]*edit daemonset kube-proxy {3}# --proxy-mode/,
        ) as string,
      },
    ],
  },
  {
    it: 'adds the mode to the values of the EKS add-on, and overwrites none',
    current: '1.35',
    facts: { kubeProxyModes: [aCopy('ipvs', { addon: 'kube-proxy', version: '1.35.3' })] },
    tables,
    findingsLike: [
      {
        fix: expect.stringContaining(
          [
            `VALUES=$(aws eks describe-addon --region eu-west-1 --cluster-name prod --addon-name kube-proxy --query "addon.configurationValues || '{}'" --output text | \\`,
            `  jq -cn --arg mode nftables 'input | .mode = $mode') && \\`,
            `  ${waited('aws eks update-addon --region eu-west-1 --cluster-name prod --addon-name kube-proxy --configuration-values "$VALUES"', '--addon-name kube-proxy')}`,
            '```',
          ].join('\n'),
        ) as string,
      },
    ],
  },
  {
    it: 'keeps the role of the EKS add-on where it changes its values',
    current: '1.35',
    facts: {
      kubeProxyModes: [
        aCopy('ipvs', { addon: 'kube-proxy', addonRole: 'arn:aws:iam::1:role/proxy', version: '1.35.3' }),
      ],
    },
    tables,
    findingsLike: [
      { fix: expect.stringContaining('"$VALUES" --service-account-role-arn arn:aws:iam::1:role/proxy') as string },
    ],
  },
  ...managerRows('the add-on', /Set the mode `nftables` [^]* with `--resolve-conflicts OVERWRITE`\. /).map(
    ({ who, tags, fix }) => ({
      it: `says first where the values of the EKS add-on are managed: ${who}`,
      current: '1.35',
      facts: { kubeProxyModes: [aCopy('ipvs', { addon: 'kube-proxy', addonTags: tags, version: '1.35.3' })] },
      tables,
      findingsLike: [{ fix }],
    }),
  ),
  {
    it: 'warns of userspace',
    current: '1.24',
    facts: { kubeProxyModes: [aCopy('userspace')] },
    tables,
    findingsLike: [
      { level: 'warn', at: 24, message: 'runs in mode userspace, deprecated from 1.23 on, removed from 1.26 on' },
    ],
  },
  {
    it: 'does not know a mode that is in no table',
    facts: { kubeProxyModes: [aCopy('$(MODE)')] },
    tables,
    findingsLike: [{ level: 'unknown', rule: 'mode-not-known', message: 'the mode $(MODE) is unknown' }],
  },
  {
    it: 'does not know a configuration that is missing or unreadable',
    facts: {
      kubeProxyModes: [
        aCopy({ state: 'missing', file: '/etc/kube-proxy.conf', configMaps: [] }),
        aCopy({ state: 'missing', file: null, configMaps: ['kube-proxy', 'other'] }),
        aCopy({ state: 'unreadable', configMap: 'kube-proxy-config', message: 'is not valid YAML' }),
      ],
    },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'mode-not-readable',
        message: '/etc/kube-proxy.conf is not in the mounted ConfigMaps (none mounted): the mode is unknown',
      },
      {
        level: 'unknown',
        message: 'its configuration is not in the mounted ConfigMaps (kube-proxy, other): the mode is unknown',
      },
      {
        level: 'unknown',
        message: 'ConfigMap kube-proxy-config is not valid YAML: the mode is unknown',
        fix: expect.stringContaining("kubectl -n kube-system logs daemonset/kube-proxy | grep -i 'proxier'") as string,
      },
    ],
  },
  {
    it: 'is skipped in Auto Mode',
    cluster: { autoMode: true },
    facts: { kubeProxyModes: [] },
    tables,
    skip: 'EKS Auto Mode has its own service proxy',
  },
  {
    it: 'is skipped without kube-proxy',
    facts: { kubeProxyModes: [] },
    tables,
    skip: 'no kube-proxy runs in this cluster (another program, such as Cilium, may replace it)',
  },
]);
