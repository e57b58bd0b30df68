import * as z from 'zod/mini';
import { isBelow, type Minor } from '../syntax/versions.ts';
import { confidence, minor, source, table, version } from './cells.ts';

/** Releases of a controller with the Kubernetes versions that its project lists for them. */
export interface ControllerRange {
  /** As the project writes it: `1.18`, `0.45.1`, `0.10-0.17`, `0.18+`. */
  releases: string;
  /** The first release: `0.10.0`. */
  from: string;
  /** The release after the last one: `0.18.0`; null: all later ones. */
  below: string | null;
  /** Null: the project states no minimum. */
  min: Minor | null;
  /** Null: the project states no maximum. */
  max: Minor | null;
}

const releasesPattern = /^(\d+(?:\.\d+){0,2})(?:(\+)|-(\d+(?:\.\d+){0,2}))?$/;
const kubernetesPattern = /^(?:1\.(\d+)\+|(?:1\.(\d+))?-1\.(\d+))$/;

const ranges = () =>
  z.pipe(
    z.record(
      z.string().check(z.regex(releasesPattern, { abort: true }), z.refine(beginsBeforeEnd)),
      z.string().check(z.regex(kubernetesPattern, { abort: true }), z.refine(hasMinimumFirst)),
    ),
    z.transform((written) => Object.entries(written).map(([releases, kubernetes]) => parseRange(releases, kubernetes))),
  );

function parseRange(releases: string, kubernetes: string): ControllerRange {
  return { releases, ...parseReleases(releases), ...parseKubernetes(kubernetes) };
}

function parseReleases(text: string): Pick<ControllerRange, 'from' | 'below'> {
  const [, first = '', open, last = first] = releasesPattern.exec(text) ?? [];
  return {
    from: `${first}.0.0`.split('.').slice(0, 3).join('.'),
    below: open === undefined ? afterLast(last) : null,
  };
}

function beginsBeforeEnd(text: string): boolean {
  const { from, below } = parseReleases(text);
  return below === null || isBelow(from, below);
}

function parseKubernetes(text: string): Pick<ControllerRange, 'min' | 'max'> {
  const [, open, min = open, max] = kubernetesPattern.exec(text) ?? [];
  return { min: min === undefined ? null : Number(min), max: max === undefined ? null : Number(max) };
}

function hasMinimumFirst(text: string): boolean {
  const { min, max } = parseKubernetes(text);
  return min === null || max === null || min <= max;
}

/** `0.17` becomes `0.18.0`, `0.45.1` becomes `0.45.2`. */
function afterLast(release: string): string {
  const numbers = release.split('.').map(Number);
  const next = numbers.map((number, index) => (index === numbers.length - 1 ? number + 1 : number));
  return [...next, 0, 0].slice(0, 3).join('.');
}

/** What must be true of a copy, too, for a break to hold. */
const condition = () =>
  z.union([
    /** An argument of a container. */
    z.strictObject({ flag: z.string() }),
    /** The environment variable is not set. */
    z.strictObject({ withoutVariable: z.string() }),
    /** What applies its objects. */
    z.strictObject({ owner: z.enum(['Argo CD', 'Flux']) }),
    /** What no fact shows, as a clause. */
    z.strictObject({ text: z.string() }),
  ]);

const chart = () =>
  z.strictObject({ name: z.string(), repository: z.strictObject({ name: z.string(), url: z.string() }) });

/** How a controller is recognized, and what its project states. */
const controllerRow = () =>
  z.strictObject({
    rowKind: z.literal('controller'),
    controller: z.string(),
    title: z.string(),
    kinds: z.array(z.enum(['Deployment', 'DaemonSet', 'StatefulSet', 'CronJob'])),
    /** The last part of the image's path, or the last two if one alone is ambiguous. */
    images: z.array(z.string()),
    /** Names of its workloads, the main one first. */
    names: z.array(z.string()),
    /** Values of the labels that name an application, such as `app.kubernetes.io/name`; omitted if they are its names. */
    labels: z.optional(z.array(z.string())),
    /** Names of other workloads, and of containers in them, that run one of its images. */
    otherNames: z.optional(z.array(z.string())),
    /** Images whose workload in the same namespace shows that it belongs to another control plane, which runs in pods. */
    notBeside: z.optional(z.array(z.string())),
    /** The label of a pod template with the name of a revision, of which several can run at once. */
    revisionLabel: z.optional(z.string()),
    /** What precedes the version in an image tag. */
    tagPrefix: z.optional(z.string()),
    /**
     * `label`: image tags have another numbering, and the label `app.kubernetes.io/version` has the version; `tag`:
     * that label has another numbering. Omitted if both have the version.
     */
    versionFrom: z.optional(z.enum(['label', 'tag'])),
    /** What installs it into this namespace. */
    operator: z.optional(z.strictObject({ name: z.string(), namespace: z.string() })),
    /** The EKS add-on that can install it. */
    addon: z.nullable(z.string()),
    /** A Kubernetes version outside the listed ones: `warn`; `tested`: only noted; `none`: no list. */
    outsideRange: z.enum(['warn', 'tested', 'none']),
    chart: chart(),
    /** The page with its releases and their notes. */
    releases: source,
    source,
  });

/** Releases that break on a Kubernetes version. */
const breakRow = () =>
  z.strictObject({
    rowKind: z.literal('break'),
    controller: z.string(),
    from: z.optional(version),
    /** The first release without the defect. */
    below: z.optional(version),
    only: z.optional(z.array(version)),
    kubernetesFrom: z.optional(minor),
    /** The first Kubernetes version on which it does not break. */
    kubernetesBelow: z.optional(minor),
    /** `install-only`: the running copy works, its manifest can no longer be applied. */
    effect: z.enum(['stops', 'degraded', 'install-only', 'deprecated-only', 'unknown']),
    certainty: z.enum(['high', 'medium', 'low']),
    condition: z.optional(condition()),
    /** Continues `Strimzi 0.43.0 `: starts with a verb. */
    what: z.string(),
    source,
  });

/** Releases that behave differently as soon as all nodes have a Kubernetes version. */
const flipRow = () =>
  z.strictObject({
    rowKind: z.literal('flip'),
    controller: z.string(),
    from: version,
    /** The first release that no longer does; omitted if all later ones do. */
    below: z.optional(version),
    nodesFrom: minor,
    /** The environment variable that sets the behaviour, whatever the nodes have. */
    unlessVariable: z.string(),
    /** Continues `Istio 1.28.3 `: starts with a verb. */
    what: z.string(),
    /** What the change means for workloads: sentences. */
    meaning: z.string(),
    instead: z.string(),
    source,
  });

const rangesRow = () =>
  z.strictObject({
    rowKind: z.literal('ranges'),
    controller: z.string(),
    meaning: z.enum(['supported', 'tested']),
    /** By releases of the controller (`1.18`), the Kubernetes versions (`1.31-1.34`). */
    versions: ranges(),
    source,
    confidence,
  });

/** How many of its newest minor releases a project supports. */
const supportRow = () =>
  z.strictObject({
    rowKind: z.literal('support'),
    controller: z.string(),
    newest: z.number().check(z.int(), z.positive()),
    source,
    confidence,
  });

/** A vendor whose builds have separate versions and support. */
const vendorRow = () =>
  z.strictObject({
    rowKind: z.literal('vendor'),
    vendor: z.string(),
    /** Parts of the image's path, the registry among them. */
    paths: z.array(z.string()),
    /** Words in the image's tag. */
    tags: z.array(z.string()),
    source,
  });

/** The table of controllers that teams install themselves. */
export const controllersTables = {
  controllers: table(() =>
    z.discriminatedUnion('rowKind', [controllerRow(), rangesRow(), supportRow(), breakRow(), flipRow(), vendorRow()]),
  ),
};
