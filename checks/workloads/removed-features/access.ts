import type { AccessGrants } from '../../../src/facts/access.ts';
import { counted, listed } from '../../../src/syntax/english.ts';
import { rowsOf, type Asked, type Row } from './asked.ts';

type Reader = AccessGrants['streamReaders'][number];
type Anonymous = AccessGrants['anonymousBindings'][number];

/** Permissions that a version removes. */
export function askedOfRbac(rows: readonly Row[], grants: AccessGrants): Asked[] {
  return [
    ...rowsOf(rows, 'stream-readers').flatMap((row) => grants.streamReaders.map((reader) => ofReader(row, reader))),
    ...rowsOf(rows, 'anonymous-binding').flatMap((row) =>
      grants.anonymousBindings.map((binding) => ofBinding(row, binding)),
    ),
  ];
}

function ofReader(row: Row, { kind, namespace, name, streams, subjects, bindings }: Reader): Asked {
  const holders = subjects.map((one) => `${one.kind} ${one.namespace === null ? '' : `${one.namespace}/`}${one.name}`);
  const what = `get without create on ${listed(streams)}, granted to ${listed(holders)}`;
  const observed = `${what} by ${counted(bindings, 'binding')}`;
  return {
    resource: { kind, name, ...(namespace === null ? {} : { namespace }) },
    row,
    what,
    fact: 'accessGrants',
    evidence: [{ observed, required: 'create', fact: 'accessGrants' }],
  };
}

function ofBinding(row: Row, { kind, namespace, name, role, subjects }: Anonymous): Asked {
  return {
    resource: { kind, name, ...(namespace === null ? {} : { namespace }) },
    row,
    what: `grants ${role} to ${listed(subjects)}`,
    fact: 'accessGrants',
  };
}
