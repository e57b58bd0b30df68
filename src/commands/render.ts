import { exitCodes } from '../judge/exit-codes.ts';
import { refuseSameFile } from './files/files.ts';
import type { Io } from './io.ts';
import type { ScanOptions } from './options/options.ts';
import { parseShow, refuseBadView } from './options/show.ts';
import { defaultFormat } from '../formats/formats.ts';
import { deliver } from './deliver-report.ts';
import { fileCommands } from './plan/again.ts';
import { loadOwnBuild, readReportToRender } from './read-report.ts';
import type { LoadCatalog } from './select-checks.ts';
import { parseOutputs, refuseUnwritable, resolveLayout } from './outputs.ts';

/** The argument of `render`, and its `--output`, which EKS_PREFLIGHT_OUTPUT does not set. */
export interface RenderOptions {
  report?: unknown;
  output?: unknown;
}

/**
 * Writes a saved JSON report in another format, or a part of it.
 * @throws ScanError (`usage`) if the report is refused, or has no such finding
 */
export async function render(
  own: RenderOptions,
  options: ScanOptions,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  const file = String(own.report);
  const values = Array.isArray(own.output) ? own.output.map(String) : [];
  if (options.show !== undefined) parseShow(options.show);
  refuseBadView(options);
  const outputs = parseOutputs(values);
  refuseUnwritable(outputs.map((output) => output.file));
  refuseSameFile(
    outputs.map((output) => ({ file: output.file, flag: '--output' })),
    [{ file, flag: 'report' }],
  );
  const report = await readReportToRender(file, await loadOwnBuild(loadCatalog, io), io);
  const layout = { ...resolveLayout(io, options), plan: fileCommands(file, 'report').again.text };
  await deliver(report, options.format ?? defaultFormat, outputs, layout, io);
  return exitCodes.ready;
}
