import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import type { NodeFact } from '../../src/facts/facts.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { parseImageReference } from '../../src/syntax/image-reference.ts';
import { sh } from '../../src/syntax/shell.ts';
import { formatFirst } from '../../src/syntax/english.ts';
import { isBelow, parseVersion, type Minor } from '../../src/syntax/versions.ts';

type Runtimes = Tables['container-runtimes'];

export default defineCheck({
  id: 'workloads/schema-1-images',
  title: 'Images that containerd 2 does not pull',
  short: 'image has a schema 1 manifest',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `containerd 2.0 no longer pulls images whose manifest has Docker's schema 1 (before Docker 1.10), and containerd
    2.1 has no setting that allows it. On new nodes, the pods of such an image stay in ImagePullBackOff. They still run
    on nodes that have pulled the image with containerd 1.x, so the problem shows when the update replaces the nodes.

    The Kubernetes API does not report the schema of an image, only the registry does. The check reports images that
    GitHub issues name as schema 1, by registry, name and tag. It does not recognize other images or copies in another
    registry; a reported image that is pinned to a digest is unknown. containerd 1.7.9 and later log a warning when they pull such an image. The check reads
    the templates of workloads, not Jobs and pods without a template, and reports nothing if no node has containerd 1.x,
    or if the update does not move its nodes to containerd 2.`,
  fix: advice`Use a newer tag of the image, or rebuild the image and push it to your own registry. Ask the registry for
    the manifests of other old images (\`"schemaVersion": 1\`).`,
  links: ['https://github.com/containerd/containerd/pull/9765', 'https://github.com/containerd/containerd/pull/11681'],
  needs: ['nodes'],
  uses: ['deployments', 'daemonSets', 'statefulSets', 'cronJobs'],
  tables: ['schema-1-images', 'container-runtimes'],

  *run({ nodes, deployments = [], daemonSets = [], statefulSets = [], cronJobs = [] }, { current, versions, tables }) {
    const moves = nodes.flatMap((node) => findMove(node, versions, tables['container-runtimes']) ?? []);
    if (moves.length === 0) return;
    const at = Math.min(...moves);
    const all = Object.entries({ deployments, daemonSets, statefulSets, cronJobs }).flatMap(([fact, own]) =>
      own.map((workload) => ({ fact, ...workload })),
    );
    for (const { fact, kind, namespace, name, containers, windows } of all) {
      if (windows === true) continue;
      const listed = containers.flatMap(({ image }) => {
        const row = findRow(image, tables['schema-1-images']);
        return row === undefined ? [] : [{ image, source: row.source }];
      });
      const known = listed.filter(({ image }) => !image.includes('@'));
      const [pinned] = listed;
      if (known.length === 0 && pinned !== undefined)
        yield unknownDigest({ kind, namespace, name }, pinned.image, fact);
      if (known.length === 0) continue;
      const images = [...new Set(known.map(({ image }) => image))];
      yield {
        level: 'warn',
        ...(at > current ? { at } : {}),
        resource: { kind, namespace, name },
        message: `containerd 2 does not pull its image ${formatFirst(images)}`,
        evidence: images.map((observed) => ({ observed, required: 'an image with a schema 2 or OCI manifest', fact })),
        links: [...new Set(known.map(({ source }) => source))],
      } satisfies Warning;
    }
  },
});

/** For a listed image: only the registry shows whether the digest is that of the listed tag. */
function unknownDigest(resource: Warning['resource'], image: string, fact: string): Warning {
  return {
    level: 'unknown',
    rule: 'digest',
    short: 'schema of an image by digest is unknown',
    resource,
    message: `issues report this image with a schema 1 manifest, and whether the digest has one is unknown: ${image}`,
    evidence: [{ observed: image, required: 'an image with a schema 2 or OCI manifest', fact }],
    fix: advice`Ask the registry: \`"schemaVersion": 1\` is the old schema.\n${commands(
      sh`docker buildx imagetools inspect --raw ${image}`,
    )}`,
  };
}

/** Compute types whose nodes AWS maintains, or that no EKS AMI is for. */
const others: ReadonlySet<NodeFact['computeType']> = new Set(['fargate', 'auto', 'virtual', 'hybrid']);

/** The first version on the path whose nodes have containerd 2, for a node with an older runtime. */
function findMove(node: NodeFact, versions: readonly Minor[], rows: Runtimes): Minor | undefined {
  const { computeType, osImage, containerRuntimeVersion } = node;
  const [, name, text = ''] = /^(docker|containerd):\/\/(.*)$/.exec(containerRuntimeVersion) ?? [];
  const isOld = name === 'docker' || (name === 'containerd' && isBelow(parseVersion(text) ?? '2.0.0', '2.0.0'));
  if (!isOld || others.has(computeType) || osImage.startsWith('Windows')) return undefined;
  const first = findFirstImage(osImage, rows);
  return first === undefined ? undefined : versions.find((version) => version >= first);
}

/** The first version with containerd 2: of EKS AMIs for the operating system, otherwise the one that requires it. */
function findFirstImage(osImage: string, rows: Runtimes): Minor | undefined {
  const family = osImage.startsWith('Bottlerocket') ? 'BOTTLEROCKET' : 'AL2023';
  const ofAws = osImage.startsWith('Bottlerocket') || osImage.startsWith('Amazon Linux');
  const minors = rows.flatMap((row) => {
    if (row.rowKind === 'refused') return !ofAws && row.below === '2.0.0' ? [row.from] : [];
    if (row.rowKind !== 'image') return [];
    const has2 = row.runtime === 'containerd' && row.version !== null && !isBelow(row.version, '2.0.0');
    return ofAws && row.family === family && has2 ? [row.kubernetes] : [];
  });
  return minors.length === 0 ? undefined : Math.min(...minors);
}

/** The row of an image by its tag; by its name alone if it has only a digest. */
function findRow(image: string, rows: Tables['schema-1-images']): Tables['schema-1-images'][number] | undefined {
  const { repository, tag } = parseImageReference(image);
  return rows.find(({ images, tags }) => images.includes(repository) && (tag === undefined || tags.includes(tag)));
}
