/** Secrets for user data: each in one place, so that a test can say which one got out. */
export function numbered(place: string): string {
  return `pl4nted-${place}-4711`;
}

const shell = (family: string) => `#!/bin/bash
# password ${numbered(`${family}-comment`)}
export DB_PASSWORD=${numbered(`${family}-variable`)}
curl -H "Authorization: Bearer ${numbered(`${family}-header`)}" https://example.com/${numbered(`${family}-url`)}
cat > /etc/app.conf <<CONF
token = ${numbered(`${family}-file`)}
CONF
`;
const bootstrap = (family: string, quote: string) =>
  `/etc/eks/bootstrap.sh prod --b64-cluster-ca ${numbered(`${family}-option`)} --kubelet-extra-args ${quote}--node-labels=key=${numbered(`${family}-label`)} --register-with-taints=key=${numbered(`${family}-taint`)}:NoSchedule --keep-terminated-pod-volumes=${numbered(`${family}-flag`)} ${numbered(`${family}-word`)}${quote}\n`;

const nodeConfig = (family: string) => `apiVersion: node.eks.aws/v1alpha1
kind: NodeConfig
# ${numbered(`${family}-comment`)}
spec:
  cluster: {name: prod, certificateAuthority: ${numbered(`${family}-ca`)}}
  containerd:
    config: |
      password = "${numbered(`${family}-containerd`)}"
  kubelet:
    config: {clusterDNS: ["${numbered(`${family}-dns`)}"], failCgroupV1: false}
    flags:
      - --node-labels=key=${numbered(`${family}-label`)}
      - --cloud-config=${numbered(`${family}-flag`)}
      - "${numbered(`${family}-word`)}"
`;

const mime = (...parts: readonly (readonly [type: string, text: string])[]) =>
  `MIME-Version: 1.0\nX-Token: ${numbered('mime-header')}\nContent-Type: multipart/mixed; boundary="BOUND"\n\n${parts
    .map(([type, text]) => `--BOUND\nContent-Type: ${type}\nX-Token: ${numbered('part-header')}\n\n${text}\n`)
    .join('')}--BOUND--\n${numbered('epilogue')}\n`;

/** User data of eight AMI families, with a secret in each place where one may stand. */
export const userDataWithSecrets: Readonly<Record<string, string>> = {
  AL2: `${shell('al2')}${bootstrap('al2', "'")}`,
  AL2023: mime(['application/node.eks.aws', nodeConfig('al2023')], ['text/x-shellscript', shell('al2023-script')]),
  Bottlerocket: `# ${numbered('toml-comment')}
[settings.kubernetes]
api-server = "https://${numbered('toml-host')}"
[settings.kubernetes.node-labels]
"key" = "${numbered('toml-label')}"
[settings.kubernetes.credential-providers.ecr.environment]
"TOKEN" = "${numbered('toml-environment')}"
[settings.bootstrap-containers.boot]
user-data = "${numbered('toml-container')}"
[settings.boot.kernel-parameters]
"systemd.unified_cgroup_hierarchy" = ["0"]
"x" = ["${numbered('toml-kernel')}"]
`,
  Windows: `<powershell>
# ${numbered('windows-comment')}
$env:PASSWORD = "${numbered('windows-variable')}"
& $EKSBootstrapScriptFile -EKSClusterName prod -KubeletExtraArgs '--node-labels=a=${numbered('windows-label')} --pod-infra-container-image=${numbered('windows-flag')}' 3>&1
</powershell>
`,
  Ubuntu: `#cloud-config
# ${numbered('ubuntu-comment')}
password: ${numbered('ubuntu-password')}
write_files:
- path: /etc/default/kubelet
  content: |
    KUBELET_EXTRA_ARGS="--cloud-config=${numbered('ubuntu-flag')}"
    TOKEN=${numbered('ubuntu-file')}
runcmd:
- [/etc/eks/bootstrap.sh, prod, --kubelet-extra-args, "--node-labels=a=${numbered('ubuntu-label')}"]
`,
  Flatcar: JSON.stringify({
    ignition: { version: '3.3.0', config: { merge: [{ source: `https://${numbered('ignition-url')}` }] } },
    storage: { files: [{ path: '/etc/x', contents: { source: `data:,${numbered('ignition-file')}` } }] },
  }),
  Debian: mime(
    ['text/cloud-boothook', `#cloud-boothook\n${shell('debian')}`],
    ['text/x-shellscript', `#!/bin/bash\n${bootstrap('debian', '"')}`],
    ['text/x-unheard-of', numbered('part-unknown')],
  ),
  custom: `#include\nhttps://user:${numbered('include-password')}@example.com/boot.sh\n`,
};
