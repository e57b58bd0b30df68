import type { OptionName, ScanOptions as AllOptions } from './options.ts';

/** What programs may give of the options of a scan. The package's types print it with the help texts (`npm run generate`). */

/** The functions that the package exports for programs. */
export const programs = ['scan', 'judge'] as const;
type Program = (typeof programs)[number];

/**
 * By option, the functions that take it. What prints, writes reports or sends messages is the program's own business;
 * `inventory` is the argument of `judge`.
 */
export const programOptions = {
  cluster: ['scan'],
  region: ['scan'],
  profile: ['scan'],
  roleArn: ['scan'],
  externalId: ['scan'],
  target: ['scan', 'judge'],
  karpenterTarget: ['scan', 'judge'],
  kubeconfig: ['scan'],
  context: ['scan'],
  kubeServer: ['scan'],
  inCluster: ['scan'],
  only: ['scan', 'judge'],
  skip: ['scan', 'judge'],
  require: ['scan', 'judge'],
  plugin: ['scan', 'judge'],
  with: ['scan', 'judge'],
  logsMax: ['scan'],
  scope: ['scan', 'judge'],
  failOn: ['scan', 'judge'],
  horizon: ['scan', 'judge'],
  allowPartial: [],
  format: [],
  output: [],
  inventory: [],
  asOf: ['judge'],
  saveInventory: ['scan'],
  redact: ['scan'],
  refreshInsights: ['scan'],
  timeout: ['scan'],
  all: [],
  verbose: [],
  color: [],
  baseline: ['scan', 'judge'],
  teamLabel: ['scan', 'judge'],
  state: [],
  deliver: [],
  notifyOn: [],
  requireDelivery: [],
  reportUrl: [],
  sse: [],
  sseKmsKeyId: [],
  accept: ['scan', 'judge'],
  levels: ['scan', 'judge'],
  thresholds: ['scan', 'judge'],
} as const satisfies { readonly [Name in OptionName]: readonly Program[] };

type Taken<By extends Program> = {
  [Name in OptionName]: By extends (typeof programOptions)[Name][number] ? Name : never;
}[OptionName];

type Given<Name extends OptionName> = { readonly [Each in Name]?: Unchanged<AllOptions[Each]> | undefined };
type Unchanged<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** What `scan` takes. */
export type ScanOptions = Given<Taken<'scan'>>;

/** What `judge` takes. */
export type JudgeOptions = Given<Taken<'judge'>>;

/** The options that a function takes. */
export function optionsOf(program: Program): OptionName[] {
  const names = Object.keys(programOptions) as OptionName[];
  return names.filter((name) => programOptions[name].some((one) => one === program));
}
