import type { KarpenterNodeClass, KarpenterPool, KarpenterTaint } from '../facts/karpenter-objects.ts';
import { grouped } from '../syntax/grouped.ts';
import { ownValue } from '../syntax/own-value.ts';

/** The taint with which the migration guide stops a Provisioner. */
export const legacyTaint: KarpenterTaint = { key: 'karpenter.sh/legacy', value: 'true', effect: 'NoSchedule' };

/** One setting that differs between an alpha object and its replacement. */
export interface Difference {
  what: string;
  old: string;
  new: string;
}

/**
 * The NodePool that replaces a Provisioner: the one with its name, or else the only one with the same requirements, if
 * the Provisioner has requirements. Undefined if there is none.
 */
export function poolTwin(provisioner: KarpenterPool, pools: readonly KarpenterPool[]): KarpenterPool | undefined {
  const { named, alike } = indexed(pools);
  const twin = named.get(provisioner.name);
  if (twin !== undefined || provisioner.requirements.length === 0) return twin;
  const [only, ...others] = alike.get(requirementText(provisioner)) ?? [];
  return others.length === 0 ? only : undefined;
}

/** NodePools by name and by requirements. */
interface PoolIndex {
  named: ReadonlyMap<string, KarpenterPool>;
  alike: ReadonlyMap<string, readonly KarpenterPool[]>;
}

/** Several checks look up every Provisioner: comparing each with all NodePools would be quadratic. */
const indexes = new WeakMap<readonly KarpenterPool[], PoolIndex>();

function indexed(pools: readonly KarpenterPool[]): PoolIndex {
  const known = indexes.get(pools);
  if (known !== undefined) return known;
  const own = pools.filter(({ kind, nodeClass }) => kind === 'NodePool' && nodeClass?.group === 'karpenter.k8s.aws');
  const named = new Map(own.toReversed().map((pool) => [pool.name, pool]));
  const index = { named, alike: grouped(own, requirementText) };
  indexes.set(pools, index);
  return index;
}

/** The EC2NodeClass that replaces an AWSNodeTemplate: the one with its name. */
export function classTwin(
  template: KarpenterNodeClass,
  classes: readonly KarpenterNodeClass[],
): KarpenterNodeClass | undefined {
  return classes.find(({ kind, name }) => kind === 'EC2NodeClass' && name === template.name);
}

/** The settings of a Provisioner that differ in the NodePool that replaces it. Empty: none. */
export function poolDifferences(provisioner: KarpenterPool, pool: KarpenterPool): Difference[] {
  const [before, after] = [provisioner.disruption, pool.disruption];
  return [
    ...mapDifferences('requirement', requirementMap(provisioner), requirementMap(pool)),
    ...mapDifferences('label', provisioner.labels, pool.labels),
    ...mapDifferences('taint', taintMap(provisioner.taints), taintMap(pool.taints)),
    ...mapDifferences('startup taint', taintMap(provisioner.startupTaints), taintMap(pool.startupTaints)),
    ...mapDifferences('limit', provisioner.limits, pool.limits),
    ...difference('weight', String(provisioner.weight ?? 0), String(pool.weight ?? 0)),
    ...difference('consolidation', consolidation(before.consolidationPolicy), consolidation(after.consolidationPolicy)),
    ...(before.consolidationPolicy === 'WhenEmpty' && after.consolidationPolicy === 'WhenEmpty'
      ? difference('consolidated after', duration(before.consolidateAfter), duration(after.consolidateAfter))
      : []),
    ...difference('nodes expire', duration(before.expireAfter), duration(after.expireAfter)),
    ...difference('kubelet settings', hasKubelet(provisioner), hasKubelet(pool)),
  ];
}

/** The settings of an AWSNodeTemplate that differ in the EC2NodeClass that replaces it, apart from selectors. */
export function classDifferences(template: KarpenterNodeClass, nodeClass: KarpenterNodeClass): Difference[] {
  const fields = ['spec.userData', 'spec.blockDeviceMappings', 'spec.detailedMonitoring'];
  const isSet = (object: KarpenterNodeClass, field: string) => (object.fields.includes(field) ? 'set' : 'not set');
  const family = nodeClass.amiFamily ?? nodeClass.alias?.split('@')[0] ?? 'not set';
  return [
    ...(sameFamily(template.amiFamily ?? 'AL2', family)
      ? []
      : difference('AMI family', template.amiFamily ?? 'AL2', family)),
    ...mapDifferences('tag', template.tags, nodeClass.tags),
    ...(nodeClass.hopLimit === null
      ? []
      : difference('hop limit', formatHopLimit(template), String(nodeClass.hopLimit))),
    ...fields.flatMap((field) => difference(field, isSet(template, field), isSet(nodeClass, field))),
  ];
}

/**
 * The hop limit of the instance metadata service for nodes of an AWSNodeTemplate. Without metadata options, it was 2,
 * which is also the default of the CRD for a v1beta1 EC2NodeClass. With metadata options but no hop limit, EC2 decided.
 * Source: pkg/providers/amifamily/resolver.go and the CRD of aws/karpenter-provider-aws v0.32.1
 */
function formatHopLimit({ hopLimit, fields }: KarpenterNodeClass): string {
  return String(hopLimit ?? (fields.includes('spec.metadataOptions') ? 'that of EC2' : 2));
}

/** An alias is written in lower case: `al2023@latest`. */
function sameFamily(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function difference(what: string, old: string, now: string): Difference[] {
  return old === now ? [] : [{ what, old, new: now }];
}

function mapDifferences(
  what: string,
  old: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): Difference[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].toSorted();
  return keys.flatMap((key) =>
    difference(`${what} ${key}`, ownValue(old, key) ?? 'not set', ownValue(now, key) ?? 'not set'),
  );
}

function requirementMap({ requirements }: KarpenterPool): Record<string, string> {
  const texts = [...grouped(requirements, ({ key }) => key)].map(([key, own]) => {
    const each = own.map(({ operator, values }) =>
      values.length === 0 ? operator : `${operator} ${values.toSorted().join(', ')}`,
    );
    return [key, each.toSorted().join(' and ')];
  });
  return Object.fromEntries(texts);
}

function requirementText(pool: KarpenterPool): string {
  return Object.entries(requirementMap(pool))
    .map(([key, text]) => `${key} ${text}`)
    .toSorted()
    .join();
}

/** Omits the taint of the migration itself. */
function taintMap(taints: readonly KarpenterTaint[]): Record<string, string> {
  const kept = taints.filter(({ key }) => key !== legacyTaint.key);
  return Object.fromEntries(kept.map(({ key, value, effect }) => [`${key}:${effect}`, value ?? 'set']));
}

/** A consolidation policy in words, because v1 renamed `WhenUnderutilized`. */
function consolidation(policy: string | null): string {
  if (policy === null) return 'none';
  return policy === 'WhenEmpty' ? 'of empty nodes' : 'of empty and underused nodes';
}

const secondsOf: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

/** A duration in seconds: alpha objects and their replacements use different units. */
function duration(text: string | null): string {
  if (text === null || text === 'Never') return 'never';
  const parts = [...text.matchAll(/(\d{1,15})([hms])/g)];
  return `${parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (secondsOf[unit ?? ''] ?? 0), 0)}s`;
}

function hasKubelet({ fields }: KarpenterPool): string {
  const paths = ['spec.kubeletConfiguration', 'spec.template.spec.kubelet'];
  return paths.some((path) => fields.includes(path)) ? 'set' : 'not set';
}
