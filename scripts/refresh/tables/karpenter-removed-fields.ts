import { isBelow } from '../../../src/syntax/versions.ts';
import { listGoneFields, nameField, parseCrds, type ChangedField } from '../read/karpenter-crds.ts';
import { knowsThrough, readKarpenter } from '../read/karpenter.ts';
import type { Refresher, WrittenRow } from '../refresher.ts';

/**
 * Fields and enum values of a CRD's spec that the next release no longer takes: what to write instead, and how bad it is,
 * a person reads, so each is a question. Validation rules and patterns are not compared.
 */
export const karpenterRemovedFields: Refresher = {
  table: 'karpenter-removed-fields',
  from: 'registry',
  identify: (row) => JSON.stringify(row),
  fetch: (limits) => readKarpenter(limits, ['pkg/apis/crds']),
  parse(files, { rows }) {
    const releases = parseCrds(files);
    const knownThrough = knowsThrough(releases.map(({ version }) => version));
    const gone = listGoneFields(releases).filter((field) => !rows.some((row) => isAbout(row, field)));
    return {
      rows: [],
      covers: () => false,
      questions: gone.map((one) => `${one.kind} ${one.version}: ${nameField(one)} is gone in ${one.from}`),
      ...(knownThrough === undefined ? {} : { knownThrough }),
    };
  },
};

/** Whether a row is about the field, and begins with the release that lacks it, or earlier. */
function isAbout({ kind, field, value, from, below }: WrittenRow, gone: ChangedField): boolean {
  return (
    kind === gone.kind &&
    field === gone.path &&
    value === gone.value &&
    below === undefined &&
    !isBelow(gone.from, String(from))
  );
}
