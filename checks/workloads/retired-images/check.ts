import { defineCheck, type Evidence, type Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { isFinished } from '../../../src/for-checks/drained-pods.ts';
import { advice, commands, joinAdvice, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import { formatFirst } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { formatKey, listImageUsers, type ImageUser } from './image-users.ts';
import { findRetired, listOpen, type Row } from './rows.ts';

export default defineCheck({
  id: 'workloads/retired-images',
  title: 'Images that their registry no longer has',
  short: { removed: 'image is no longer in its registry', announced: 'registry of an image will close' },
  task: { removed: 'Replace images that were removed', announced: 'Replace images of closing registries' },
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `A pod keeps running after its image was removed from the registry, and restarts on a node that has the image. An
    update of the nodes replaces these nodes: the new ones must pull the image, and the pod stays in ImagePullBackOff.

    The check compares the images of Deployments, DaemonSets, StatefulSets and CronJobs, and of running pods of other
    controllers and of injected containers, with paths whose owners announced that they removed the images, or when they will
    (\`rules/retired-images.json\`). It does not report copies under other names, such as in your own registry or a pull-through
    cache of Amazon ECR, workloads whose pods run another image than their template names, because a webhook replaced it, or
    workloads scaled to 0. It asks no registry: a tag such as \`latest\`, and a digest below a path where only tags with a version
    were removed, are named and not judged. A mirror in the configuration of containerd is not visible in the API, so this is a
    warning. k8s.gcr.io, which still redirects, is judged by workloads/removed-features.`,
  fix: advice`Use an image of another path, or push a copy to your own registry.`,
  links: ['https://kubernetes.io/docs/concepts/containers/images/#imagepullbackoff'],
  // Without the pods, an image that a webhook replaces would count as the image of the template.
  needs: ['pods', 'podImages'],
  uses: ['deployments', 'daemonSets', 'statefulSets', 'cronJobs'],
  warnsBy: ['deployments', 'daemonSets', 'statefulSets', 'cronJobs'],
  tables: ['retired-images'],
  basis(facts, { tables }) {
    const open = listOpen(
      listImageUsers(facts).flatMap(({ images }) => images.map(({ image }) => image)),
      tables['retired-images'],
    );
    return open.length === 0
      ? undefined
      : `not judged, because only the registry shows whether they are still there: ${formatFirst(open)}`;
  },

  *run(facts, { tables, now }) {
    const rewritten = findRewritten(facts);
    for (const user of listImageUsers(facts)) {
      if (rewritten.has(formatKey(user.resource))) continue;
      const found = user.images.flatMap((one) => {
        const row = findRetired(one.image, tables['retired-images']);
        return row === undefined ? [] : [{ ...one, row }];
      });
      const byRule = grouped(found, ({ row }) => (row.on > now.slice(0, 10) ? 'announced' : 'removed'));
      for (const [rule, images] of byRule) yield toWarning(user, rule, images);
    }
  },
});

/** Workloads whose running pods have no image below a retired path: something replaced the one in the template. */
function findRewritten({ pods, podImages }: Pick<Facts, 'pods' | 'podImages'>): ReadonlySet<string> {
  const kept = new Set(podImages.map(formatKey));
  const running = pods.flatMap(({ namespace, controller, ...pod }) =>
    controller === null || isFinished(pod) ? [] : [formatKey({ namespace, ...controller })],
  );
  return new Set(running.filter((key) => !kept.has(key)));
}

type Found = readonly [Retired, ...Retired[]];
type Retired = ImageUser['images'][number] & { row: Row };

function toWarning(user: ImageUser, rule: 'removed' | 'announced', found: Found): Warning {
  const images = [...new Set(found.map(({ image }) => image))];
  const why = [...new Set(found.map(({ row }) => row.what))].join('; ');
  const what = { removed: 'cannot pull', announced: 'will not be able to pull' }[rule];
  return {
    level: 'warn',
    rule,
    resource: user.resource,
    message: `new nodes ${what} its image ${formatFirst(images)}: ${why}`,
    evidence: found.map(({ container, image, fact }): Evidence => ({
      observed: `container ${container}: ${image}`,
      required: 'an image that its registry has',
      fact,
    })),
    fix: buildFix(user, found),
    links: [...new Set(found.map(({ row }) => row.source))],
  };
}

function buildFix({ resource, owner }: ImageUser, found: Found): Advice {
  const { kind, namespace, name } = resource;
  const instead = [...new Set(found.map(({ row }) => row.instead))].map((text) => ofTable(text));
  const byHand = commands(sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`);
  const change = changeByOwner({ namespace, owner }, { goal: advice`the new image`, byHand });
  return joinAdvice([...instead, change], ' ');
}
