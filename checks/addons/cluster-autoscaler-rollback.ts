import { defineCheck, type Context, type Finding } from '../../src/check.ts';
import type { Component } from '../../src/facts/kube.ts';
import { calledWithVersion, observedVersion, toResource, versionNotReadable } from '../../src/for-checks/components.ts';
import { advice } from '../../src/syntax/advice.ts';
import { format, parseMinor } from '../../src/syntax/versions.ts';
import { findNewestRelease, formatTag, setImage } from '../../src/for-checks/cluster-autoscaler.ts';
import { breaksOn, listBreaks, type BreakRow } from './shared/controller-breaks.ts';

type Here = Context<'cluster-autoscaler' | 'controllers'>;

export default defineCheck({
  id: 'addons/cluster-autoscaler-rollback',
  title: 'Cluster Autoscaler that does not match the earlier version',
  short: {
    '': 'does not match the earlier version',
    break: 'does not work with the earlier version',
    'version-not-readable': 'version cannot be read',
  },
  task: 'Set the Cluster Autoscaler to the earlier minor version',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'down',
  why: `A rollback of the control plane does not change the Cluster Autoscaler. It is tested only with control planes of
    its own minor version, and some releases are known not to work with earlier ones: releases 1.35 and later do not
    scale a cluster that is at 1.33 or earlier. Such a release must be replaced before the rollback. Any other release
    of a different minor version is a warning: replace it after the rollback.`,
  fix: advice`Set the Cluster Autoscaler to the newest release of the earlier minor version.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
    'https://github.com/kubernetes/autoscaler/tree/master/cluster-autoscaler#releases',
  ],
  needs: ['clusterAutoscalers'],
  tables: ['cluster-autoscaler', 'controllers'],
  applies: {
    needs: ['clusterAutoscalers'],
    when: ({ clusterAutoscalers }) => clusterAutoscalers.length > 0 || 'no Cluster Autoscaler runs in this cluster',
  },

  *run({ clusterAutoscalers }, context) {
    const breaks = listBreaks(context.tables.controllers, 'cluster-autoscaler');
    for (const copy of clusterAutoscalers) {
      const { version } = copy;
      const minor = version === null ? undefined : parseMinor(version);
      if (version === null || minor === undefined) {
        yield versionNotReadable(copy, 'the Cluster Autoscaler');
        continue;
      }
      const broken = breaks.find((one) => breaksOn(one, version, context.target));
      if (broken !== undefined) yield breakFinding({ ...copy, version }, broken, context);
      else if (minor !== context.target) yield mismatchFinding(copy, context);
    }
  },
});

/** A failure only if the rollback stops it: not if it has stopped already, or is scaled to 0. */
function breakFinding(copy: Component & { version: string }, broken: BreakRow, context: Here): Finding {
  const { current, target, tables } = context;
  const isBrokenToday = breaksOn(broken, copy.version, current);
  const isCertain = broken.effect === 'stops' && broken.certainty === 'high' && copy.replicas !== 0;
  const beginning = `Before you roll back the control plane, set the image to the newest release of ${format(target)}`;
  return {
    level: isCertain && !isBrokenToday ? 'fail' : 'warn',
    ...(isBrokenToday ? {} : { at: target }),
    rule: 'break',
    resource: toResource(copy),
    message: `${buildMessage(copy, context)}, and ${broken.what}`,
    evidence: evidence(copy, context),
    fix: setImage(beginning, copy, formatTag(tables['cluster-autoscaler'], target)),
    links: [broken.source],
  };
}

function mismatchFinding(copy: Component, context: Here): Finding {
  const { target, tables } = context;
  const beginning = `Once the control plane is at ${format(target)}, set the image to the newest release of its minor version`;
  return {
    level: 'warn',
    at: target,
    phase: 'after',
    resource: toResource(copy),
    message: buildMessage(copy, context),
    evidence: evidence(copy, context),
    fix: setImage(beginning, copy, formatTag(tables['cluster-autoscaler'], target)),
  };
}

function buildMessage(copy: Component, { target }: Here): string {
  return `${calledWithVersion(copy, 'Cluster Autoscaler')} does not match control plane ${format(target)}`;
}

function evidence(copy: Component, { target, tables }: Here): Finding['evidence'] {
  const required = findNewestRelease(tables['cluster-autoscaler'], target) ?? `${format(target)}.x`;
  return [{ observed: observedVersion(copy), required }];
}
