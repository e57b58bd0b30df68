import * as z from 'zod/mini';
import { condition } from './karpenter-objects.ts';
import { name, prose } from './marks.ts';
import { objectOwner } from './owner.ts';
import { apiVersion } from './public-texts.ts';

/** The NodeClasses of EKS Auto Mode (eks.amazonaws.com); empty without Auto Mode. */
export const autoModeNodeClasses = z.array(
  z.object({
    /** The API version with its group: `eks.amazonaws.com/v1`. */
    apiVersion: apiVersion(),
    name: name('group'),
    /** The condition Ready; null if it is missing or Unknown. */
    ready: z.nullable(z.boolean()),
    /** Reason and message of the condition, if it is not True. */
    readyMessage: z.nullable(prose()),
    conditions: z.array(condition),
    /** As of Karpenter's node classes. */
    owner: z.exactOptional(objectOwner),
  }),
);
export type AutoModeNodeClass = z.infer<typeof autoModeNodeClasses>[number];
