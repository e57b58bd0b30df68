import * as z from 'zod/mini';
import { loadTable } from '../../../tables/tables.ts';
import type { environment } from '../named-variables.ts';

/**
 * What is kept of a Deployment that runs Karpenter, for the fact `karpenterControllers`: a symbol key carries it while
 * facts are collected, so that the fact `deployments` does not store it.
 */
export const unstoredKarpenter: unique symbol = Symbol('karpenter');

/** The value of a setting. Null: from a source that is not read; a reference: from a key of a ConfigMap. */
export type SettingValue = string | null | { configMap: string; key: string };

export interface KarpenterTemplate {
  image: string;
  /** `default` where the pod names none. */
  serviceAccount: string;
  /** By the variable's name; a flag comes before its variable. */
  settings: Record<string, SettingValue>;
  /** Sources of which every key becomes a variable; `configMap` null: a Secret. */
  envFrom: { prefix: string; configMap: string | null }[];
}

export interface WithKarpenter {
  [unstoredKarpenter]: KarpenterTemplate;
}

const reference = z.optional(z.nullable(z.object({ name: z.optional(z.string()), key: z.optional(z.string()) })));
const fromConfigMap = z.object({ configMapKeyRef: reference });

/** A container's `envFrom`. */
export const environmentSources = z.optional(
  z.nullable(z.array(z.object({ prefix: z.optional(z.nullable(z.string())), configMapRef: reference }))),
);

interface Container {
  name: string;
  image?: string | undefined;
  command?: string[] | null | undefined;
  args?: string[] | null | undefined;
  env?: z.infer<typeof environment>;
  envFrom?: z.infer<typeof environmentSources>;
}

interface Workload {
  name: string;
  labels: Readonly<Record<string, string>>;
  serviceAccountName?: string | null | undefined;
  containers: readonly Container[];
}

/** Path of the controller's image behind mirrors and pull-through caches, with paths folded into names or not. */
const controllerImage = /(^|\/)karpenter[/_-]controller$/;

/**
 * The controller of a Deployment, by its label, its name, its image's path or its environment.
 * @returns undefined if it does not run Karpenter
 */
export function karpenterTemplate({
  name,
  labels,
  serviceAccountName,
  containers,
}: Workload): KarpenterTemplate | undefined {
  const own = containers.find(({ image = '' }) => controllerImage.test(parseImagePath(image)));
  const configured = containers.find(({ env }) => hasBoth(env, 'CLUSTER_NAME', 'KARPENTER_SERVICE'));
  const isNamed = labels['app.kubernetes.io/name'] === 'karpenter' || name === 'karpenter';
  const [first] = containers;
  const named = isNamed ? (containers.find((container) => container.name === 'controller') ?? first) : undefined;
  const container = own ?? configured ?? named;
  if (container === undefined) return undefined;
  return {
    image: container.image ?? '',
    serviceAccount: serviceAccountName ?? 'default',
    settings: { ...resolveVariables(container), ...parseFlags(container) },
    envFrom: (container.envFrom ?? []).map(({ prefix, configMapRef }) => ({
      prefix: prefix ?? '',
      configMap: configMapRef?.name ?? null,
    })),
  };
}

/** `registry/path/name` without tag and digest. */
function parseImagePath(image: string): string {
  const [reference = ''] = image.split('@');
  const slash = reference.lastIndexOf('/');
  return `${reference.slice(0, slash + 1)}${reference.slice(slash + 1).split(':')[0] ?? ''}`;
}

function hasBoth(env: Container['env'], ...names: readonly string[]): boolean {
  return names.every((name) => env?.some((variable) => variable.name === name) === true);
}

/** Only their presence is kept: certificates are long and not compared, and tags are a separate field. */
const valueless = new Set(['CLUSTER_CA_BUNDLE', 'aws.clusterCABundle', 'aws.tags']);

/** A setting's value as it is kept. */
export function keptValue(name: string, value: string): string {
  return valueless.has(name) && value !== '' ? '(set)' : value;
}

/** The variables that checks name. */
export function settingNames(): string[] {
  const names = loadTable('karpenter-settings').rows.flatMap((row) =>
    row.rowKind === 'variable' ? [row.variable] : [],
  );
  return [...new Set(names)];
}

/** The keys of the ConfigMap that checks name. */
export function configMapKeys(): string[] {
  return loadTable('karpenter-settings').rows.flatMap((row) => (row.rowKind === 'config-map-key' ? [row.key] : []));
}

/** Of the environment only the settings that checks name. */
function resolveVariables({ env }: Container): Record<string, SettingValue> {
  const names = new Set(settingNames());
  const named = (env ?? []).filter(({ name }) => names.has(name));
  return Object.fromEntries(
    named.map(({ name, value, valueFrom }) => [
      name,
      valueFrom === undefined ? keptValue(name, value ?? '') : toReference(valueFrom),
    ]),
  );
}

function toReference(valueFrom: unknown): SettingValue {
  const { name, key } = fromConfigMap.safeParse(valueFrom).data?.configMapKeyRef ?? {};
  return name === undefined || key === undefined ? null : { configMap: name, key };
}

/** `--cluster-name=prod` or `--cluster-name prod` is CLUSTER_NAME, `--isolated-vpc` alone is true; the last one counts. */
function parseFlags({ command, args }: Container): Record<string, SettingValue> {
  const line = [...(command ?? []), ...(args ?? [])];
  return Object.fromEntries(
    settingNames().flatMap((name) => {
      const flag = `-${name.toLowerCase().replaceAll('_', '-')}`;
      const at = line.findLastIndex((word) => [flag, `-${flag}`].includes(word.split('=')[0] ?? ''));
      const word = line[at];
      if (word === undefined) return [];
      const next = line[at + 1];
      const bare = next === undefined || next.startsWith('-') ? 'true' : next;
      return [[name, keptValue(name, word.includes('=') ? word.slice(word.indexOf('=') + 1) : bare)]];
    }),
  );
}
