import * as z from 'zod/mini';
import { loadTable } from '../../../tables/tables.ts';
import type { environment } from '../named-variables.ts';

/** The value of a setting; null: its source is not read; a reference: a key of a ConfigMap. */
export type SettingValue = string | null | { configMap: string; key: string };

/** What the fact `karpenterControllers` needs of a Deployment of Karpenter. */
export interface KarpenterTemplate {
  image: string;
  /** `default` if the pod spec sets none. */
  serviceAccount: string;
  /** By the variable's name; a flag overrides the variable. */
  settings: Record<string, SettingValue>;
  /** Sources whose keys all become variables; `configMap` is null for a Secret. */
  envFrom: { prefix: string; configMap: string | null }[];
  /** The template sets variables with credentials of AWS, or may: it takes variables from other objects. */
  hasCredentials: boolean;
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

/** The controller's image, also behind mirrors and pull-through caches that flatten paths. */
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
    hasCredentials:
      (container.envFrom ?? []).length > 0 ||
      (container.env ?? []).some(({ name: one }) => credentialVariable.test(one)),
  };
}

/**
 * Variables with which the AWS SDK finds credentials.
 * Source: https://docs.aws.amazon.com/sdkref/latest/guide/settings-reference.html
 */
const credentialVariable =
  /^AWS_(?:ROLE_ARN|ACCESS_KEY_ID|PROFILE|CONFIG_FILE|SHARED_CREDENTIALS_FILE|CONTAINER_CREDENTIALS_\w+)$/;

/** `registry/path/name` without tag and digest. */
function parseImagePath(image: string): string {
  const [reference = ''] = image.split('@');
  const slash = reference.lastIndexOf('/');
  return `${reference.slice(0, slash + 1)}${reference.slice(slash + 1).split(':')[0] ?? ''}`;
}

function hasBoth(env: Container['env'], ...names: readonly string[]): boolean {
  return names.every((name) => env?.some((variable) => variable.name === name) === true);
}

/** Settings whose value is not stored: certificates are long and not compared, and tags are a separate field. */
const valueless = new Set(['CLUSTER_CA_BUNDLE', 'aws.clusterCABundle', 'aws.tags']);

/** The stored form of a setting: `(set)` if its value is not stored. */
export function keptValue(name: string, value: string): string {
  return valueless.has(name) && value !== '' ? '(set)' : value;
}

/** The variables in the table `karpenter-settings`. */
export function settingNames(): string[] {
  const names = loadTable('karpenter-settings').rows.flatMap((row) =>
    row.rowKind === 'variable' ? [row.variable] : [],
  );
  return [...new Set(names)];
}

/** The ConfigMap keys in the table `karpenter-settings`. */
export function configMapKeys(): string[] {
  return loadTable('karpenter-settings').rows.flatMap((row) => (row.rowKind === 'config-map-key' ? [row.key] : []));
}

/** The variables of the environment that the table `karpenter-settings` lists; no others are kept. */
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

/**
 * The settings that flags set: `--cluster-name=prod` or `--cluster-name prod` sets CLUSTER_NAME, and a flag without a
 * value, such as `--isolated-vpc`, sets `true`. If a flag occurs more than once, the last one counts.
 */
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
