import { commandOptions } from '../src/commands/options/command-options.ts';
import { variableOf } from '../src/commands/options/environment.ts';
import { flagOf, keyClasses, optionNames, type KeyClass, type OptionName } from '../src/commands/options/options.ts';

/** What the documentation says of each key of the config file. */

/** By class: whether a file that was only found in the working directory may set it. */
const anyFile: { readonly [Class in KeyClass]: string } = {
  chooses: 'yes',
  locates: 'yes, unless the cluster is set elsewhere',
  tightens: 'yes',
  relaxes: 'no: needs `--config`, and is shown in the report headline',
  acts: 'no: needs `--config`',
};

function whoMaySet(name: OptionName): string {
  return name === 'failOn' ? 'yes, except `never`' : anyFile[keyClasses[name]];
}

/** The help text of an option, without its variable. */
export function descriptionOf(name: OptionName): string {
  const option = commandOptions.scan.find((one) => one.attributeName() === name);
  if (option === undefined) throw new Error(`${name} is no option of scan`);
  return option.description.replace(/ \(env: \w+\)$/, '');
}

/** `docs/config.md`: every key, and what may set it. */
export function configMarkdown(): string {
  const rows = optionNames.map((name) =>
    [`\`${name}\``, `\`${flagOf(name)}\``, `\`${variableOf(name)}\``, whoMaySet(name), descriptionOf(name)].join(' | '),
  );
  return [
    '# The config file',
    '',
    'Options rank: the command line, then the environment, then the config file. `eks-preflight config` shows the settings in',
    'force and where each comes from. Lists are YAML lists, or text with commas. An unknown key is refused. An empty variable',
    'is not set.',
    '',
    'A file is named with `--config FILE` (or `EKS_PREFLIGHT_CONFIG`). Without that, `eks-preflight.config.yaml` (or `.yml`) of',
    'the working directory is read, which may have come with a pull request of a stranger: it may only set the keys marked',
    '`yes`; any other key ends the command with exit code 3 before anything is run, read or written. Symbolic links are not followed.',
    'In a pipeline on pull requests, take the file that you name with `--config` from the base branch.',
    '',
    '| key | option | variable | allowed without `--config` | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}
