import * as z from 'zod/mini';
import { name } from './marks.ts';

/**
 * Those of its tags that can tell what manages it (table `manager-tags`), without possible secrets. Omitted if there are
 * none, and in older inventories.
 */
export const managerTags = z.exactOptional(z.record(name('label'), name('label')));
