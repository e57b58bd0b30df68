import { advice, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import type { Component } from '../../src/facts/kube.ts';
import { format, isBelow, parseMinor, type Minor } from '../../src/syntax/versions.ts';
import { calledWithVersion, observedVersion, toResource, versionNotReadable } from '../../src/for-checks/components.ts';
import { findNewestRelease, formatTag, setImage, type Rows } from '../../src/for-checks/cluster-autoscaler.ts';
import { afterPermissions, toEvidence } from '../../src/for-checks/permissions-first.ts';
import { compareRights } from '../../src/for-checks/release-permissions.ts';
import { findFirstBreak, listBreaks, type FirstBreak } from './shared/controller-breaks.ts';

const component = 'cluster-autoscaler';

export default defineCheck({
  id: 'addons/cluster-autoscaler-version',
  title: 'Cluster Autoscaler version does not match the control plane',
  short: {
    '': 'does not match the control plane',
    'version-not-readable': 'version cannot be read',
  },
  task: {
    '': 'Update the Cluster Autoscaler',
    'version-not-readable': 'Check the version of the Cluster Autoscaler',
  },
  severity: 'warn',
  blocks: 'nodes',
  phase: 'after',
  why: `The Cluster Autoscaler contains the Kubernetes scheduler code of its own minor version and is tested only with
    control planes of that version. With a different version, it may add nodes that do not help a pending pod, or
    remove nodes that are still needed. The user guide asks for the newest release of the control plane's minor
    version right after the control plane update; with several updates in a row, after each of them.

    A copy that already runs the last version of the path is not reported, unless it is known to break on an earlier
    version of the path: releases 1.35 and later do not scale a cluster that is at 1.33 or earlier. If the newest release of a version is
    unknown, only the minor version is compared.

    Some releases need a permission that earlier ones do not, and run without scaling if they lack it: the fix compares
    the ClusterRoles and the IAM role with what the releases of the path need, and adds it before the image.`,
  fix: advice`After the control plane's update, set the Cluster Autoscaler to the newest release of the same minor
    version.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://github.com/kubernetes/autoscaler/tree/master/cluster-autoscaler#releases',
    'https://github.com/kubernetes/autoscaler/releases',
  ],
  needs: ['clusterAutoscalers'],
  uses: ['componentRights'],
  tables: ['cluster-autoscaler', 'controllers', 'release-permissions'],
  applies: {
    needs: ['clusterAutoscalers'],
    when: ({ clusterAutoscalers }) => clusterAutoscalers.length > 0 || 'no Cluster Autoscaler runs in this cluster',
  },

  *run({ clusterAutoscalers, componentRights }, { current, target, versions, tables }) {
    const breaks = listBreaks(tables.controllers, component);
    for (const copy of clusterAutoscalers) {
      const minor = copy.version === null ? undefined : parseMinor(copy.version);
      if (copy.version === null || minor === undefined) {
        yield versionNotReadable(copy, 'the Cluster Autoscaler');
        continue;
      }
      const at = minor > target ? current : (versions.find((version) => version > minor) ?? target);
      const until = versions.filter((version) => version <= at);
      const held = findFirstBreak(breaks, copy.version, until);
      const isBrokenToday = held?.at === current;
      const wantedMinor = isBrokenToday ? current : target;
      const wanted = findNewestRelease(tables['cluster-autoscaler'], wantedMinor);
      const isSameMinor = minor === target && held === undefined;
      if (isSameMinor && (wanted === undefined || !isBelow(copy.version, wanted))) continue;
      const ahead = isBrokenToday ? versions : versions.filter((version) => version > minor);
      const rights = compareRights(tables['release-permissions'], componentRights, {
        component,
        copy,
        from: copy.version,
        releases: (ahead.length === 0 ? versions.slice(-1) : ahead).map(
          (version) => findNewestRelease(tables['cluster-autoscaler'], version) ?? `${format(version)}.0`,
        ),
      });
      yield {
        level: 'warn',
        at,
        resource: toResource(copy),
        ...(isSameMinor ? { short: 'not the newest patch version' } : {}),
        message: buildMessage(copy, isSameMinor ? wanted : undefined, minor > target ? target : at),
        evidence: [
          { observed: observedVersion(copy), required: wanted ?? `${format(wantedMinor)}.x` },
          ...toEvidence(rights),
        ],
        fix: afterPermissions(
          rights,
          { component, copy },
          imageFix(copy, tables['cluster-autoscaler'], ahead, versions),
        ),
        ...(held === undefined ? {} : describeBreak(copy, held)),
        ...(isBrokenToday ? { phase: 'before' as const } : {}),
      } satisfies Warning;
    }
  },
});

/** What a break changes in the finding of a copy that does not match the control plane. */
function describeBreak(copy: Component, { broken, at }: FirstBreak) {
  return {
    at,
    short: 'does not work with the control plane',
    message: `${buildMessage(copy, undefined, at)}, and ${broken.what}`,
    links: [broken.source],
  };
}

function buildMessage(copy: Component, newer: string | undefined, controlPlane: Minor): string {
  const name = calledWithVersion(copy, 'Cluster Autoscaler');
  if (newer !== undefined) return `${name} is not the newest patch of its minor version: ${newer} is available`;
  return `${name} does not match control plane ${format(controlPlane)}`;
}

/**
 * Commands for the first of the versions that need another release, or for the last version of the path if none does;
 * later versions are only named.
 */
function imageFix(copy: Component, rows: Rows, ahead: readonly Minor[], versions: readonly Minor[]): Advice {
  const [next = 0, ...later] = ahead.length === 0 ? versions.slice(-1) : ahead;
  const further = later.map((version) => `${formatTag(rows, version)} at ${format(version)}`).join(', ');
  const repeat = later.length === 0 ? advice`` : advice`\nRepeat this after each further update: ${further}.`;
  const [today = next] = versions;
  const set = next > today ? `Once the control plane is at ${format(next)}, set` : 'Set';
  const beginning = `${set} the image to the newest release of the control plane's minor version`;
  return advice`${setImage(beginning, copy, formatTag(rows, next))}${repeat}`;
}
