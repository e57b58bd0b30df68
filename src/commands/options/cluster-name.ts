import { clusterName } from '../permissions/place.ts';
import { invalid } from '../../syntax/quoted.ts';
import { usageError } from '../../facts/reason.ts';

/** A cluster as the user named it: by its name, or by its ARN, which includes Region and account. */
export interface NamedCluster {
  name: string;
  region?: string;
  account?: string;
}

/** A file or a folder where a cluster is expected. */
const isPath = /^(?!arn:).*(?:^\.|\/|\.(?:json|gz|ya?ml)$)/s;

/**
 * Reads the name or the ARN of a cluster.
 * @param called what the option is called where it was set
 * @throws ScanError (`usage`) if it is neither
 */
export function parseCluster(text: string, called = '--cluster'): NamedCluster {
  const [, region, account, named] = /^arn:aws[a-z-]*:eks:([a-z0-9-]+):(\d{12}):cluster\/([^/]+)$/.exec(text) ?? [];
  const name = named ?? text;
  if (!clusterName.test(name)) {
    throw usageError(
      invalid(called, text, 'a name or an ARN'),
      isPath.test(text)
        ? 'Manifests are not read, only clusters. For a saved inventory, write --inventory FILE.'
        : 'Write it as prod, or as the ARN that `aws eks describe-cluster` prints.',
    );
  }
  return region === undefined || account === undefined ? { name } : { name, region, account };
}

/**
 * The cluster of the argument or of the option; the ARN if both are set and one is an ARN.
 * @throws ScanError (`usage`) if they name different clusters
 */
export function oneCluster(argument: string | undefined, option: string | undefined): string | undefined {
  if (argument === undefined || option === undefined || argument === option) return argument ?? option;
  const [a, b] = [parseCluster(argument), parseCluster(option)];
  if (a.name !== b.name || (a.account !== undefined && b.account !== undefined)) {
    throw usageError(`cluster specified twice: ${argument} and --cluster ${option}`, 'Specify only one.');
  }
  return a.account === undefined ? option : argument;
}
