import type { FactName } from './facts.ts';
import type { Readings } from './reading.ts';
import { usageError, type Reason } from './reason.ts';

/**
 * Permissions that careful teams do not grant, or that cost money: facts that need them are read only if the grant is
 * requested by name (`--with`).
 */
export const grants = ['secrets', 'logs', 'metrics'] as const;
export type Grant = (typeof grants)[number];

const expected = `${grants.slice(0, -1).join(', ')} or ${grants.at(-1)}`;

/**
 * Reads what `--with` names.
 * @throws SourceError (`usage`) where it names something else
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

/** Whether a fact is read: every fact is, but those that wait for a grant. */
export function isAskedFor(fact: FactName, asked: readonly Grant[]): boolean {
  const grant = optional[fact];
  return grant === undefined || asked.includes(grant);
}

/** Why a fact that waits for a grant is not read; undefined for any other fact. */
export function reasonNotAsked(fact: FactName): Reason | undefined {
  const grant = optional[fact];
  return grant === undefined ? undefined : { kind: 'not-asked', message: `needs --with ${grant}` };
}

/**
 * Why a fact was not asked for; an inventory of before it could be is one that did not ask. Only a fact that waits for a
 * grant can be left unasked: an inventory that says so of another one has not seen it.
 */
export function reasonUnasked(fact: FactName, readings: Readings): Reason | undefined {
  const reading = readings[fact];
  const isUnasked = reading === undefined || (!reading.ok && reading.reason.kind === 'not-asked');
  return isUnasked ? reasonNotAsked(fact) : undefined;
}

/** Grants that are asked for and that an inventory was taken without: no option brings what it does not hold. */
export function grantsLacking(readings: Readings, asked: readonly Grant[]): Grant[] {
  return asked.filter((grant) =>
    Object.entries(optional).every(
      ([fact, needed]) => needed !== grant || reasonUnasked(fact as FactName, readings) !== undefined,
    ),
  );
}
