import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { FlagPlace } from '../../src/facts/launch-templates.ts';
import { readBootSettings } from '../../src/collectors/user-data/boot-settings.ts';
import { decodeUserData } from '../../src/collectors/user-data/parts.ts';

const mime = (...parts: readonly string[]) =>
  `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="BOUND"\n\n${parts.map((part) => `--BOUND\n${part}\n`).join('')}--BOUND--\n`;
const shell = (text: string) => `Content-Type: text/x-shellscript; charset="us-ascii"\n\n#!/bin/bash\n${text}`;
const nodeConfig = (spec: string) =>
  `Content-Type: application/node.eks.aws\n\napiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec:\n${spec}`;

const none = { kubeletFlags: [], flagsIn: [], cgroupV1: null, failCgroupV1: null, unread: false };
const passing = (place: FlagPlace, ...kubeletFlags: readonly string[]) => ({
  ...none,
  kubeletFlags: [...kubeletFlags],
  flagsIn: [place],
});
const extra = '--kubelet-extra-args';
const keep = (place: FlagPlace) => passing(place, 'keep-terminated-pod-volumes');

const cases: readonly (readonly [
  name: string,
  text: string,
  expected: Awaited<ReturnType<typeof readBootSettings>>,
])[] = [
  [
    'AL2: an argument of bootstrap.sh',
    `#!/bin/bash\n/etc/eks/bootstrap.sh prod --container-runtime containerd --kubelet-extra-args '--node-labels=a=b --keep-terminated-pod-volumes=true' --dns-cluster-ip 10.0.0.10\n`,
    passing(extra, 'keep-terminated-pod-volumes', 'node-labels'),
  ],
  [
    'AL2: over several lines, with = and double quotes',
    '#!/bin/bash\nset -e\n/etc/eks/bootstrap.sh prod \\\n  --kubelet-extra-args="--max-pods=20 \\\n  --keep-terminated-pod-volumes" \\\n  --use-max-pods false\n',
    passing(extra, 'keep-terminated-pod-volumes', 'max-pods'),
  ],
  ['a comment line', `#!/bin/bash\n  # --kubelet-extra-args '--keep-terminated-pod-volumes=true'\necho hello\n`, none],
  [
    'a comment behind a command',
    `#!/bin/bash\n/etc/eks/bootstrap.sh prod # --kubelet-extra-args --cloud-config=x\n`,
    none,
  ],
  [
    'a flag of bootstrap.sh and of another program',
    '#!/bin/bash\n/etc/eks/bootstrap.sh prod --container-runtime containerd\ncurl --cloud-config x\n',
    none,
  ],
  [
    'a variable of the same script',
    `#!/bin/bash\nEXTRA="--keep-terminated-pod-volumes"\nEXTRA+=" --v=2"\n/etc/eks/bootstrap.sh prod --kubelet-extra-args "$EXTRA"\n`,
    passing(extra, 'keep-terminated-pod-volumes', 'v'),
  ],
  [
    'a variable from elsewhere',
    `#!/bin/bash\nsource /etc/flags\n/etc/eks/bootstrap.sh prod --kubelet-extra-args "$EXTRA --v=2"\n`,
    { ...passing(extra, 'v'), unread: true },
  ],
  [
    'a variable inside a value',
    `#!/bin/bash\n/etc/eks/bootstrap.sh prod --kubelet-extra-args "--node-labels=x=$ID"\n`,
    passing(extra, 'node-labels'),
  ],
  [
    "a variable of the kubelet's unit",
    `#!/bin/bash\ncat > /etc/systemd/system/kubelet.service.d/90.conf <<EOF\n[Service]\nEnvironment="KUBELET_EXTRA_ARGS=--keep-terminated-pod-volumes"\nEOF\n`,
    keep('KUBELET_EXTRA_ARGS'),
  ],
  [
    'sed on the kubelet service',
    `#!/bin/bash\nsed -i 's/^KUBELET_EXTRA_ARGS=/KUBELET_EXTRA_ARGS=--keep-terminated-pod-volumes /' /etc/default/kubelet\n`,
    keep('KUBELET_EXTRA_ARGS'),
  ],
  [
    'cgroup v1 by grubby',
    `#!/bin/bash\ngrubby --update-kernel=ALL --args="systemd.unified_cgroup_hierarchy=0"\nreboot\n`,
    { ...none, cgroupV1: true },
  ],
  ['cgroup v1 in a comment', `#!/bin/bash\n# grubby --args="systemd.unified_cgroup_hierarchy=0"\n`, none],
  [
    'AL2023: NodeConfig in MIME',
    mime(
      nodeConfig(
        '  cluster: {name: prod}\n  kubelet:\n    config: {failCgroupV1: false, maxPods: 20}\n    flags: ["--keep-terminated-pod-volumes=true", "--node-labels=s3cr3t=s3cr3t"]',
      ),
      shell('grubby --update-kernel=ALL --args systemd.unified_cgroup_hierarchy=0'),
    ),
    {
      ...passing('NodeConfig', 'keep-terminated-pod-volumes', 'node-labels'),
      cgroupV1: true,
      failCgroupV1: false,
    },
  ],
  [
    'AL2023: NodeConfig alone, as JSON',
    '{"apiVersion": "node.eks.aws/v1alpha1", "kind": "NodeConfig", "spec": {"kubelet": {"flags": ["--cloud-config=/etc/x"]}}}',
    passing('NodeConfig', 'cloud-config'),
  ],
  [
    'AL2023: several documents',
    'apiVersion: node.eks.aws/v1alpha1\nspec: {}\n---\napiVersion: node.eks.aws/v1alpha1\nspec:\n  kubelet:\n    flags:\n    - --keep-terminated-pod-volumes\n',
    keep('NodeConfig'),
  ],
  ['AL2023: NodeConfig that is not YAML', 'apiVersion: node.eks.aws/v1alpha1\nspec: [', { ...none, unread: true }],
  [
    'MIME with Base64 and Windows line ends',
    mime(
      `Content-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n${Buffer.from(`#!/bin/bash\n/etc/eks/bootstrap.sh prod --kubelet-extra-args --keep-terminated-pod-volumes`).toString('base64')}`,
    ).replaceAll('\n', '\r\n'),
    keep(extra),
  ],
  [
    'Bottlerocket',
    `[settings.kubernetes]\ncluster-name = "prod"\n[settings.kubernetes.node-labels]\n"a" = "b"\n[settings.boot.kernel-parameters]\n"systemd.unified_cgroup_hierarchy" = ["0"]\n`,
    { ...none, cgroupV1: true },
  ],
  [
    'Bottlerocket with v2',
    '[settings.boot.kernel]\n"systemd.unified_cgroup_hierarchy" = ["1"]\n',
    { ...none, cgroupV1: false },
  ],
  [
    'Windows',
    `<powershell>\n[string]$EKSBootstrapScriptFile = "$env:ProgramFiles\\Amazon\\EKS\\Start-EKSBootstrap.ps1"\n& $EKSBootstrapScriptFile -EKSClusterName prod -KubeletExtraArgs '--pod-infra-container-image=x --node-labels=a=b' 3>&1 4>&1\n</powershell>\n`,
    passing('-KubeletExtraArgs', 'node-labels', 'pod-infra-container-image'),
  ],
  [
    'Ubuntu: cloud-config',
    `#cloud-config\nwrite_files:\n- path: /etc/x\n  content: |\n    KUBELET_EXTRA_ARGS="--keep-terminated-pod-volumes"\nruncmd:\n- [/etc/eks/bootstrap.sh, prod, --kubelet-extra-args, --cloud-config=/etc/c]\n`,
    { ...none, kubeletFlags: ['cloud-config', 'keep-terminated-pod-volumes'], flagsIn: [extra, 'KUBELET_EXTRA_ARGS'] },
  ],
  [
    'AL2: an underscore in a flag, which the kubelet takes for a hyphen',
    '#!/bin/bash\n/etc/eks/bootstrap.sh prod --kubelet-extra-args --keep_terminated_pod_volumes\n',
    keep(extra),
  ],
  [
    'a unit with a command line of its own',
    '#!/bin/bash\ncat > /etc/systemd/system/kubelet.service <<EOF\nExecStart=/usr/bin/kubelet --cloud-config=/x \\\n  --v=2\nEOF\nls /var/lib/kubelet --all\n',
    passing('kubelet command', 'cloud-config', 'v'),
  ],
  [
    'AL2023: a script that writes a NodeConfig',
    '#!/bin/bash\ncat > /etc/eks/nodeadm.d/x.yaml <<EOF\napiVersion: node.eks.aws/v1alpha1\nspec:\n  kubelet:\n    flags:\n    - "--cloud-config=x"\nEOF\n',
    passing('NodeConfig', 'cloud-config'),
  ],
  [
    'a flag that may be in a program of its own',
    '#!/bin/bash\n/etc/eks/bootstrap.sh prod --kubelet-extra-args "$(cat /etc/flags)"\n',
    { ...none, unread: true },
  ],
  [
    'a boothook',
    mime('Content-Type: text/cloud-boothook; charset="us-ascii"\n\n#cloud-boothook\n#!/bin/bash\nexport HTTP_PROXY=x'),
    { ...none, proxy: true },
  ],
  ['a proxy of Bottlerocket', '[settings.network]\nhttps-proxy = "10.0.0.9:3128"\n', { ...none, proxy: true }],
  [
    'variables that name one another',
    '#!/bin/bash\nA="$B"\nB="$A --v=2"\nX --kubelet-extra-args $A\n',
    passing(extra, 'v'),
  ],
  [
    'cgroup v1 that a command removes',
    `#!/bin/bash\ngrubby --update-kernel=ALL --remove-args="systemd.unified_cgroup_hierarchy=0"\nsed -i -e '/systemd.unified_cgroup_hierarchy=0/d' /x\n`,
    none,
  ],
  [
    'cgroup v2 instead of v1',
    `#!/bin/bash\nsed -i 's/systemd.unified_cgroup_hierarchy=0/systemd.unified_cgroup_hierarchy=1/' /etc/default/grub\n`,
    { ...none, cgroupV1: false },
  ],
  [
    'the flag of failCgroupV1',
    '#!/bin/bash\n/etc/eks/bootstrap.sh prod --kubelet-extra-args --fail-cgroupv1=false\n',
    { ...none, failCgroupV1: false },
  ],
  [
    'failCgroupV1 in a file that jq changes',
    `#!/bin/bash\njq '.failCgroupV1=false' /etc/kubernetes/kubelet/config.json\n`,
    { ...none, failCgroupV1: false },
  ],
  ['Bottlerocket that refuses v1', '[settings.kubernetes]\nfail-cgroup-v1 = true\n', { ...none, failCgroupV1: true }],
  [
    'MIME with other header fields',
    `From: x\n${mime(`X-Part: 1\n${shell('/etc/eks/bootstrap.sh prod --kubelet-extra-args --v=2')}`)}`,
    passing(extra, 'v'),
  ],
  ['a URL to include', '#include\nhttps://example.com/boot.sh\n', { ...none, unread: true }],
  ['an unknown format', 'something else\n', { ...none, unread: true }],
  ['no text', '\n', none],
];

it.each(cases)('%s', async (_name, text, expected) => {
  const {
    nodeLabels: _labels,
    nodeTaints: _taints,
    featureGates: _gates,
    containerdV1: _v1,
    ...read
  } = await readBootSettings(text);
  expect(read).toEqual(expected);
});

it('compressed user data is decompressed; damaged data is not read', () => {
  const zipped = gzipSync('#!/bin/bash\n');
  expect(decodeUserData(zipped.toString('base64'))).toBe('#!/bin/bash\n');
  expect(decodeUserData(zipped.subarray(0, 15).toString('base64'))).toBeUndefined();
  expect(decodeUserData(gzipSync(Buffer.alloc(4_000_000)).toString('base64'))).toBeUndefined();
});

const nothingSet = { nodeLabels: [], nodeTaints: [], featureGates: {}, containerdV1: false };
const cri = '[plugins."io.containerd.grpc.v1.cri".registry.mirrors."docker.io"]';
const bootstrap = (args: string) => `#!/bin/bash\n/etc/eks/bootstrap.sh prod --kubelet-extra-args '${args}'\n`;

it.each<[string, string, object]>([
  ['nothing', '#!/bin/bash\necho hello\n', nothingSet],
  ['no text', '', nothingSet],
  ['labels', bootstrap('--node-labels=tier=db,rack=1'), { ...nothingSet, nodeLabels: ['tier', 'rack'] }],
  ['labels of two flags', bootstrap('--node-labels a=b --node_labels=c=d'), { ...nothingSet, nodeLabels: ['a', 'c'] }],
  ['labels in a comment', `#!/bin/bash\n# ${bootstrap('--node-labels=tier=db').slice(12)}`, nothingSet],
  [
    'taints',
    bootstrap('--register-with-taints=dedicated=db:NoSchedule,spot:NoExecute'),
    {
      ...nothingSet,
      nodeTaints: [
        { key: 'dedicated', effect: 'NoSchedule' },
        { key: 'spot', effect: 'NoExecute' },
      ],
    },
  ],
  [
    'gates as a flag',
    bootstrap('--feature-gates=AppArmor=true,MyOwn=true'),
    { ...nothingSet, featureGates: { AppArmor: true } },
  ],
  [
    'gates with jq',
    "#!/bin/bash\njq '.featureGates.AppArmor = false' a > b\n",
    { ...nothingSet, featureGates: { AppArmor: false } },
  ],
  [
    'a NodeConfig',
    mime(
      nodeConfig(
        '  kubelet:\n    config:\n      featureGates:\n        AppArmor: true\n        AllAlpha: true\n      registerWithTaints:\n        - key: dedicated\n          value: db\n          effect: NoSchedule\n    flags:\n      - --node-labels=tier=db\n',
      ),
    ),
    {
      nodeLabels: ['tier'],
      nodeTaints: [{ key: 'dedicated', effect: 'NoSchedule' }],
      featureGates: { AppArmor: true, AllAlpha: true },
      containerdV1: false,
    },
  ],
  [
    'containerd 1 in a NodeConfig',
    mime(nodeConfig(`  containerd:\n    config: |\n      ${cri}\n`)),
    { ...nothingSet, containerdV1: true },
  ],
  ['containerd 1 in a comment', `#!/bin/bash\n# ${cri}\n`, nothingSet],
  [
    'Bottlerocket',
    '[settings.kubernetes.node-labels]\n"tier" = "db"\nrack = \'1\'\n[settings.kubernetes.node-taints]\n"dedicated" = ["db:NoSchedule", ":NoExecute"]\n[settings.host-containers.admin]\nenabled = true\n',
    {
      ...nothingSet,
      nodeLabels: ['tier', 'rack'],
      nodeTaints: [
        { key: 'dedicated', effect: 'NoSchedule' },
        { key: 'dedicated', effect: 'NoExecute' },
      ],
    },
  ],
  ['labels from elsewhere', bootstrap('--node-labels=$(get-labels)'), { ...nothingSet, nodeLabels: undefined }],
  ['taints from elsewhere', bootstrap('--register-with-taints=$TAINTS'), { ...nothingSet, nodeTaints: undefined }],
  ['gates from elsewhere', bootstrap('--feature-gates=$GATES'), { ...nothingSet, featureGates: undefined }],
  [
    'an unknown format',
    'what is this',
    { nodeLabels: undefined, nodeTaints: undefined, featureGates: undefined, containerdV1: undefined },
  ],
])('reads what it sets of a node: %s', async (_name, text, expected) => {
  const { nodeLabels, nodeTaints, featureGates, containerdV1 } = await readBootSettings(text);
  expect({ nodeLabels, nodeTaints, featureGates, containerdV1 }).toEqual(expected);
});
