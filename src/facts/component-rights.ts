import * as z from 'zod/mini';
import { rolePolicies } from './iam.ts';
import { managerTags } from './manager-tags.ts';
import { name, publicText } from './marks.ts';
import { kind } from './public-texts.ts';

/**
 * What the components of the table `release-permissions` may do. A part that could not be read is null: it hides no
 * finding, because the fix of an update then has the command that shows the permission.
 */
export const componentRights = z.array(
  z.object({
    component: publicText({ table: 'release-permissions' }),
    kind: kind(),
    namespace: name('ns'),
    name: name('app'),
    serviceAccount: name('app'),
    /** The requests of the table's rows, and whether a bound ClusterRole allows them in the whole cluster. */
    requests: z.nullable(
      z.array(
        z.object({
          verb: publicText({ table: 'release-permissions' }),
          group: publicText({ table: 'release-permissions' }),
          resource: publicText({ table: 'release-permissions' }),
          allowed: z.boolean(),
        }),
      ),
    ),
    /** Its IAM role; if it has none, those of all node groups. Null if it is unknown which it uses. */
    roles: z.nullable(
      z.array(
        z.object({
          arn: name('role'),
          /** Statements about the services of the table's rows. Null if the role was not read. */
          own: z.nullable(rolePolicies),
          tags: managerTags,
        }),
      ),
    ),
  }),
);
export type ComponentRights = z.infer<typeof componentRights>[number];
