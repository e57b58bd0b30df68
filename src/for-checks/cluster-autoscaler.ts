import type { Component } from '../facts/kube.ts';
import { changeByOwner } from './component-update.ts';
import { parseRepository } from './components.ts';
import { advice, commands, type Advice } from '../syntax/advice.ts';
import { continued, sh } from '../syntax/shell.ts';
import { format, type Minor } from '../syntax/versions.ts';
import type { Tables } from '../tables/tables.ts';

export type Rows = Tables['cluster-autoscaler'];

/** The newest release of a minor version; undefined if the table has none. */
export function findNewestRelease(rows: Rows, minor: Minor): string | undefined {
  return rows.find(({ kubernetes }) => kubernetes === minor)?.newest;
}

/** The tag of the newest release of a minor version, or with a placeholder for the patch. */
export function formatTag(rows: Rows, minor: Minor): string {
  return `v${findNewestRelease(rows, minor) ?? `${format(minor)}.PATCH`}`;
}

/**
 * How to set the image to the newest release of a minor version.
 * @param beginning up to the name of the minor version: `Set the image to the newest release of 1.33`
 */
export function setImage(beginning: string, copy: Component, tag: string): Advice {
  const { namespace, name, image } = copy;
  const change = changeByOwner(copy, {
    goal: advice`the image's tag ${tag}`,
    chart: {
      name: 'cluster-autoscaler',
      repository: { name: 'autoscaler', url: 'https://kubernetes.github.io/autoscaler' },
      version: 'newer',
      values: sh`--set image.tag=${tag}`,
    },
    byHand: commands(
      continued(
        sh`kubectl -n ${namespace} set image deployment/${name}`,
        sh`cluster-autoscaler=${resolveImageRepository(image)}:${tag}`,
      ),
    ),
  });
  return advice`${beginning} (a newer patch than the one shown here also works). The container is named
    \`cluster-autoscaler\` in the project's manifests, \`aws-cluster-autoscaler\`
    in its Helm chart, where you change it with \`image.tag\` in the values. ${change}`;
}

/** The image's own repository, which may be a mirror, unless it is in gcr.io, which gets no new images. */
function resolveImageRepository(image: string): string {
  const repository = parseRepository(image);
  const isOld = repository === '' || /^(k8s|[a-z]+)\.gcr\.io\//.test(repository);
  return isOld ? 'registry.k8s.io/autoscaling/cluster-autoscaler' : repository;
}
