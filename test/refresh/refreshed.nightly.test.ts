import { expect, it } from 'vitest';
import { refreshTable } from '../../scripts/refresh/index.ts';
import { parseWritten, readTableFile } from '../../scripts/refresh/table-file.ts';
import { refreshers } from '../../scripts/refresh/tables/index.ts';
import { parseMinor } from '../../src/syntax/versions.ts';

/** Reads package registries: Go keeps what it downloads, which takes minutes the first time. */

it.each(refreshers.filter(({ from }) => from === 'registry').map((refresher) => [refresher.table, refresher] as const))(
  '%s holds what its source says, up to the versions and the day that it names',
  async (table, refresher) => {
    const { read, knownThrough = {} } = parseWritten(readTableFile(table));
    const { kubernetes, karpenter } = knownThrough;
    const limits = { kubernetes: parseMinor(kubernetes ?? ''), karpenter, day: read };
    const { changes, questions } = await refreshTable(refresher, limits);
    expect({ changes, questions }).toEqual({ changes: [], questions: [] });
  },
);
