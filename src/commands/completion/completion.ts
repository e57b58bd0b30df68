import { exitCodes } from '../../judge/exit-codes.ts';
import type { Io } from '../io.ts';
import { commandLine } from '../options/command-line.ts';
import type { Shell } from '../options/command-options.ts';
import type { LoadCatalog } from '../select-checks.ts';
import { bashScript } from './bash.ts';
import { completedLine, type CompletedLine } from './description.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const scripts: { readonly [Name in Shell]: (line: CompletedLine) => string } = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/**
 * Prints a completion script. It contains all names, including those of checks, so that no key press has to wait for a
 * run of the program; a new version needs a new script.
 */
export async function completion(shell: Shell, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const { checks } = await loadCatalog();
  const ids = checks.map(({ id }) => id);
  io.stdout(scripts[shell](completedLine(commandLine(io.version), ids)));
  return exitCodes.ready;
}
