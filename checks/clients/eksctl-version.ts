import { advice, commands, type Advice } from '../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding, type Resource } from '../../src/check.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { sh } from '../../src/languages/shell.ts';
import { format, isBelow, parseVersion, type Minor } from '../../src/languages/versions.ts';

type Rows = Tables['eksctl'];

/** A version that this eksctl has to have, and why. */
interface Floor {
  minimum: string;
  /** The Kubernetes version that a lower eksctl does not know; undefined: what the user guide asks for. */
  kubernetes?: Minor;
  source: string;
}

const eksctlHere: Resource = { kind: 'Program', name: 'eksctl', note: 'on the PATH of the scan' };

export default defineCheck({
  id: 'clients/eksctl-version',
  title: 'eksctl too old for the update',
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  why: `\`eksctl upgrade cluster\` refuses a Kubernetes version that it does not know. Before 0.202.0 each release carried a
    list of its own; since then it asks EKS. The user guide names the lowest eksctl for its update procedure.

    Judged is the eksctl on the PATH of the machine that scans, against each version of the path; it is asked for its
    version only. It matters where eksctl makes the update: the console, the AWS CLI and Terraform do without. Where
    there is no eksctl, the check does not apply.`,
  fix: advice`Update eksctl before you run \`eksctl upgrade cluster\`.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/eksctl/installation.html',
    'https://github.com/eksctl-io/eksctl/releases',
  ],
  needs: ['eksctl'],
  tables: ['eksctl'],
  applies: { needs: ['eksctl'], when: ({ eksctl }) => eksctl !== null || 'no eksctl on the PATH of the scan' },

  *run({ eksctl }, { versions, now, tables }) {
    if (eksctl === null) return;
    const version = parseVersion(eksctl.version);
    if (version === undefined) {
      yield notReadable(eksctl.version);
      return;
    }
    const below = floorsFor(tables.eksctl, versions, now).filter(({ minimum }) => isBelow(version, minimum));
    const [worst] = below;
    const at = worst?.kubernetes ?? versions[1];
    if (worst === undefined || at === undefined) return;
    yield {
      level: 'warn',
      at,
      resource: eksctlHere,
      message: messageOf(eksctl.version, worst),
      evidence: below.map(floorEvidence(eksctl.version)),
      fix: installFix(below),
      links: [worst.source],
    } satisfies Finding;
  },
});

/** What each step asks for, then what the guide asked for at the time of judging. */
function floorsFor(rows: Rows, versions: readonly Minor[], now: string): Floor[] {
  const steps = versions.slice(1).flatMap((kubernetes) => knowing(rows, kubernetes));
  const guide = rows.findLast((row) => row.rowKind === 'guide' && row.since <= now);
  return guide?.rowKind === 'guide' ? [...steps, { minimum: guide.minimum, source: guide.source }] : steps;
}

/** The first eksctl that takes this version; behind the last of the lists, the first that carries none. */
function knowing(rows: Rows, kubernetes: Minor): Floor[] {
  const lists = rows.flatMap((row) => (row.rowKind === 'knows' ? [row] : []));
  const own = lists.find((row) => row.kubernetes === kubernetes);
  const isBehind = lists.every((row) => row.kubernetes < kubernetes);
  const row = own ?? (isBehind ? rows.find(({ rowKind }) => rowKind === 'asks-eks') : undefined);
  return row?.rowKind === 'knows' || row?.rowKind === 'asks-eks'
    ? [{ minimum: row.from, kubernetes, source: row.source }]
    : [];
}

function messageOf(version: string, { minimum, kubernetes }: Floor): string {
  return kubernetes === undefined
    ? `eksctl ${version} is below ${minimum}, which the user guide asks for`
    : `eksctl ${version} does not know Kubernetes ${format(kubernetes)}: ${minimum} is the first that does`;
}

function floorEvidence(observed: string): (floor: Floor) => Evidence {
  return ({ minimum, kubernetes }) => ({
    observed,
    required: `${minimum} or newer${kubernetes === undefined ? '' : ` for Kubernetes ${format(kubernetes)}`}`,
  });
}

function notReadable(version: string): Finding {
  return {
    level: 'unknown',
    rule: 'version-not-readable',
    resource: eksctlHere,
    message: `the version of eksctl is not readable: ${version}`,
    evidence: [{ observed: version, required: 'a version number' }],
    fix: advice`Compare what ${sh`eksctl version`} says with the user guide by hand.`,
  };
}

function installFix(below: readonly Floor[]): Advice {
  const minimum = below.map((floor) => floor.minimum).reduce((a, b) => (isBelow(a, b) ? b : a));
  return advice`Install eksctl ${minimum} or newer, best the newest (for another system than Linux on x86 take its
    archive), or update it by your package manager.\n${commands(
      sh`curl -sL https://github.com/eksctl-io/eksctl/releases/latest/download/eksctl_Linux_amd64.tar.gz | tar xz -C /tmp`,
      sh`sudo install -m 0755 /tmp/eksctl /usr/local/bin/eksctl`,
      sh`eksctl version`,
    )}`;
}
