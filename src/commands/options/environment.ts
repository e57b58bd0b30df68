import { nearest } from '../../syntax/near.ts';
import { parseOptions, rowOf, variableNames, type OptionName, type ScanOptions } from './options.ts';
import { invalid, shortened } from '../../syntax/quoted.ts';
import { usageError } from '../../facts/reason.ts';

/**
 * Options from the environment: `EKS_PREFLIGHT_CLUSTER` is `--cluster`. An empty variable counts as unset: pipelines
 * often set variables to an empty string.
 */

const prefix = 'EKS_PREFLIGHT_';

/**
 * Variables that are not options of a scan: the config file, the stack trace of a crash, the scan of one of several
 * clusters, and those that only the tests and benchmarks of this project read.
 */
const others = ['CONFIG', 'DEBUG', 'APART'];
const ownWork = /^EKS_PREFLIGHT_(?:TEST|BENCH|FUZZ)_/;

/** An option's variable: `failOn` is `EKS_PREFLIGHT_FAIL_ON`. */
export function toVariableName(name: string): string {
  return `${prefix}${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
}

/**
 * The options that the environment sets, of those that a command has.
 * @throws ScanError (`usage`) naming the variable
 */
export function environmentOptions(env: NodeJS.ProcessEnv, names: readonly OptionName[] = variableNames): ScanOptions {
  const supported = names.filter((name) => variableNames.includes(name));
  const found = supported.flatMap((name): [string, unknown][] => {
    const value = environmentValue(env, name);
    return value === undefined
      ? []
      : [[name, rowOf(name).kind === 'switch' ? yesOrNo(toVariableName(name), value) : value]];
  });
  return parseOptions(Object.fromEntries(found), 'the environment', toVariableName);
}

/** A variable's value; undefined if it is empty or not set. */
export function environmentValue(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[toVariableName(name)];
  return value === undefined || value.trim() === '' ? undefined : value;
}

function yesOrNo(variable: string, value: string): boolean {
  const word = value.trim().toLowerCase();
  if (['1', 'true', 'yes'].includes(word)) return true;
  if (['0', 'false', 'no'].includes(word)) return false;
  throw usageError(invalid(variable, value.trim(), 'true or false'));
}

/** A line for each variable that looks like an option but is not one: otherwise, it would be ignored silently. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = [...variableNames.map(toVariableName), ...others.map((name) => `${prefix}${name}`)];
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith(prefix) && !known.includes(name) && !ownWork.test(name) && env[name] !== '',
  );
  return unknown.sort().map((name) => {
    const [near] = nearest(
      name.slice(prefix.length),
      known.map((one) => one.slice(prefix.length)),
    );
    const meant = near === undefined ? '' : `; did you mean ${prefix}${near}?`;
    return `eks-preflight: ignoring unknown environment variable ${shortened(name)}${meant}`;
  });
}
