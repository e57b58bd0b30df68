import { withEntry, type AboutCluster } from './cluster-settings.ts';
import { parseCluster } from './cluster-name.ts';
import { readConfigFile, type ConfigFile } from '../files/config-file.ts';
import { environmentOptions, environmentValue, toVariableName } from './environment.ts';
import { toFlag, isRelaxing, optionNames, parseOptions, type OptionName, type ScanOptions } from './options.ts';
import { optionTable } from './option-table.ts';
import { shortened } from '../../syntax/quoted.ts';
import { withFittingView } from './show.ts';
import { valueText } from './value-text.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { usageError } from '../../facts/reason.ts';
import type { Report } from '../../report/schema.ts';

/** Options, what is known of the named cluster, and the config file. */
export interface Settings extends ScanOptions, AboutCluster {
  configuration?: Report['configuration'];
  /** The config file that was read. */
  config?: string;
}

/** Where a setting comes from, and its name there. */
export interface Origin {
  from: 'option' | 'environment' | 'file';
  called: string;
}

/** Where each option that is set comes from, except for a Region from a cluster ARN. */
export type Origins = { readonly [Name in OptionName]?: Origin };

/** The merged options of all sources, and where they come from. */
export interface Merged {
  settings: Settings;
  origins: Origins;
  /** The keys of the config file that the command line or the environment replaces. */
  replaced: readonly OptionName[];
  /** A line for stderr: the config file that was used; undefined if there is none. */
  note: string | undefined;
}

interface Sources {
  env: NodeJS.ProcessEnv;
  /** Where a config file may be found; undefined: none is read, not even one that the environment names. */
  folder: string | undefined;
  /** The options that the command has: only these are taken from the environment. */
  names: readonly OptionName[];
  /** True if arguments name several clusters. */
  namesSeveral?: boolean;
}

/**
 * Options by precedence: the command line, the environment, the config file.
 * @throws ScanError (`usage`) naming the option, the variable or the file and its key
 */
export async function mergeOptions(
  { config, color, ...said }: Record<string, unknown>,
  { env, folder, names, namesSeveral = false }: Sources,
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
  const { cluster, inventory, allClusters = false } = given;
  const isElsewhere = namesSeveral || allClusters || cluster !== undefined || inventory !== undefined;
  const inFile = file === undefined ? {} : selectEffectiveOptions(file, isElsewhere);
  const { options: effective, about, unlisted } = withEntry(inFile, given);
  const options = withFittingView({ ...effective, ...given }, flags);
  const origins = resolveOrigins(
    flags,
    variables,
    file === undefined ? undefined : { file: file.file, options: effective },
  );
  const located = { ...about, ...locate(options, origins) };
  const configuration = file === undefined ? null : buildConfiguration(file, effective, given);
  const settings = setFields({ ...located, configuration, config: file?.file });
  const source = typeof config === 'string' ? '--config' : toVariableName('config');
  const replaced = optionNames.filter((name) => effective[name] !== undefined && given[name] !== undefined);
  const note = file === undefined ? undefined : buildConfigNote(file, effective, { source, unlisted });
  return { settings, origins, replaced, note };
}

function called(name: string): string {
  const option = optionNames.find((one) => one === name);
  return option === undefined ? name : toFlag(option);
}

/** A file that was only found sets cluster and Region only if nothing else sets a cluster or an inventory. */
function selectEffectiveOptions({ named, options }: ConfigFile, isElsewhere: boolean): ScanOptions {
  if (named || !isElsewhere) return options;
  return Object.fromEntries(
    optionNames.flatMap((name) => (optionTable[name].class === 'locates' ? [] : listEntry(options, name))),
  );
}

function listEntry(options: ScanOptions, name: OptionName): [OptionName, unknown][] {
  return options[name] === undefined ? [] : [[name, options[name]]];
}

function resolveOrigins(
  flags: ScanOptions,
  variables: ScanOptions,
  file: Pick<ConfigFile, 'file' | 'options'> | undefined,
): Origins {
  const named = optionNames.flatMap((name): [OptionName, Origin][] => {
    if (flags[name] !== undefined) return [[name, { from: 'option', called: toFlag(name) }]];
    if (variables[name] !== undefined) return [[name, { from: 'environment', called: toVariableName(name) }]];
    if (file?.options[name] === undefined) return [];
    return [[name, { from: 'file', called: `${name} of ${file.file}` }]];
  });
  return Object.fromEntries(named);
}

/** The ARN of a cluster also names its Region and its account. */
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

function buildConfiguration(
  { file, named }: ConfigFile,
  effective: ScanOptions,
  given: ScanOptions,
): NonNullable<Report['configuration']> {
  const inForce = optionNames.filter((name) => effective[name] !== undefined && given[name] === undefined);
  return {
    file,
    named,
    locates: inForce.filter((name) => optionTable[name].class === 'locates'),
    relaxed: inForce
      .filter((name) => isRelaxing(name, effective[name]))
      .map((name) => ({ option: name, value: valueText(name, effective) })),
  };
}

function buildConfigNote(
  { file, named, options }: ConfigFile,
  effective: ScanOptions,
  { source, unlisted }: { source: string; unlisted: string | undefined },
): string {
  const left = optionNames.filter((name) => options[name] !== undefined && effective[name] === undefined);
  const rest = left.length === 0 ? '' : `; ignoring its ${left.join(' and ')} because the cluster is already set`;
  const cluster = unlisted === undefined ? '' : `; its clusters do not include ${unlisted}`;
  return `eks-preflight: using config file ${file} (${named ? source : 'in the working directory'})${rest}${cluster}`;
}
