import type { AccessGrants } from '../../../src/facts/access.ts';
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

function ofReader(row: Row, { kind, namespace, name, streams, subjects, bindings }: Reader): UsedFeature {
  const holders = subjects.map((one) => `${one.kind} ${one.namespace === null ? '' : `${one.namespace}/`}${one.name}`);
  const what = `get without create on ${formatList(streams)}, granted to ${formatList(holders)}`;
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
