import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Resource, type Warning } from '../../src/check.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, parseMinor, type Minor } from '../../src/syntax/versions.ts';

/**
 * How many minor versions kubectl may be older or newer than the API server.
 * Source: Kubernetes' version skew policy, section kubectl
 */
const allowedMinors = 1;

const kubectlHere: Resource = { kind: 'Program', name: 'kubectl', note: 'on the PATH of the scan' };

export default defineCheck({
  id: 'clients/kubectl-version',
  title: 'kubectl differs by more than one minor version from the cluster',
  short: 'version cannot be read',
  task: 'Update kubectl',
  severity: 'warn',
  blocks: 'deployments',
  phase: 'before',
  why: `kubectl is supported within one minor version of the API server, older or newer. With a larger difference, it
    may omit fields, miss resource types or fail on responses that it does not know, and you need it during an
    update. Clients also have to reconnect while API servers are replaced, which recent releases do automatically.

    The kubectl on the PATH of the machine that scans is judged against the control plane today and after each
    step; only its version is read, and no cluster is contacted. If it is supported today, update it after the
    step that it does not support. Other machines and client libraries are not seen. The check does not apply
    without kubectl.`,
  fix: advice`Install a kubectl within one minor version of the control plane, preferably the minor version of the
    target.`,
  links: [
    'https://kubernetes.io/releases/version-skew-policy/#kubectl',
    'https://docs.aws.amazon.com/eks/latest/userguide/install-kubectl.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
  ],
  needs: ['kubectl'],
  applies: { needs: ['kubectl'], when: ({ kubectl }) => kubectl !== null || 'no kubectl on the PATH of the scan' },

  *run({ kubectl }, { current, target, versions }) {
    if (kubectl === null) return;
    const minor = parseMinor(kubectl.version);
    if (minor === undefined) {
      yield notReadable(kubectl.version);
      return;
    }
    const at = versions.find((version) => Math.abs(version - minor) > allowedMinors);
    if (at === undefined) return;
    const away = Math.abs(at - minor);
    const isOlder = minor < at;
    yield {
      level: 'warn',
      at,
      // A kubectl that supports the current version needs no update before the step to `at`.
      phase: at === current ? 'before' : 'after',
      resource: kubectlHere,
      short: `${away} minor versions ${isOlder ? 'older' : 'newer'} than the cluster`,
      message: `kubectl ${kubectl.version} is ${away} minor versions ${isOlder ? 'older' : 'newer'} than control plane ${format(at)}`,
      evidence: [{ observed: kubectl.version, required: formatSkewRange(at) }],
      fix: installFix(at === current ? Math.min(current + allowedMinors, target) : at),
    } satisfies Warning;
  },
});

function formatSkewRange(controlPlane: Minor): string {
  return `${format(controlPlane - allowedMinors)} to ${format(controlPlane + allowedMinors)}`;
}

function notReadable(version: string): Warning {
  return {
    level: 'unknown',
    rule: 'version-not-readable',
    resource: kubectlHere,
    message: `cannot read the version of kubectl: ${version}`,
    evidence: [{ observed: version, required: 'a version of Kubernetes 1.x' }],
    fix: advice`Compare the output of ${sh`kubectl version --client`} with the control plane version.`,
  };
}

function installFix(minor: Minor): Advice {
  return advice`Install kubectl ${format(minor)} (for systems other than Linux on x86, replace \`linux\` and \`amd64\`),
    or update it with your package manager.\n${commands(
      sh`version=$(curl -sL https://dl.k8s.io/release/stable-${format(minor)}.txt)`,
      sh`curl -LO "https://dl.k8s.io/release/$version/bin/linux/amd64/kubectl"`,
      sh`sudo install -m 0755 kubectl /usr/local/bin/kubectl`,
    )}`;
}
