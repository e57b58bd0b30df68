import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Resource, type Warning } from '../../src/check.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, isBelow, parseVersion, type Minor } from '../../src/syntax/versions.ts';

type Rows = Tables['eksctl'];

/** A minimum version of eksctl, and its source. */
interface Floor {
  minimum: string;
  /** The Kubernetes version that an older eksctl does not support; undefined: the user guide's minimum. */
  kubernetes?: Minor;
  source: string;
}

const eksctlHere: Resource = { kind: 'Program', name: 'eksctl', note: 'on the PATH of the scan' };

export default defineCheck({
  id: 'clients/eksctl-version',
  title: 'eksctl is too old for the update',
  short: { '': 'eksctl too old', 'version-not-readable': 'version cannot be read' },
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  why: `\`eksctl upgrade cluster\` rejects a Kubernetes version that it does not know. Before 0.202.0, each release
    contained a list of versions; since then, it asks EKS. The user guide names the minimum eksctl version for its
    update procedure.

    The eksctl on the PATH of the machine that scans is judged against each version of the path; only its version
    is read. It matters if you update with eksctl: the console, the AWS CLI and Terraform do not need it. The
    check does not apply without eksctl.`,
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
      message: buildMessage(eksctl.version, worst),
      evidence: below.map(floorEvidence(eksctl.version)),
      fix: installFix(below),
      links: [worst.source],
    } satisfies Warning;
  },
});

/** The minimum for each step, then the user guide's minimum at the time of the scan. */
function floorsFor(rows: Rows, versions: readonly Minor[], now: string): Floor[] {
  const steps = versions.slice(1).flatMap((kubernetes) => knowing(rows, kubernetes));
  const guide = rows.findLast((row) => row.rowKind === 'guide' && row.since <= now);
  return guide?.rowKind === 'guide' ? [...steps, { minimum: guide.minimum, source: guide.source }] : steps;
}

/**
 * The first eksctl that supports a Kubernetes version. For a version that is newer than all in the table: the
 * first eksctl that gets the versions from EKS.
 */
function knowing(rows: Rows, kubernetes: Minor): Floor[] {
  const lists = rows.flatMap((row) => (row.rowKind === 'knows' ? [row] : []));
  const own = lists.find((row) => row.kubernetes === kubernetes);
  const isBehind = lists.every((row) => row.kubernetes < kubernetes);
  const row = own ?? (isBehind ? rows.find(({ rowKind }) => rowKind === 'asks-eks') : undefined);
  return row?.rowKind === 'knows' || row?.rowKind === 'asks-eks'
    ? [{ minimum: row.from, kubernetes, source: row.source }]
    : [];
}

function buildMessage(version: string, { minimum, kubernetes }: Floor): string {
  return kubernetes === undefined
    ? `eksctl ${version} is older than ${minimum}, which the user guide requires`
    : `eksctl ${version} does not support Kubernetes ${format(kubernetes)}: ${minimum} is the first version that does`;
}

function floorEvidence(observed: string): (floor: Floor) => Evidence {
  return ({ minimum, kubernetes }) => ({
    observed,
    required: `${minimum} or newer${kubernetes === undefined ? '' : ` for Kubernetes ${format(kubernetes)}`}`,
  });
}

function notReadable(version: string): Warning {
  return {
    level: 'unknown',
    rule: 'version-not-readable',
    resource: eksctlHere,
    message: `cannot read the version of eksctl: ${version}`,
    evidence: [{ observed: version, required: 'a version number' }],
    fix: advice`Compare the output of ${sh`eksctl version`} with the user guide.`,
  };
}

function installFix(below: readonly Floor[]): Advice {
  const minimum = below.map((floor) => floor.minimum).reduce((a, b) => (isBelow(a, b) ? b : a));
  return advice`Install eksctl ${minimum} or newer, preferably the newest (use the matching archive for systems other
    than Linux on x86), or update it with your package manager.\n${commands(
      sh`curl -sL https://github.com/eksctl-io/eksctl/releases/latest/download/eksctl_Linux_amd64.tar.gz | tar xz -C /tmp`,
      sh`sudo install -m 0755 /tmp/eksctl /usr/local/bin/eksctl`,
      sh`eksctl version`,
    )}`;
}
