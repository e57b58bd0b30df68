import * as z from 'zod/mini';
import { name } from './marks.ts';

/**
 * Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Missing only in older
 * inventories.
 */
export const managerTags = z.exactOptional(z.record(name('label'), name('label')));
