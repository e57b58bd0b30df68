import type { AccessGrants } from '../../../src/facts/access.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { selectRows, type UsedFeature, type Row } from './feature-uses.ts';

type Reader = AccessGrants['streamReaders'][number];
type Anonymous = AccessGrants['anonymousBindings'][number];

/** Roles and bindings that grant a permission whose effect a version changes. */
export function listAccessFeatures(rows: readonly Row[], grants: AccessGrants): UsedFeature[] {
  return [
    ...selectRows(rows, 'stream-readers').flatMap((row) => grants.streamReaders.map((reader) => ofReader(row, reader))),
    ...selectRows(rows, 'anonymous-binding').flatMap((row) =>
      grants.anonymousBindings.map((binding) => ofBinding(row, binding)),
    ),
  ];
}

/** ClusterRoles of DRA drivers and schedulers that lack a permission which a version demands. */
export function listClaimFeatures(rows: readonly Row[], writers: Facts['claimStatusWriters']): UsedFeature[] {
  return selectRows(rows, 'claim-status-writers').flatMap((row) =>
    writers.map(({ name, subjects }): UsedFeature => {
      const what = `writes resourceclaims/status, granted to ${formatList(subjects.map(formatSubject))}`;
      const required = 'resourceclaims/driver or resourceclaims/binding';
      const evidence = [{ observed: what, required, fact: 'claimStatusWriters' as const }];
      return { resource: { kind: 'ClusterRole', name }, row, what, fact: 'claimStatusWriters', evidence };
    }),
  );
}

function formatSubject({ kind, namespace, name }: Reader['subjects'][number]): string {
  return `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`;
}

function ofReader(row: Row, { kind, namespace, name, streams, subjects, bindings }: Reader): UsedFeature {
  const what = `get without create on ${formatList(streams)}, granted to ${formatList(subjects.map(formatSubject))}`;
  const observed = `${what} by ${formatCount(bindings, 'binding')}`;
  return {
    resource: { kind, name, ...(namespace === null ? {} : { namespace }) },
    row,
    what,
    fact: 'accessGrants',
    evidence: [{ observed, required: 'create', fact: 'accessGrants' }],
  };
}

function ofBinding(row: Row, { kind, namespace, name, role, subjects }: Anonymous): UsedFeature {
  return {
    resource: { kind, name, ...(namespace === null ? {} : { namespace }) },
    row,
    what: `grants ${role} to ${formatList(subjects)}`,
    fact: 'accessGrants',
  };
}
