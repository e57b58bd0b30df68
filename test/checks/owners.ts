import { expect } from 'vitest';
import type { Component } from '../../src/facts/kube.ts';

type Owned = Partial<Pick<Component, 'addon' | 'owner'>>;

/** The expected fix for each owner of a component. */
export interface OwnerFixes {
  /** For the release `platform` in the namespace `infra`, whose chart contains more than the component. */
  helm?: RegExp;
  /** For the release of the component's own chart. */
  chart?: { release: string; says: RegExp };
  addon?: { name: string; says: RegExp };
  nobody?: RegExp;
}

const argo = {
  release: null,
  releaseNamespace: null,
  managedBy: 'Argo CD',
  applier: { kind: 'Application' as const, namespace: 'argocd', name: 'platform' },
};
const custom = { apiGroup: 'platform.example.com', kind: 'Platform', name: 'main' };
const helm = (release: string) => ({ release, releaseNamespace: 'infra', managedBy: 'Helm' });

/** One row per owner: the owner's name, the fields that mark the component as owned, and the expected fix. */
export function ownerRows({
  helm: release,
  chart,
  addon,
  nobody,
}: OwnerFixes): { who: string; more: Owned; fix: string }[] {
  const rows: [string, Owned, RegExp | undefined][] = [
    [
      'Argo CD',
      { owner: argo },
      /^(?![^]*(?:kubectl [^\n]*(?:set|edit|create|scale|apply)|helm upgrade) )[^]*Argo CD \(Application argocd\/platform\) manages it: set [^]* in its repository/,
    ],
    [
      'the release of a chart that holds more',
      { owner: helm('platform') },
      release ??
        /^(?![^]*helm upgrade platform )[^]*as part of the release platform in namespace infra \(`helm list --namespace infra --filter '\^platform\$'` names its chart\)/,
    ],
    ['its own Helm release', chart === undefined ? {} : { owner: helm(chart.release) }, chart?.says],
    ['its EKS add-on', addon === undefined ? {} : { addon: addon.name }, addon?.says],
    [
      'a custom resource',
      { owner: { release: null, releaseNamespace: null, managedBy: null, controller: custom } },
      /^(?![^]*(?:kubectl [^\n]*(?:set|edit|create|scale|apply|patch)|helm upgrade) )[^]*Platform main \(platform\.example\.com\) controls it, and its operator reverts manual changes: set [^]* in that object/,
    ],
    ['nobody that tells', {}, nobody],
  ];
  return rows.flatMap(([who, more, says]) =>
    says === undefined ? [] : [{ who, more, fix: expect.stringMatching(says) as string }],
  );
}
