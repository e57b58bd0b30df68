import * as z from 'zod/mini';
import type { AdmissionPolicy } from '../../facts/api-extensions.ts';
import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { KubeSource, ListOutcome } from '../../sources/kube/contract.ts';
import { allInOrder } from '../all-in-order.ts';
import { defineCollector, type FactReader } from '../collect.ts';
import { findOwner, ownerReferences } from './owner-marks.ts';
import { projectRule, resourceRule } from './resource-rules.ts';
import {
  isEmpty,
  labelSelector,
  needsPods,
  resolveSelectedNamespaces,
  toObjectScope,
  type Namespaces,
  type Pods,
  type Selecting,
} from './webhook-scope.ts';

const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const words = z.optional(z.nullable(z.array(z.string())));
const rules = z.array(z.extend(resourceRule, { resourceNames: words }));
const policy = z.object({
  metadata: z.object({ name: z.string(), annotations: texts, labels: texts, ownerReferences }),
  spec: z.object({
    failurePolicy: z.optional(z.nullable(z.enum(['Fail', 'Ignore']))),
    paramKind: z.optional(z.nullable(z.object({ apiVersion: z.string(), kind: z.string() }))),
    matchConstraints: z.object({
      matchPolicy: z.optional(z.nullable(z.enum(['Exact', 'Equivalent']))),
      resourceRules: rules.check(z.minLength(1)),
      excludeResourceRules: z.optional(z.nullable(rules)),
      namespaceSelector: labelSelector,
      objectSelector: labelSelector,
    }),
  }),
});
const binding = z.object({ metadata: z.object({ name: z.string() }), spec: z.object({ policyName: z.string() }) });

const apiGroup = 'admissionregistration.k8s.io';
const kinds = [
  {
    kind: 'ValidatingAdmissionPolicy',
    policies: 'validatingadmissionpolicies',
    bindings: 'validatingadmissionpolicybindings',
  },
  {
    kind: 'MutatingAdmissionPolicy',
    policies: 'mutatingadmissionpolicies',
    bindings: 'mutatingadmissionpolicybindings',
  },
] as const;
const versions = ['v1', 'v1beta1', 'v1alpha1'];

/** A policy that fails closed and has a paramKind. */
type Listed = Pick<AdmissionPolicy, 'kind' | 'name' | 'owner' | 'matchPolicy'> &
  Selecting & { paramKind: { apiVersion: string; kind: string } };

type From = 'namespaces' | 'pods';
export const admissionPolicies = defineCollector('admissionPolicies', {
  permissions: kinds
    .flatMap(({ policies, bindings }) => [policies, bindings])
    .map((resource) => ({ apiGroup, resource, verb: 'list' as const })),
  from: ['namespaces', 'pods'],
  async collect({ kube }, facts) {
    const source = await kube();
    const read = await allInOrder(kinds.map((one) => readBound(source, one)));
    const bound = read.flatMap(({ policies }) => policies);
    const { namespaces, pods, gaps } = await readScope(facts, bound);
    const found = await allInOrder(bound.map((one) => withParamKind(source, one)));
    return {
      value: {
        read: read.reduce((sum, { count }) => sum + count, 0),
        policies: found.map(({ value }) => toEntry(value, namespaces, pods)),
      },
      gaps: [...gaps, ...found.flatMap(({ gap }) => gap ?? [])],
      inconsistent: read.some(({ inconsistent }) => inconsistent),
    };
  },
});

interface Bound extends Listed {
  bindings: string[];
}

interface Read {
  count: number;
  policies: Bound[];
  inconsistent: boolean;
}

/** The policies of one kind that the API server evaluates. Their bindings are requested only if they matter. */
async function readBound(source: KubeSource, { kind, policies, bindings }: (typeof kinds)[number]): Promise<Read> {
  const listed = await source.list({ apiGroup, versions, resource: policies, project: (raw) => project(kind, raw) });
  const items = listItems(listed);
  const own = items.filter((one) => one !== 'open');
  const count = items.length;
  if (!listed.served || own.length === 0) return { count, policies: [], inconsistent: isInconsistent(listed) };
  const outcome = await source.list({ apiGroup, versions, resource: bindings, project: toBinding });
  const bound = own.map((one) => ({
    ...one,
    bindings: listItems(outcome).flatMap(({ name, policyName }) => (policyName === one.name ? [name] : [])),
  }));
  return {
    count,
    policies: bound.filter((one) => one.bindings.length > 0),
    inconsistent: isInconsistent(listed) || isInconsistent(outcome),
  };
}

function listItems<Item>(outcome: ListOutcome<Item>): Item[] {
  return outcome.served ? outcome.items : [];
}

function isInconsistent(outcome: ListOutcome<unknown>): boolean {
  return outcome.served && outcome.inconsistent;
}

function toBinding(raw: unknown): { name: string; policyName: string } {
  const { metadata, spec } = binding.parse(raw);
  return { name: metadata.name, policyName: spec.policyName };
}

/** `open`: a policy without a paramKind, or that admits what it cannot judge. */
function project(kind: AdmissionPolicy['kind'], raw: unknown): Listed | 'open' {
  const { metadata, spec } = policy.parse(raw);
  const { failurePolicy, paramKind, matchConstraints } = spec;
  if (failurePolicy === 'Ignore' || paramKind === undefined || paramKind === null) return 'open';
  const { matchPolicy, resourceRules, excludeResourceRules, namespaceSelector, objectSelector } = matchConstraints;
  const owner = findOwner(metadata);
  const excluded = forAnyName(excludeResourceRules ?? []);
  return {
    kind,
    name: metadata.name,
    ...(owner === undefined ? {} : { owner }),
    failurePolicy: 'Fail',
    matchPolicy: matchPolicy ?? 'Equivalent',
    rules: forAnyName(resourceRules),
    ...(excluded.length === 0 ? {} : { excluded }),
    selector: namespaceSelector,
    objectSelector,
    objects: toObjectScope(objectSelector),
    paramKind,
  };
}

/** Without rules for objects of certain names: the names of new pods are generated. */
function forAnyName(listed: z.infer<typeof rules>): AdmissionPolicy['rules'] {
  return listed.flatMap(({ resourceNames, ...one }) => ((resourceNames ?? []).length === 0 ? [projectRule(one)] : []));
}

interface Scope {
  /** Null, with a gap, if they could not be read. */
  namespaces: Namespaces | null;
  /** Null, with a gap, if they could not be read; null without one if no policy needs them. */
  pods: Pods;
  gaps: Gap[];
}

/** Reads namespaces and pods only if a policy needs them. */
async function readScope(facts: FactReader<From>, bound: readonly Bound[]): Promise<Scope> {
  const gaps: Gap[] = [];
  let namespaces: Namespaces | null = [];
  let pods: Pods = null;
  if (bound.some(({ selector }) => !isEmpty(selector))) {
    const reading = await facts.joinedReading('namespaces');
    namespaces = reading.ok ? reading.value : null;
    if (!reading.ok) gaps.push({ what: 'namespaces', reason: reading.reason });
  }
  if (namespaces !== null && bound.some(needsPods)) {
    const reading = await facts.joinedReading('pods');
    pods = reading.ok ? reading.value : null;
    if (!reading.ok) gaps.push({ what: 'pods', reason: reading.reason });
  }
  return { namespaces, pods, gaps };
}

type WithServed = Bound & { param: AdmissionPolicy['paramKind'] };

/** Null, with a gap, for a kind of an aggregated API that does not answer. */
async function withParamKind(source: KubeSource, one: Bound): Promise<{ value: WithServed; gap?: Gap }> {
  const { apiVersion, kind } = one.paramKind;
  const slash = apiVersion.indexOf('/');
  const [group, version] = [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1)];
  const param = { group, version, kind };
  try {
    return {
      value: { ...one, param: { ...param, served: (await source.findKind(group, version, kind)) !== undefined } },
    };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    const value = { ...one, param: { ...param, served: null } };
    return { value, gap: { what: `${one.kind} ${one.name}`, reason: error.reason } };
  }
}

function toEntry(one: WithServed, namespaces: Namespaces | null, pods: Pods): AdmissionPolicy {
  const { selector: _, objectSelector: _objects, failurePolicy: _fail, url: _none, param, ...entry } = one;
  const { excluded, ...rest } = entry;
  return {
    ...rest,
    ...(excluded === undefined ? {} : { excluded: [...excluded] }),
    namespaces: resolveSelectedNamespaces(one, namespaces, pods),
    paramKind: param,
  };
}
