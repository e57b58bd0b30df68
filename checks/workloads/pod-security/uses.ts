import type { Facts, FactName } from '../../../src/facts/facts.ts';
import type { SecurityTrait } from '../../../src/facts/security-traits.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { objectKey } from '../../../src/syntax/object-key.ts';
import type { Owner, PodMaker } from '../shared/pod-makers.ts';
import { findEnforced, type Enforced } from './standards.ts';

/** A workload with traits, in a namespace that enforces a level. */
export interface Use {
  resource: Owner;
  enforced: Enforced;
  /** Each trait once, with the fact where it was seen first. */
  traits: readonly { trait: SecurityTrait; fact: FactName }[];
  /** Pods of it that have not finished. */
  running: number;
  /** No pod is wanted: the workload is scaled to 0. */
  isIdle: boolean;
}

/** The workloads with traits in namespaces that enforce a level. Static pods are left out: their kubelet starts them. */
export function listUses(makers: readonly PodMaker[], namespaces: Facts['namespaces']): Use[] {
  const enforcedIn = new Map(
    namespaces.flatMap((one) => {
      const enforced = findEnforced(one);
      return enforced === undefined ? [] : [[one.name, enforced] as const];
    }),
  );
  const judged = makers.filter(({ resource }) => resource.kind !== 'Pod' && enforcedIn.has(resource.namespace));
  const byWorkload = grouped(judged, ({ resource }) => objectKey(resource));
  return [...byWorkload.values()].flatMap((own): Use[] => {
    const { resource } = own[0];
    const enforced = enforcedIn.get(resource.namespace);
    const traits = listTraits(own);
    if (enforced === undefined || traits.length === 0) return [];
    const running = own.filter(({ template }) => template === undefined).length;
    const isIdle = running === 0 && own.some(({ template }) => template?.replicas === 0);
    return [{ resource, enforced, traits, running, isIdle }];
  });
}

function listTraits(makers: readonly PodMaker[]): { trait: SecurityTrait; fact: FactName }[] {
  const found = makers.flatMap(({ securityTraits, fact }) => securityTraits.map((trait) => ({ trait, fact })));
  const formatTrait = ({ trait: { trait, container, field, value } }: (typeof found)[number]) =>
    [trait, container, field, value].join('\n');
  return [...grouped(found, formatTrait).values()].map(([first]) => first);
}
