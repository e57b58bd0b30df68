import type { Check, Finding } from '../../check.ts';
import type { Need } from '../../facts/plugin-objects.ts';
import type { Table } from '../../tables/plugin-table.ts';

/** @internal What only built-in checks have, with the types of their facts. */
type OfBuiltIn = 'unseenAt' | 'passedBy' | 'basis' | 'thresholds';

/** A check of a plug-in without the types of its facts. */
export type AnyPluginCheck = Omit<Check<Need, Need, Table>, 'run' | 'applies' | OfBuiltIn> & {
  applies?: { needs: readonly Need[]; when(facts: never, context: never): true | string } | undefined;
  run(facts: never, context: never): Iterable<Finding>;
};

/** The default export of a module, made with {@link definePlugin}. */
export interface Plugin {
  /** Lower case with hyphens; not an area of eks-preflight. IDs of its checks begin with it. */
  name: string;
  checks: readonly AnyPluginCheck[];
}

/** Defines a plug-in: the default export of the module in `--plugin`. Its checks determine its facts and tables. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
