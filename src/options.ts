import path from 'node:path';
import * as z from 'zod/mini';
import { exists, readNamed } from './files.ts';
import { usageError } from './reason.ts';

/** Comma-separated on the command line and in the environment, a list in the config file. */
const list = z.union([z.array(z.string()), z.pipe(z.string(), z.transform(splitList))]);

/** The words of `a, b`; none of an empty text. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Every option of `scan` and `collect`, as the config file may give it. Unknown keys are refused: a misspelt option is not silently dropped. */
export const scanOptions = z.strictObject({
  cluster: z.optional(z.string()),
  region: z.optional(z.string()),
  profile: z.optional(z.string()),
  roleArn: z.optional(z.string()),
  externalId: z.optional(z.string()),
  target: z.optional(z.string()),
  karpenterTarget: z.optional(z.string()),
  kubeconfig: z.optional(z.string()),
  context: z.optional(z.string()),
  kubeServer: z.optional(z.string()),
  inCluster: z.optional(z.boolean()),
  only: z.optional(list),
  skip: z.optional(list),
  require: z.optional(list),
  with: z.optional(list),
  scope: z.optional(z.enum(['all', 'control-plane'])),
  failOn: z.optional(list),
  horizon: z.optional(z.enum(['path', 'next'])),
  format: z.optional(z.enum(['text', 'json'])),
  output: z.optional(list),
  inventory: z.optional(z.string()),
  asOf: z.optional(z.string()),
  saveInventory: z.optional(z.string()),
  redact: z.optional(z.boolean()),
  timeout: z.optional(z.string()),
  all: z.optional(z.boolean()),
  verbose: z.optional(z.boolean()),
  color: z.optional(z.boolean()),
});
export type ScanOptions = z.infer<typeof scanOptions>;

/** The config file that is read where none is named and it exists. */
export const defaultConfigFile = 'eks-preflight.config.yaml';

/**
 * Reads options from a yaml file.
 * @throws SourceError (`usage`) naming the file and the key where it cannot be read or holds something unknown
 */
export async function readConfig(file: string): Promise<ScanOptions> {
  const { parse } = await import('./yaml.ts');
  const text = await readNamed(file, 'the config');
  let raw: unknown;
  try {
    raw = parse(text, { maxAliasCount: 20, logLevel: 'error' });
  } catch (error) {
    throw usageError(`${file} is not YAML: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
  return parseOptions(raw ?? {}, file);
}

/**
 * Validates options from any source.
 * @param origin how to call that source in an error: a file, or `the command line`
 * @throws SourceError (`usage`) naming the option
 */
export function parseOptions(raw: unknown, origin: string): ScanOptions {
  const parsed = scanOptions.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw usageError(
      `${origin} has an unknown option: ${issue.keys.join(', ')}`,
      `Known: ${Object.keys(scanOptions.def.shape).join(', ')}.`,
    );
  }
  const name = issue?.path.join('.') ?? '';
  const hint = issue?.code === 'invalid_type' && issue.expected === 'string' ? 'Put it in quotes.' : undefined;
  throw usageError(`${origin}: ${name === '' ? 'the options' : name}: ${expectation(issue)}`, hint);
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_value') return `one of ${issue.values.join(', ')}`;
  if (issue?.code === 'invalid_type') return `expected ${issue.expected}`;
  return issue?.code === 'invalid_union' ? 'expected list, or text with commas' : (issue?.message ?? 'invalid');
}

/** Options without a value on the command line: in the environment they say yes or no. */
const switches = ['all', 'verbose', 'inCluster', 'redact'] as const;

/** What the parser cannot take from the environment by itself: switches, which it would read as yes whatever they hold, and lists. */
function environmentOptions(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name of switches) {
    const variable = `EKS_PREFLIGHT_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
    const word = env[variable]?.trim().toLowerCase();
    if (word === undefined) continue;
    if (!['', '0', 'false', 'no', '1', 'true', 'yes'].includes(word)) {
      throw usageError(`${variable}=${word} is neither true nor false`);
    }
    found[name] = ['1', 'true', 'yes'].includes(word);
  }
  const output = env['EKS_PREFLIGHT_OUTPUT'];
  return output === undefined || output === '' ? found : { ...found, output };
}

/**
 * Options by rank: the command line, the environment, the config file.
 * @param flags of the parser, which has put most of the environment under the command line already
 * @param folder where `eks-preflight.config.yaml` may lie; undefined: no config file is looked for
 */
export async function mergeOptions(
  flags: Record<string, unknown>,
  config: string | undefined,
  env: NodeJS.ProcessEnv,
  folder: string | undefined,
): Promise<ScanOptions> {
  const { color, ...said } = flags;
  const spoken = { ...environmentOptions(env), ...said, ...(color === false ? { color } : {}) };
  const given = parseOptions(spoken, 'the command line');
  const file = config ?? (folder === undefined ? undefined : await defaultConfig(folder));
  return file === undefined ? given : { ...(await readConfig(file)), ...given };
}

async function defaultConfig(folder: string): Promise<string | undefined> {
  const file = path.join(folder, defaultConfigFile);
  return (await exists(file)) ? file : undefined;
}
