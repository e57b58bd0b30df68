import { usageError } from '../../facts/reason.ts';
import { renderStatus, statusFormatNames, type StatusFormatName } from '../../formats/status.ts';
import type { StatusDocument } from '../../report/status/schema.ts';
import { formatAlternatives, invalid } from '../../syntax/quoted.ts';
import { pieces, sh } from '../../syntax/shell.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import { resolveLayout } from '../outputs.ts';
import { connectionCommands } from '../plan/again.ts';
import type { LoadCatalog } from '../select-checks.ts';
import { takeLook, type TakeLook } from './look.ts';
import { parseWatch } from './watch-option.ts';

/** The options of `status` that a scan does not have, as the parser returns them. */
export interface StatusFlags {
  format?: unknown;
  since?: unknown;
  /** True without a time. */
  watch?: unknown;
}

/**
 * Shows where a running update of a live cluster is, and what holds it; with a plan, what is done and what is worse.
 * @returns the exit code: 0 nothing runs and the plan is done, 1 stuck, failed or worse, 2 running, open or not seen
 * @throws ScanError if the cluster cannot be described, or an option is wrong
 */
export async function status(
  { format = 'text', since, watch }: StatusFlags,
  settings: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  const chosen = requireFormat(String(format));
  const every = watch === undefined ? undefined : parseWatch(watch);
  const file = typeof since === 'string' ? since : undefined;
  const takeWhole = file === undefined ? takeLook : await loadSince(file, settings, loadCatalog, io);
  const render = async (document: StatusDocument, isWatched = false): Promise<string> => {
    const { name, region } = document.cluster;
    const again = pieces(
      sh`eks-preflight status ${name} --region ${region}`,
      ...connectionCommands(settings),
      ...(file === undefined ? [] : [sh`--since ${file}`]),
      ...(every === undefined ? [] : [sh`--watch`]),
    );
    return renderStatus(document, chosen, resolveLayout(io, settings), again, isWatched);
  };
  if (every !== undefined) {
    const { watchCluster } = await import('./watch-cluster.ts');
    return watchCluster({ every, isJson: chosen === 'json', takeWhole, render, settings, loadCatalog, io });
  }
  const { document } = await takeWhole(settings, loadCatalog, io);
  io.stdout(await render(document));
  return document.exitCode;
}

/** Reads the plan first, since reading a cluster takes longer. */
async function loadSince(file: string, settings: Settings, loadCatalog: LoadCatalog, io: Io): Promise<TakeLook> {
  const [{ readSincePlan }, { lookSince }] = await Promise.all([import('./plan-file.ts'), import('./since.ts')]);
  return lookSince(await readSincePlan(file, settings, loadCatalog, io));
}

function requireFormat(value: string): StatusFormatName {
  const found = statusFormatNames.find((name) => name === value);
  if (found !== undefined) return found;
  throw usageError(invalid('--format', value, formatAlternatives(statusFormatNames)));
}
