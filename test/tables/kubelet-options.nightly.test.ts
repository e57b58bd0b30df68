import { beforeAll, describe, expect, it } from 'vitest';
import { loadTable } from '../../src/tables/tables.ts';
import { format, type Minor } from '../../src/syntax/versions.ts';
import { readKubeletOptions, type KubeletOptions } from './kubelet-options.ts';

/** Reads the kubelet's code of each minor version from Go's module proxy, which takes a minute the first time. */

const { rows, knownThrough = 0 } = loadTable('kubelet-flags');
const first = Math.min(...rows.map(({ from }) => from));
const steps = Array.from({ length: knownThrough - first + 1 }, (_, index) => first + index);
const options = new Map<Minor, KubeletOptions>();

beforeAll(async () => {
  for (const minor of [first - 1, ...steps]) options.set(minor, await readKubeletOptions(minor));
});

const selectFlagRows = (minor: Minor, refused: true | undefined) =>
  rows.filter((row) => row.from === minor && row.refused === refused).map(({ flag }) => flag);

const missingFrom = (before: ReadonlySet<string> = new Set(), after: ReadonlySet<string> = new Set()) =>
  [...before].filter((flag) => !after.has(flag)).sort();

describe.each(steps)('kubelet 1.%i', (minor) => {
  it('lost the flags that the table names, and no others', () => {
    const [before, after] = [options.get(minor - 1), options.get(minor)];
    expect(after?.flags.size).toBeGreaterThan(100);
    expect(selectFlagRows(minor, undefined).sort()).toEqual(missingFrom(before?.flags, after?.flags));
  });

  it('rejects the flags that the table says it rejects, and no others', () => {
    const [before, after] = [options.get(minor - 1), options.get(minor)];
    expect(selectFlagRows(minor, true).sort()).toEqual(missingFrom(after?.refused, before?.refused));
  });
});

it.each(rows.map(({ flag, from }) => [flag, format(from)]))('no kubelet has --%s from %s on again', (flag, from) => {
  const later = [...options.values()].filter(({ minor }) => minor >= Number(from.slice(2)));
  const isRefused = rows.some((row) => row.flag === flag && row.refused === true);
  expect(later.filter(({ flags }) => flags.has(flag) !== isRefused)).toEqual([]);
});
