import { ScanError, type Choices } from '../facts/reason.ts';
import { listClusterNames } from '../sources/aws/cluster-names.ts';
import { noRegion } from '../sources/aws/region.ts';
import { createAwsSource } from '../sources/aws/source.ts';
import { findContextCluster, type ContextCluster } from '../sources/kubeconfig/current-cluster.ts';
import { setFields } from '../syntax/set-fields.ts';
import { pieces, sh, type Command } from '../syntax/shell.ts';
import type { Io } from './io.ts';
import type { Settings } from './options/settings.ts';
import { clusterName, regionName } from './permissions/place.ts';

/** The longest wait for the list of clusters, in milliseconds. */
const longestWait = 3_000;
const shown = 10;

/** The clusters of a Region, or why they were not listed. */
interface Listed {
  region?: string;
  names: readonly string[];
  problem?: string;
}

/**
 * Adds the clusters to choose from to the error that no cluster is specified: that of the kubeconfig's context, and
 * those of the Region. Without AWS credentials, the error stays as it is.
 * @param command the command that lacks the cluster
 */
export async function addClusterChoices(
  error: ScanError,
  command: Command,
  options: Settings,
  io: Io,
): Promise<ScanError> {
  const found = findContextCluster(options.kubeconfig, options.context, io.env);
  const current = found !== undefined && isValid(found) ? found : undefined;
  const listed = await listClusters(options, current?.region, io);
  if (listed === undefined) return error;
  const { hint = '' } = error.reason;
  const choices = buildChoices(command, options, current, listed);
  return new ScanError({ ...error.reason, hint: `${hint}${describeProblem(listed)}`, choices }, { cause: error });
}

function isValid({ name, region }: ContextCluster): boolean {
  return clusterName.test(name) && regionName.test(region);
}

/** @returns undefined without credentials */
async function listClusters(options: Settings, otherRegion: string | undefined, io: Io): Promise<Listed | undefined> {
  const clock = new AbortController();
  const late = new ScanError({ kind: 'time-out', message: `AWS does not answer: no data for ${longestWait / 1000} s` });
  const timer = setTimeout(() => clock.abort(late), longestWait);
  const signal = AbortSignal.any([io.signal, clock.signal]);
  const { region, profile, roleArn, externalId } = options;
  let aws: Awaited<ReturnType<typeof createAwsSource>> | undefined;
  try {
    aws = await createAwsSource(
      { cluster: '', ...setFields({ region, profile, roleArn, externalId }) },
      { userAgent: `eks-preflight/${io.version}`, env: io.env, signal, ...setFields({ otherRegion }) },
    );
    const names = await listClusterNames(aws);
    return { region: aws.region, names: names.filter((name) => clusterName.test(name)).toSorted() };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    const { kind, permission, message } = error.reason;
    if (kind === 'denied' && permission === undefined) return undefined;
    return {
      names: [],
      problem: permission === undefined ? message : `missing permission ${permission} (optional)`,
    };
  } finally {
    clearTimeout(timer);
    aws?.close();
  }
}

function describeProblem({ region, names, problem }: Listed): string {
  if (problem === noRegion) return ' Pass --region, too, or set AWS_REGION.';
  if (problem !== undefined) return ` The clusters are not listed: ${problem}.`;
  return names.length > 0 ? '' : ` ${region} has no cluster; pass --region if yours is elsewhere.`;
}

/** The kubeconfig's cluster first: it is the one that kubectl uses. */
function buildChoices(
  command: Command,
  options: Settings,
  current: ContextCluster | undefined,
  listed: Listed,
): Choices[] {
  const others = listed.names.filter((name) => name !== current?.name || listed.region !== current.region);
  const [{ profile, roleArn, externalId }, region = ''] = [options, listed.region];
  const named = (cluster: string, where: string, by = profile): Command =>
    pieces(
      command,
      sh`--cluster ${cluster} --region ${where}`,
      ...(by ? [sh`--profile ${by}`] : []),
      ...(roleArn ? [sh`--role-arn ${roleArn}`] : []),
      ...(externalId ? [sh`--external-id ${externalId}`] : []),
    );
  const own = current === undefined ? [] : [named(current.name, current.region, profile || current.profile)];
  const rest = others.slice(0, shown - own.length).map((name) => named(name, region));
  return [
    { title: `Context ${current?.context ?? ''} of the kubeconfig`, commands: texts(own), more: 0 },
    {
      title: `${own.length === 0 ? 'Clusters' : 'Other clusters'} in ${region}`,
      commands: texts(rest),
      more: others.length - rest.length,
    },
  ].filter(({ commands }) => commands.length > 0);
}

function texts(found: readonly Command[]): string[] {
  return found.flatMap(({ text }) => text ?? []);
}
