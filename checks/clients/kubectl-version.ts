import { advice, commands, type Advice } from '../../src/languages/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../src/check.ts';
import { sh } from '../../src/languages/shell.ts';
import { format, parseMinor, type Minor } from '../../src/languages/versions.ts';

/** Source: the version skew policy of Kubernetes, kubectl. */
const allowedMinors = 1;

const kubectlHere: Resource = { kind: 'Program', name: 'kubectl', note: 'on the PATH of the scan' };

export default defineCheck({
  id: 'clients/kubectl-version',
  title: 'kubectl more than one minor away from the cluster',
  severity: 'warn',
  blocks: 'delivery',
  phase: 'before',
  why: `kubectl is supported within one minor version of the API server, older or newer. Further away it may leave out
    fields, miss kinds or fail on answers that it does not know, and an update is when it is needed. Clients also have
    to reconnect while API servers are replaced, which recent releases do by themselves.

    Judged is the kubectl on the PATH of the machine that scans, against the control plane today and after each step; it
    is asked for its version only, and no cluster is contacted. One that fits today is to be updated after the step that it
    does not fit. Other machines and client libraries are not seen. Where
    there is no kubectl the check does not apply.`,
  fix: advice`Install a kubectl within one minor version of the control plane, best of the target's.`,
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
    yield {
      level: 'warn',
      at,
      // One that fits today serves the update itself.
      phase: at === current ? 'before' : 'after',
      resource: kubectlHere,
      message: `kubectl ${kubectl.version} is ${away} minors ${minor < at ? 'older' : 'newer'} than control plane ${format(at)}`,
      evidence: [{ observed: kubectl.version, required: windowOf(at) }],
      fix: installFix(at === current ? Math.min(current + allowedMinors, target) : at),
    } satisfies Finding;
  },
});

function windowOf(controlPlane: Minor): string {
  return `${format(controlPlane - allowedMinors)} to ${format(controlPlane + allowedMinors)}`;
}

function notReadable(version: string): Finding {
  return {
    level: 'unknown',
    rule: 'version-not-readable',
    resource: kubectlHere,
    message: `the version of kubectl is not readable: ${version}`,
    evidence: [{ observed: version, required: 'a version of Kubernetes 1.x' }],
    fix: advice`Compare what ${sh`kubectl version --client`} says with the control plane by hand.`,
  };
}

function installFix(minor: Minor): Advice {
  return advice`Install kubectl ${format(minor)} (for another system than Linux on x86 put its name and \`arm64\` in the
    places of \`linux\` and \`amd64\`), or by your package manager.\n${commands(
      sh`version=$(curl -sL https://dl.k8s.io/release/stable-${format(minor)}.txt)`,
      sh`curl -LO "https://dl.k8s.io/release/$version/bin/linux/amd64/kubectl"`,
      sh`sudo install -m 0755 kubectl /usr/local/bin/kubectl`,
    )}`;
}
