import { Argument, Command } from 'commander';
import { exitCodeMeanings, fleetExitCodeMeanings, statusExitCodeMeanings } from '../../judge/exit-codes.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { clusterArgument, planWord, shellNamed, withArgument, withClusterOrFile } from './arguments.ts';
import type { CommandOption } from './build-options.ts';
import { commandOptions, shells, type Shell } from './command-options.ts';
import { commandTexts, mainExamples, type CommandName } from './command-texts.ts';
import { formatHelp } from './named-help.ts';
import { helpEnd, helpLayout, helpOption, listScanOptions } from './help.ts';
import type { OptionName } from './options.ts';
import type { Flags, ParsedCommand, Streams } from './parsed-command.ts';
import { splitList } from './row.ts';
import { mainShortHelp, shortHelps } from './short-help.ts';

/** Defines all commands and options for commander's parser. */

const purpose =
  'Checks whether Kubernetes and Karpenter can be updated in an Amazon EKS cluster. Read-only. A pass is earned: anything that was not seen is unknown.';

/** The commands that end with the exit code of a gate. */
const gated: { readonly [Name in CommandName]?: typeof exitCodeMeanings } = {
  scan: exitCodeMeanings,
  demo: exitCodeMeanings,
  plan: exitCodeMeanings,
  gate: exitCodeMeanings,
  fleet: fleetExitCodeMeanings,
  status: statusExitCodeMeanings,
};

/** The commands that have most options of `scan`: their help names these. */
const likeScan: readonly CommandName[] = ['demo', 'collect', 'config', 'plan', 'status'];

interface Adding {
  program: Command;
  /** `-h` was written, not `--help`. */
  isShort: boolean;
  streams: Streams;
  onCommand(parsed: ParsedCommand): void;
}

function addCommand(
  { program, isShort, streams: { columns } }: Adding,
  name: CommandName,
  options: readonly CommandOption[] = [],
): Command {
  const { heading, summary, description, examples } = commandTexts[name];
  const usual = shortHelps[name];
  const short = isShort ? usual : undefined;
  const named = likeScan.includes(name) ? listScanOptions(options) : [];
  const command = program.command(name).summary(summary).description(description).helpGroup(heading);
  for (const { option } of options) command.addOption(option);
  command
    .addHelpOption(helpOption(usual))
    .addHelpText('after', () =>
      short === undefined ? helpEnd(columns, { options, examples, exitCodes: gated[name], named }) : '',
    );
  return command
    .configureHelp(helpLayout(columns, { short, named }))
    .exitOverride()
    .configureOutput(program.configureOutput());
}

/** The options that variables set for a command. */
function listOptionNames(options: readonly CommandOption[]): OptionName[] {
  return options.flatMap(({ variable }) => variable ?? []);
}

/**
 * Creates the whole command line: names, help texts. Its parser calls `onCommand` with the named command; `help` and
 * `version` only print.
 * @param isShort true for the help of `-h`
 */
export function createProgram(
  version: string,
  streams: Streams,
  onCommand: (parsed: ParsedCommand) => void,
  isShort = false,
): Command {
  const { columns } = streams;
  const short = isShort ? mainShortHelp : undefined;
  const program = new Command('eks-preflight').description(purpose).usage('<command> [options]');
  program.version(version, '-V, --version', 'print the version').addHelpOption(helpOption(mainShortHelp, 'Options:'));
  program
    .showSuggestionAfterError(true)
    .helpCommand(false)
    .exitOverride()
    .configureHelp(helpLayout(columns, { short, named: [] }));
  program.configureOutput({ writeOut: streams.stdout, writeErr: () => undefined, outputError: () => undefined });
  program.addHelpText('after', () =>
    short === undefined ? helpEnd(columns, { options: [], examples: mainExamples, exitCodes: exitCodeMeanings }) : '',
  );
  // What --quiet hides is decided before the command line is parsed.
  program.hook('preAction', (_program, command) => void command.setOptionValue('quiet', undefined));
  const adding = { program, isShort, streams, onCommand };
  addClusterCommands(adding);
  addDataCommands(adding);
  addReportCommands(adding);
  addSetUpCommands(adding);
  addCheckCommands(adding);
  addHelpCommands(adding, version);
  return program;
}

function addClusterCommands(adding: Adding): void {
  const { onCommand } = adding;
  const { scan, plan, status } = commandOptions;
  addCommand(adding, 'scan', scan)
    .argument('[cluster...]', 'name or ARN of the EKS cluster, or of several clusters')
    .action((clusters: readonly string[], flags: Flags) => {
      const [one, ...others] = clusters;
      const named = others.length === 0 ? withArgument(one, flags) : flags;
      onCommand({ command: 'scan', flags: named, own: { clusters, flags }, names: listOptionNames(scan) });
    });
  addCommand(adding, 'plan', plan)
    .argument('[cluster|file]', 'name or ARN of the EKS cluster, or a JSON report, a saved inventory or plan')
    .action((named: string | undefined, { task, since, format, output, ...flags }: Flags) =>
      onCommand({
        command: 'plan',
        flags: withClusterOrFile(named, flags),
        own: { ...setFields({ task, since, format, output }), flags },
        names: listOptionNames(plan),
      }),
    );
  addCommand(adding, 'status', status)
    .argument(...clusterArgument)
    .action((named: string | undefined, { since, watch, format, ...flags }: Flags) =>
      onCommand({
        command: 'status',
        flags: withArgument(named, flags),
        own: setFields({ since, watch, format }),
        names: listOptionNames(status),
      }),
    );
}

function addDataCommands(adding: Adding): void {
  const { onCommand } = adding;
  const { collect, demo } = commandOptions;
  addCommand(adding, 'demo', demo)
    .addArgument(new Argument('[plan]').argParser(planWord))
    .action((word: 'plan' | undefined, { task, since, ...flags }: Flags) =>
      onCommand({
        command: 'demo',
        flags,
        own: setFields({ word, task, since }),
        names: listOptionNames(demo),
      }),
    );
  addCommand(adding, 'collect', collect)
    .argument(...clusterArgument)
    .action((named: string | undefined, { output, ...flags }: Flags) =>
      onCommand({
        command: 'collect',
        flags: withArgument(named, flags),
        own: { output },
        names: listOptionNames(collect),
      }),
    );
}

function addReportCommands(adding: Adding): void {
  const { onCommand } = adding;
  const { accept, diff, fleet, gate, render } = commandOptions;
  addCommand(adding, 'render', render)
    .argument('<report>', 'JSON report: scan --format json, or --output report.json')
    .action((report: string, { output, ...flags }: Flags) =>
      onCommand({ command: 'render', flags, own: { report, output }, names: listOptionNames(render) }),
    );
  addCommand(adding, 'diff', diff)
    .argument('<old>', 'JSON report of the earlier scan')
    .argument('<new>', 'JSON report of the later scan')
    .action((old: string, now: string, own: Flags) => onCommand({ command: 'diff', old, new: now, own }));
  addCommand(adding, 'gate', gate)
    .argument('<report>', 'JSON report')
    .action((report: string, { maxAge, ...flags }: Flags) =>
      onCommand({ command: 'gate', flags, own: { report, maxAge }, names: listOptionNames(gate) }),
    );
  addCommand(adding, 'fleet', fleet)
    .argument('<path...>', 'folders of reports, reports, or s3://BUCKET[/PREFIX]')
    .action((paths: readonly string[], { maxAge, groupBy, format, output, ...flags }: Flags) =>
      onCommand({
        command: 'fleet',
        flags,
        own: { paths, ...setFields({ maxAge, groupBy, format, output }) },
        names: listOptionNames(fleet),
      }),
    );
  addCommand(adding, 'accept', accept)
    .argument('<id>', "first 8 or all 16 digits of a finding's fingerprint, or the number of an entry")
    .action((id: string, own: Flags) => onCommand({ command: 'accept', id, own }));
}

function addSetUpCommands(adding: Adding): void {
  const { onCommand } = adding;
  const { scan, permissions } = commandOptions;
  addCommand(adding, 'permissions', permissions).action(
    ({ cluster, region, account, partition, format, report, ...flags }: Flags) =>
      onCommand({
        command: 'permissions',
        flags,
        own: setFields({ cluster, region, account, partition, format, report }),
        names: listOptionNames(permissions),
      }),
  );
  addCommand(adding, 'config', scan)
    .argument(...clusterArgument)
    .action((named: string | undefined, flags: Flags) =>
      onCommand({ command: 'config', flags: withArgument(named, flags), own: {}, names: listOptionNames(scan) }),
    );
  addCommand(adding, 'completion')
    .addArgument(new Argument('<shell>', 'shell that reads the script').choices(shells).argParser(shellNamed))
    .action((shell: Shell) => onCommand({ command: 'completion', shell }));
}

function addCheckCommands(adding: Adding): void {
  const { onCommand } = adding;
  addCommand(adding, 'checks', commandOptions.checks)
    .argument('[id]', 'ID of a check, an area, or a glob that matches IDs')
    .action((id: string | undefined, { plugin = [], format }: { plugin?: string[]; format?: unknown }) =>
      onCommand({ command: 'checks', id, plugins: plugin.flatMap(splitList), format }),
    );
  addCommand(adding, 'facts', commandOptions.facts)
    .argument('[name]', 'name of a fact')
    .action((name: string | undefined) => onCommand({ command: 'facts', name }));
  addCommand(adding, 'test-rules')
    .argument('<file...>', 'rule files, YAML')
    .action((files: readonly string[]) => onCommand({ command: 'test-rules', files }));
}

function addHelpCommands(adding: Adding, version: string): void {
  const { program, streams } = adding;
  addCommand(adding, 'help')
    .argument('[command]', 'command to show the options of')
    .action((name: string | undefined) => streams.stdout(formatHelp(program, name)));
  addCommand(adding, 'version').action(() => streams.stdout(`${version}\n`));
}
