import type { FactName } from './facts.ts';
import { isPluginFact, noPluginFacts, type PluginFacts } from './plugin-facts.ts';
import type { Readings } from './reading.ts';
import { usageError, type Reason } from './reason.ts';

/**
 * Permissions that many teams do not grant, or that cost money: facts that need one are read only if `--with` names it.
 */
export const grants = ['secrets', 'logs', 'metrics'] as const;
export type Grant = (typeof grants)[number];

const expected = `${grants.slice(0, -1).join(', ')} or ${grants.at(-1)}`;

/**
 * Parses the values of `--with`.
 * @throws ScanError (`usage`) if a value is not a grant
 */
export function parseGrants(words: readonly string[]): Grant[] {
  return words.map((word) => {
    const grant = grants.find((name) => name === word);
    if (grant === undefined) throw usageError(`invalid --with '${word}' (expected ${expected})`);
    return grant;
  });
}

const optional: Partial<Record<FactName, Grant>> = {
  helmHistories: 'secrets',
  helmManifests: 'secrets',
  helmReleases: 'secrets',
  auditedCalls: 'logs',
  requestedApis: 'metrics',
};

/** The grant that a fact needs; undefined: none. */
function findGrant(fact: FactName, plugins: PluginFacts): Grant | undefined {
  return optional[fact] ?? plugins.get(fact)?.grant;
}

/** Whether a fact is read: every fact is, unless it needs a grant that was not requested. */
export function isRequested(
  fact: FactName,
  requested: readonly Grant[],
  plugins: PluginFacts = noPluginFacts,
): boolean {
  const grant = findGrant(fact, plugins);
  return grant === undefined || requested.includes(grant);
}

/** Why a fact that needs a grant is not read; undefined for any other fact. */
export function findMissingGrantReason(fact: FactName, plugins: PluginFacts = noPluginFacts): Reason | undefined {
  const grant = findGrant(fact, plugins);
  return grant === undefined ? undefined : buildMissingGrantReason(grant);
}

/**
 * Why a fact was not requested; undefined if it was. A fact that needs a grant also counts as not requested if an older
 * inventory lacks it. A fact that needs no grant is always requested, even if its reading has the kind `not-asked`. For
 * a plug-in's fact, only the reading decides.
 */
export function findUnrequestedReason(fact: FactName, readings: Readings): Reason | undefined {
  const reading = readings[fact];
  if (isPluginFact(fact))
    return reading?.ok === false && reading.reason.kind === 'not-asked' ? reading.reason : undefined;
  const isUnrequested = reading === undefined || (!reading.ok && reading.reason.kind === 'not-asked');
  return isUnrequested ? findMissingGrantReason(fact) : undefined;
}

/** Whether a message says that a grant was not requested. */
export function isMissingGrantMessage(message: string): boolean {
  return grants.some((grant) => message === buildMissingGrantReason(grant).message);
}

function buildMissingGrantReason(grant: Grant): Reason {
  return { kind: 'not-asked', message: `needs --with ${grant}` };
}

/** Requested grants that an inventory was taken without: no option can add facts to a stored inventory. */
export function listMissingGrants(readings: Readings, requested: readonly Grant[]): Grant[] {
  return requested.filter((grant) =>
    Object.entries(optional).every(
      ([fact, needed]) => needed !== grant || findUnrequestedReason(fact as FactName, readings) !== undefined,
    ),
  );
}
