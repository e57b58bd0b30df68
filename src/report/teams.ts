import type { Facts } from '../facts/facts.ts';
import type { Result } from '../judge/result.ts';
import type { Report } from './schema.ts';

/** Whose the namespaces are that findings name; undefined where no namespace has a team. */
export function teamsOf(results: readonly Result[], namespaces: Facts['namespaces']): Report['teams'] {
  const named = new Set(results.flatMap(({ findings }) => findings.map(({ resource }) => resource.namespace)));
  const teams = namespaces.flatMap(({ name, team }) =>
    team !== undefined && named.has(name) ? [{ namespace: name, team }] : [],
  );
  return teams.length === 0 ? undefined : teams;
}
