import { ScanError } from '../../facts/reason.ts';
import { isObject } from '../../syntax/json.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { mergedKubeconfig, toNonEmptyText, type MergedKubeconfig, type YamlMap } from './merged.ts';

/** An EKS cluster as a kubeconfig names it. */
export interface ContextCluster {
  context: string;
  name: string;
  region: string;
  /** The profile with which the context gets its token. */
  profile?: string;
}

/**
 * Finds the EKS cluster of a context (by default, the current one). Only parses files: nothing is run or requested.
 * @returns undefined without a usable kubeconfig, or if the context does not show the cluster's name and Region;
 *   contexts that `aws eks update-kubeconfig` and eksctl write show both
 */
export function findContextCluster(
  file: string | undefined,
  wanted: string | undefined,
  env: NodeJS.ProcessEnv,
): ContextCluster | undefined {
  try {
    const merged = mergedKubeconfig(file, env);
    const context = wanted ?? merged.currentContext;
    return context === undefined ? undefined : findCluster(merged, context);
  } catch (error) {
    if (error instanceof ScanError) return undefined;
    throw error;
  }
}

function findCluster({ contexts, clusters, users }: MergedKubeconfig, context: string): ContextCluster | undefined {
  const { cluster, user } = findPart(contexts, context, 'context');
  const called = toNonEmptyText(cluster);
  if (called === undefined) return undefined;
  const { exec } = findPart(users, user, 'user');
  const { name, region, profile } = readPlugin(exec);
  const named = /^arn:aws[a-z-]*:eks:([a-z0-9-]+):\d{12}:cluster\/([^/]+)$/.exec(called);
  const host = /\.([a-z0-9-]+)\.(?:eks\.amazonaws\.com|api\.aws|eks\.amazonaws\.com\.cn)\/?$/;
  const server = toNonEmptyText(findPart(clusters, called, 'cluster')['server']) ?? '';
  const found = { name: named?.[2] ?? name, region: named?.[1] ?? region ?? host.exec(server)?.[1] };
  if (found.name === undefined || found.region === undefined) return undefined;
  return { context, name: found.name, region: found.region, ...setFields({ profile }) };
}

/** Name, Region and profile that the token plugin is given: `aws eks get-token` or `aws-iam-authenticator token`. */
function readPlugin(exec: unknown): { name?: string; region?: string; profile?: string } {
  if (!isObject(exec)) return {};
  const args = Array.isArray(exec['args']) ? exec['args'].filter((one) => typeof one === 'string') : [];
  const follows = (...flags: string[]) => args.find((_, index) => flags.includes(args[index - 1] ?? ''));
  const variables = Array.isArray(exec['env']) ? exec['env'].filter(isObject) : [];
  const variable = (wanted: string) => toNonEmptyText(variables.find(({ name }) => name === wanted)?.['value']);
  const name = follows('--cluster-name', '--cluster-id', '-i');
  const region = follows('--region') ?? variable('AWS_REGION') ?? variable('AWS_DEFAULT_REGION');
  const profile = follows('--profile') ?? variable('AWS_PROFILE');
  return setFields({ name, region, profile });
}

function findPart(entries: readonly YamlMap[], wanted: unknown, part: string): YamlMap {
  const inner = entries.find(({ name }) => name === wanted)?.[part];
  return isObject(inner) ? inner : {};
}
