import type { Inventory } from '../../inventory/inventory.ts';
import { endOfReading } from '../../inventory/as-of.ts';
import { refuseContradicting } from '../../judge/compare-readings.ts';
import { removeFutureMoments } from '../../judge/past-moments.ts';
import { grants, listMissingGrants } from '../../facts/optional-grants.ts';
import { buildHealth } from '../../report/health/build-health.ts';
import type { PlanDocument } from '../../report/plan/document.ts';

/** The plan with the health of the cluster that the same facts show: to compare with after the tasks. */
export function withHealth(document: PlanDocument, { takenAt, readUntil, readings }: Inventory): PlanDocument {
  const compared = refuseContradicting(removeFutureMoments(readings, endOfReading({ takenAt, readUntil })));
  const read = grants.filter((grant) => listMissingGrants(readings, [grant]).length === 0);
  return {
    ...document,
    ...(read.length === 0 ? {} : { with: read }),
    health: buildHealth(compared, { now: takenAt }),
  };
}
