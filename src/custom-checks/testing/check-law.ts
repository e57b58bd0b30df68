import type { AnyPluginCheck, Plugin } from '../api/define.ts';
import type { AnyCase } from './case.ts';
import { declaredHere } from './in-process.ts';
import { listLaws } from './law.ts';
import type { Law } from './case-laws.ts';
import { resolveRunner, type Runner } from './runner.ts';

/** The cases with which the law is tested. */
export interface LawOptions extends Runner {
  /** The cases of each check, by its ID; at least one has all facts and finds nothing. */
  cases: Readonly<Record<string, readonly AnyCase[]>>;
}

/**
 * Tests the law for every check of a plug-in: missing data is unknown, never a pass; the result depends only on the
 * facts; a scan accepts its names, IDs and texts.
 * @throws Error if there is no test runner
 */
export function checkLaw(plugin: Plugin, options: LawOptions): void {
  const { describe, it } = resolveRunner(options);
  const { cases } = options;
  describe(`the plug-in ${plugin.name}`, () => {
    it('declares what a scan takes', async () => void declaredHere(plugin));
    it('has cases for each check, and for no other', async () => refuseStrayCases(plugin, cases));
    for (const check of plugin.checks) {
      describe(check.id, () => {
        for (const { name, holds } of lawsOrFlaw(check, cases[check.id] ?? [])) it(name, holds);
      });
    }
  });
}

/** The laws of a check; for one that cannot be declared, a single law whose test reports why. */
export function lawsOrFlaw(check: AnyPluginCheck, cases: readonly AnyCase[]): Law[] {
  try {
    return listLaws(check, cases);
  } catch (error) {
    return [{ name: 'can be declared', holds: () => Promise.reject(error) }];
  }
}

/**
 * Rejects cases of a check that the plug-in does not have, and a check without cases.
 * @throws Error with the ID of the check
 */
export function refuseStrayCases({ name, checks }: Plugin, cases: LawOptions['cases']): void {
  const ids = checks.map(({ id }) => id);
  const without = ids.find((id) => cases[id] === undefined || cases[id].length === 0);
  if (without !== undefined) throw new Error(`${without} has no cases: pass them in cases, by its ID`);
  const stray = Object.keys(cases).find((id) => !ids.includes(id));
  if (stray !== undefined) throw new Error(`cases: the plug-in ${name} has no check ${stray}`);
}
