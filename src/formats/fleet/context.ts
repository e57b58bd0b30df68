import type { ClusterNames } from '../../report/fleet/names.ts';
import type { Fleet } from '../../report/fleet/schema.ts';
import type { Layout } from '../text/layout.ts';

/** What every part of the text of a fleet needs. */
export interface ListContext {
  fleet: Fleet;
  names: ClusterNames;
  layout: Layout;
}
