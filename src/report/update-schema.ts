import * as z from 'zod/mini';
import { open } from '../judge/plan/open-enum.ts';
import { components, version } from '../judge/plan/step.ts';

/** How to take the first step. */
export const update = z.object({
  /** The component that the step updates. */
  component: open(components),
  /** The version after the step. */
  version: version,
  /** What to do, in Markdown. */
  fix: z.string(),
  /** Its commands, in order; you can paste each into a POSIX shell. */
  commands: z.array(z.string()),
  /** The command that begins an update of the control plane and does not wait for it; absent for other steps. */
  begins: z.optional(z.string()),
});
