import type { Readings } from '../facts/reading.ts';
import type { Result } from '../judge/result.ts';
import type { Report } from './schema.ts';

/** The teams of the namespaces in findings; undefined if none of these namespaces has a team. */
export function findTeams(results: readonly Result[], { namespaces }: Readings): Report['teams'] {
  const named = new Set(results.flatMap(({ findings }) => findings.map(({ resource }) => resource.namespace)));
  const teams = (namespaces?.ok === true ? namespaces.value : []).flatMap(({ name, team }) =>
    team !== undefined && named.has(name) ? [{ namespace: name, team }] : [],
  );
  return teams.length === 0 ? undefined : teams;
}
