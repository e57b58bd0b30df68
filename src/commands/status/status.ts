import { usageError } from '../../facts/reason.ts';
import { renderStatus, statusFormatNames, type StatusFormatName } from '../../formats/status.ts';
import type { Readings } from '../../facts/reading.ts';
import { refuseContradicting } from '../../judge/compare-readings.ts';
import { removeFutureMoments } from '../../judge/past-moments.ts';
import { buildStatus } from '../../report/status/build-status.ts';
import { pieces, sh } from '../../syntax/shell.ts';
import { formatAlternatives, invalid } from '../../syntax/quoted.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import { resolveLayout } from '../outputs.ts';
import { statusFacts } from '../permissions/needed.ts';
import { connectionCommands } from '../plan/again.ts';
import { offerClusters, requireCluster } from '../require-cluster.ts';
import { readLive } from '../scan/live.ts';
import type { LoadCatalog } from '../select-checks.ts';

/** The options of `status` that a scan does not have, as the parser returns them. */
export interface StatusFlags {
  format?: unknown;
}

/**
 * Shows where a running update of a live cluster is, and what holds it.
 * @returns the exit code: 0 nothing runs, 1 stuck or failed, 2 running or not seen
 * @throws ScanError if the cluster cannot be described, or an option is wrong
 */
export async function status(
  { format = 'text' }: StatusFlags,
  settings: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  const chosen = requireFormat(String(format));
  const document = await readStatus(settings, loadCatalog, io);
  const { name, region } = document.cluster;
  const again = pieces(sh`eks-preflight status ${name} --region ${region}`, ...connectionCommands(settings));
  io.stdout(await renderStatus(document, chosen, resolveLayout(io, settings), again));
  return document.exitCode;
}

async function readStatus(settings: Settings, loadCatalog: LoadCatalog, io: Io) {
  const needed = new Set(statusFacts);
  const load = async () => {
    const [{ collectors }, { narrowCollectors }] = await Promise.all([
      loadCatalog(),
      import('../../collectors/kube/narrow-collectors.ts'),
    ]);
    return { collectors: narrowCollectors(collectors), needed };
  };
  try {
    const { readings } = await readLive(load, settings, io);
    const now = io.now().toISOString();
    const compared = comparedReadings(readings, now);
    const cluster = requireCluster(compared, settings, 'what was read');
    return buildStatus(compared, cluster, { now, version: io.version });
  } catch (error) {
    throw await offerClusters(error, sh`eks-preflight status`, settings, io);
  }
}

/** The narrow list of DaemonSets is not compared: pods of DaemonSets outside kube-system contradict it. */
function comparedReadings({ daemonSets: _daemonSets, ...readings }: Readings, now: string): Readings {
  return refuseContradicting(removeFutureMoments(readings, now));
}

function requireFormat(value: string): StatusFormatName {
  const found = statusFormatNames.find((name) => name === value);
  if (found !== undefined) return found;
  throw usageError(invalid('--format', value, formatAlternatives(statusFormatNames)));
}
