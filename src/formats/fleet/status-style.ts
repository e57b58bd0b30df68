import type { FleetStatus } from '../../report/fleet/schema.ts';
import { verdictStyle } from '../text/headline.ts';
import type { Style } from '../text/layout.ts';

/** The color of a status: that of its verdict. A cluster that was not scanned is as unknown as an incomplete one. */
export function statusStyle(status: FleetStatus): Style {
  return verdictStyle[status === 'not-scanned' ? 'incomplete' : status];
}
