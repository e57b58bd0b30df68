import { parseCluster } from './cluster-name.ts';
import { readConfigFile, type ConfigFile } from '../files/config-file.ts';
import { environmentOptions, environmentValue, variableOf } from './environment.ts';
import { flagOf, isRelaxing, optionNames, parseOptions, type OptionName, type ScanOptions } from './options.ts';
import { optionTable } from './table.ts';
import { counted } from '../../syntax/english.ts';
import { shortened } from '../../syntax/quoted.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { usageError } from '../../facts/reason.ts';
import type { Report } from '../../report/schema.ts';

/** Options, and what a report shows about the config file. */
export interface Settings extends ScanOptions {
  /** The account that an ARN named: the described cluster must be in it. */
  account?: string;
  configuration?: Report['configuration'];
  /** The config file that was read. */
  config?: string;
}

/** Where a setting comes from, and its name there. */
export interface Origin {
  from: 'option' | 'environment' | 'file';
  called: string;
}

/** Where each option that is set comes from. */
export type Origins = { readonly [Name in OptionName]?: Origin };

/** The merged options of all sources, and where they come from. */
export interface Merged {
  settings: Settings;
  origins: Origins;
  /** A line for stderr: the config file that was used; undefined if there is none. */
  note: string | undefined;
}

interface Sources {
  env: NodeJS.ProcessEnv;
  /** Where a config file may be found; undefined: none is read, not even one that the environment names. */
  folder: string | undefined;
  /** The options that the command has: only these are taken from the environment. */
  names: readonly OptionName[];
}

/**
 * Options by precedence: the command line, the environment, the config file.
 * @param flags of the parser
 * @throws ScanError (`usage`) naming the option, the variable or the file and its key
 */
export async function mergeOptions(
  { config, color, ...said }: Record<string, unknown>,
  { env, folder, names }: Sources,
): Promise<Merged> {
  const flags = parseOptions(
    setFields({ ...said, color: color === false ? color : undefined }),
    'the command line',
    called,
  );
  const variables = environmentOptions(env, names);
  const given = { ...variables, ...flags };
  const named = typeof config === 'string' ? config : environmentValue(env, 'config');
  const file = await readConfigFile(folder === undefined ? undefined : named, folder);
  const isElsewhere = given.cluster !== undefined || given.inventory !== undefined;
  const heeded = file === undefined ? {} : heededOf(file, isElsewhere);
  const options: ScanOptions = { ...heeded, ...given };
  const origins = originsOf(flags, variables, file === undefined ? undefined : { file: file.file, options: heeded });
  const located = locate(options, origins);
  const configuration = file === undefined ? null : configurationOf(file, heeded, given);
  const settings = setFields({ ...located, configuration, config: file?.file });
  const road = typeof config === 'string' ? '--config' : variableOf('config');
  return { settings, origins, note: file === undefined ? undefined : noteOf(file, heeded, road) };
}

function called(name: string): string {
  const option = optionNames.find((one) => one === name);
  return option === undefined ? name : flagOf(option);
}

/** A file that was only found sets the cluster only if nothing else sets a cluster or an inventory. */
function heededOf({ named, options }: ConfigFile, isElsewhere: boolean): ScanOptions {
  if (named || !isElsewhere) return options;
  return Object.fromEntries(
    optionNames.flatMap((name) => (optionTable[name].class === 'locates' ? [] : valueOf(options, name))),
  );
}

function valueOf(options: ScanOptions, name: OptionName): [OptionName, unknown][] {
  return options[name] === undefined ? [] : [[name, options[name]]];
}

function originsOf(
  flags: ScanOptions,
  variables: ScanOptions,
  file: Pick<ConfigFile, 'file' | 'options'> | undefined,
): Origins {
  const named = optionNames.flatMap((name): [OptionName, Origin][] => {
    if (flags[name] !== undefined) return [[name, { from: 'option', called: flagOf(name) }]];
    if (variables[name] !== undefined) return [[name, { from: 'environment', called: variableOf(name) }]];
    if (file?.options[name] === undefined) return [];
    return [[name, { from: 'file', called: `${name} of ${file.file}` }]];
  });
  return Object.fromEntries(named);
}

/** A cluster's ARN names its region and its account, too. */
function locate({ cluster, ...options }: ScanOptions, origins: Origins): Settings {
  if (cluster === undefined || cluster === '') return options;
  const { name, region, account } = parseCluster(cluster, origins.cluster?.called);
  if (region !== undefined && options.region !== undefined && options.region !== region) {
    const from = origins.cluster?.from === 'option' ? '' : `, from ${origins.cluster?.called ?? 'the settings'}`;
    throw usageError(
      `${origins.region?.called ?? '--region'} ${shortened(options.region)} does not match the cluster ARN (${region}${from})`,
      'Omit the Region; the ARN includes it.',
    );
  }
  return { ...options, cluster: name, ...setFields({ region, account }) };
}

function configurationOf(
  { file, named }: ConfigFile,
  heeded: ScanOptions,
  given: ScanOptions,
): NonNullable<Report['configuration']> {
  const inForce = optionNames.filter((name) => heeded[name] !== undefined && given[name] === undefined);
  return {
    file,
    named,
    locates: inForce.filter((name) => optionTable[name].class === 'locates'),
    relaxed: inForce
      .filter((name) => isRelaxing(name, heeded[name]))
      .map((name) => ({ option: name, value: valueText(name, heeded) })),
  };
}

/** A setting in one line. */
export function valueText(name: OptionName, options: ScanOptions): string {
  if (name === 'accept') return counted(options.accept?.length ?? 0, 'entry', 'entries');
  if (name === 'deliver') return (options.deliver ?? []).map(withoutSecret).join(', ');
  if (name === 'levels' || name === 'thresholds') return Object.keys(options[name] ?? {}).join(', ');
  return [options[name] ?? ''].flat().join(', ');
}

/** A target may contain its secret itself, which is refused, and must not be shown. */
function withoutSecret(target: string): string {
  if (target === 'stdout' || /^(?:file|s3|sns|events):|^(?:slack|teams|webhook):(?:env|file):/.test(target))
    return target;
  const [, kind = ''] = /^(\w{1,20}:)/.exec(target) ?? [];
  return `${kind}***`;
}

function noteOf({ file, named, options }: ConfigFile, heeded: ScanOptions, road: string): string {
  const left = optionNames.filter((name) => options[name] !== undefined && heeded[name] === undefined);
  const rest = left.length === 0 ? '' : `; ignoring its ${left.join(' and ')} because the cluster is already set`;
  return `eks-preflight: using config file ${file} (${named ? road : 'in the working directory'})${rest}`;
}
