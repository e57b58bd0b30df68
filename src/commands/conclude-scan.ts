import type { Inventory } from '../inventory/inventory.ts';
import { setFields } from '../syntax/set-fields.ts';
import { defaultFormat } from '../formats/formats.ts';
import type { Report } from '../report/schema.ts';
import { writeInventory } from './files/inventory-file.ts';
import type { Io } from './io.ts';
import { judgeInventory, type Judging } from './scan/judge.ts';
import { deliver, layoutOf, parseOutputs } from './outputs.ts';
import { warnOfAcceptances } from './policy-warnings.ts';
import { redactForSharing } from './scan/redact.ts';

/**
 * What a scan does with facts from any origin: saves them if requested, judges them and delivers the report.
 * @returns the report
 */
export async function concludeScan(inventory: Inventory, judging: Judging & { io: Io }): Promise<Report> {
  const { options, io } = judging;
  const report = await saveAndJudge(inventory, judging);
  await deliver(report, options.format ?? defaultFormat, parseOutputs(options.output ?? []), layoutOf(io, options), io);
  return report;
}

/** The same without a report in any format. */
export async function saveAndJudge(inventory: Inventory, judging: Judging & { io: Io }): Promise<Report> {
  const { options, io } = judging;
  const { saveInventory, redact, target, karpenterTarget } = options;
  if (saveInventory !== undefined) {
    const targets = setFields({ target, karpenterTarget });
    const kept = redact === true ? await redactForSharing(inventory, { ...judging, options: targets }) : inventory;
    await writeInventory(saveInventory, kept, io.version, judging.plugins?.facts);
  }
  const report = await judgeInventory(inventory, judging);
  warnOfAcceptances(report, io);
  return report;
}
