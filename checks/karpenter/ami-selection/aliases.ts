import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { format, isBelow, parseVersion, type Minor } from '../../../src/syntax/versions.ts';

type Here = Pick<Context<'karpenter-images'>, 'cluster' | 'current' | 'versions' | 'tables'>;

/** The finding for an alias pinned to a release that has, or may have, no images for a minor version of the path. */
export function* pinnedFinding({ kind, name, alias }: KarpenterNodeClass, here: Here): Generator<Finding> {
  const [family = '', release = 'latest'] = alias?.split('@') ?? [];
  // Amazon Linux 2 has a separate check; a Windows alias cannot be pinned.
  if (release === 'latest' || !['al2023', 'bottlerocket'].includes(family)) return;
  const { current, versions } = here;
  const states = versions.map((version) => ({ version, state: resolveImageState(family, release, version, here) }));
  const without = states.find(({ state }) => state === 'none');
  const open = states.find(({ version, state }) => state === 'unknown' && version > current);
  const common = { resource: { kind, name }, evidence: [{ observed: `alias ${alias ?? ''}` }] };
  if (without !== undefined) {
    const { version } = without;
    yield {
      ...common,
      level: 'fail',
      rule: 'pinned',
      ...(version > current ? { at: version } : {}),
      message: `its alias ${alias ?? ''} is older than the first AMIs for ${format(version)}: Karpenter cannot launch nodes`,
      evidence: [
        {
          observed: `alias ${alias ?? ''}`,
          required: `${family}@${findFirstRelease(family, version, here) ?? ''} or newer`,
        },
      ],
      fix: advice`Pin a release that has AMIs for ${formatSpan(current, version)}, or use \`${family}@latest\`.
        ${buildReleaseLookup(family, release, version, here)}`,
    };
    return;
  }
  if (open === undefined) return;
  yield {
    ...common,
    level: 'unknown',
    rule: 'pinned',
    short: 'AMIs of the pinned alias unknown',
    at: open.version,
    message: `unknown whether its alias ${alias ?? ''} has an AMI for ${format(open.version)}`,
    fix: advice`Look up the AMIs; if there is none for ${format(open.version)}, pin a newer release.
      ${buildReleaseLookup(family, release, open.version, here)}`,
  };
}

/**
 * The versions for which the new release must have AMIs: from the current one to the first one for which the pinned
 * release has none.
 */
function formatSpan(current: Minor, version: Minor): string {
  return version === current ? format(version) : `every version from ${format(current)} to ${format(version)}`;
}

/**
 * For a Kubernetes version in the table, images exist from the first release for that version on. For older Kubernetes
 * versions, every release has images; for newer ones, the state is unknown.
 */
function resolveImageState(family: string, release: string, version: Minor, here: Here): 'there' | 'none' | 'unknown' {
  const first = findFirstRelease(family, version, here);
  if (first !== undefined) {
    const isOlder = isOlderRelease(family, release, first);
    if (isOlder === undefined) return 'unknown';
    return isOlder ? 'none' : 'there';
  }
  const known = here.tables['karpenter-images'].flatMap((row) =>
    row.rowKind === 'first-release' && row.family === family ? [row.kubernetes] : [],
  );
  return known.some((kubernetes) => version < kubernetes) ? 'there' : 'unknown';
}

/**
 * AL2023 releases are dates; Bottlerocket releases are versions, which Karpenter accepts with and without the `v`.
 * Undefined: not a valid Bottlerocket release.
 * Source: https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/providers/amifamily/bottlerocket.go
 */
function isOlderRelease(family: string, release: string, first: string): boolean | undefined {
  if (family !== 'bottlerocket') return release < first;
  const version = /^v?\d+\.\d+\.\d+(-[\da-f]+)?$/.test(release) ? parseVersion(release) : undefined;
  const firstVersion = parseVersion(first);
  return version === undefined || firstVersion === undefined ? undefined : isBelow(version, firstVersion);
}

function findFirstRelease(family: string, version: Minor, { tables }: Here): string | undefined {
  const row = tables['karpenter-images'].find(
    (one) => one.rowKind === 'first-release' && one.family === family && one.kubernetes === version,
  );
  return row?.rowKind === 'first-release' ? row.release : undefined;
}

/** A command that lists the AL2023 releases of a minor version, or the images of a Bottlerocket release for it. */
function buildReleaseLookup(family: string, release: string, version: Minor, { cluster }: Here): Advice {
  const path =
    family === 'bottlerocket'
      ? `/aws/service/bottlerocket/aws-k8s-${format(version)}/x86_64/${release.replace(/^v/, '')}`
      : `/aws/service/eks/optimized-ami/${format(version)}/amazon-linux-2023/x86_64/standard`;
  const what =
    family === 'bottlerocket'
      ? advice`This command prints nothing if there is none`
      : advice`This command lists the releases`;
  return advice`${what}:\n${commands(
    continued(
      sh`aws ssm get-parameters-by-path --region ${cluster.region} --recursive --path ${path}`,
      sh`--query ${'Parameters[].Name'} --output text`,
    ),
  )}`;
}

/** The finding for a family without images for a version. Before 1.0, `amiFamily` applies if nothing selects AMIs. */
export function* familyFinding(
  { kind, name, alias, amiFamily, selectors, terms }: KarpenterNodeClass,
  today: string | undefined,
  { current, versions, tables }: Here,
): Generator<Finding> {
  const isNamed = terms.amis.length > 0 || selectors.amis !== null;
  const isFound = !isNamed && today !== undefined && isBelow(today, '1.0.0');
  const family = alias?.split('@')[0] ?? (isFound ? amiFamily?.toLowerCase() : undefined);
  const row = tables['karpenter-images'].find((one) => one.rowKind === 'family' && one.family === family);
  if (row?.rowKind !== 'family') return;
  const { from, last, source } = row;
  const at = versions.find(
    (version) => (from !== undefined && version < from) || (last !== undefined && version > last),
  );
  if (at === undefined) return;
  const bound = from === undefined ? `for ${format(last ?? at)} or older` : `for ${format(from)} or newer`;
  yield {
    level: 'fail',
    rule: 'family',
    ...(at === current ? {} : { at }),
    resource: { kind, name },
    message: `Karpenter finds no AMI of the family ${family ?? ''} for ${format(at)}, and cannot launch nodes`,
    evidence: [
      { observed: alias === null ? `amiFamily ${amiFamily ?? ''}` : `alias ${alias}`, required: `AMIs ${bound}` },
    ],
    fix: advice`Select AMIs with \`amiSelectorTerms\`, or use a family that has AMIs for ${format(at)}.`,
    links: [source],
  };
}
