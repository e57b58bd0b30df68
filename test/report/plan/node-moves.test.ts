import { describe, expect, it } from 'vitest';
import { listFollowingMoves, listMoves, moveReasons, type Move } from '../../../src/report/plan/node-moves.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { minorsBetween } from '../../../src/judge/plan/target.ts';

const { rows } = loadTable('skew');

/** `30>33 before 34`: from 1.30 to 1.33, because 1.34 rejects 1.30. */
function texts(moves: readonly Move[], versions: readonly number[]): string[] {
  return moves.map(({ index, from, to, rejectedAt }) => {
    expect(versions[index]).toBe(to);
    return `${from}>${to}${rejectedAt === undefined ? '' : ` before ${rejectedAt}`}`;
  });
}

describe('listMoves', () => {
  it.each<[string, number, number, number, string[]]>([
    ['nothing at the target', 34, 33, 34, []],
    ['nothing above the target', 35, 33, 34, []],
    ['once, at the only update', 33, 33, 34, ['33>34']],
    ['once, at the last of several updates', 33, 33, 36, ['33>36']],
    ['before the update that rejects them, and at the target', 30, 33, 34, ['30>33 before 34', '33>34']],
    ['today instead of one update earlier', 32, 33, 36, ['32>33 before 36', '33>36']],
    ['today, however old', 28, 33, 34, ['28>33 before 34', '33>34']],
    ['as late as possible where today makes more moves', 32, 33, 37, ['32>35 before 36', '35>37']],
    ['as late as possible from the version of the control plane', 33, 33, 37, ['33>36 before 37', '36>37']],
    ['twice on a long path', 28, 28, 36, ['28>31 before 32', '31>34 before 35', '34>36']],
    ['two versions behind at most, before kubelet 1.25', 23, 23, 26, ['23>25 before 26', '25>26']],
    ['with no update planned, at once', 32, 33, 33, ['32>33']],
    ['when the control plane catches up with them', 34, 33, 35, ['34>35']],
  ])('moves nodes %s', (_, kubelet, current, target, expected) => {
    const versions = minorsBetween(current, target);
    expect(texts(listMoves(kubelet, versions, rows), versions)).toEqual(expected);
  });
});

describe('listFollowingMoves', () => {
  it.each<[string, number, number, number, string[]]>([
    ['after each update', 33, 33, 36, ['33>34', '34>35', '35>36']],
    ['once today where an update rejects them', 31, 33, 35, ['31>33 before 35', '33>34', '34>35']],
    ['from their own version after the first update', 32, 33, 34, ['32>34']],
    ['with no update planned, at once', 32, 33, 33, ['32>33']],
    ['not where they are already', 34, 33, 35, ['34>35']],
  ])('moves nodes %s', (_, kubelet, current, target, expected) => {
    const versions = minorsBetween(current, target);
    expect(texts(listFollowingMoves(kubelet, versions, rows), versions)).toEqual(expected);
  });
});

describe('moveReasons', () => {
  it.each<[string, number, number, number, string[][]]>([
    ['name the version that rejects them', 30, 33, 34, [['1.34 rejects kubelet 1.30.'], []]],
    ['say why once is enough', 33, 33, 36, [['Once for the whole path: 1.36 accepts kubelets from 1.33 on.']]],
    ['are missing for one update', 33, 33, 34, [[]]],
  ])('%s', (_, kubelet, current, target, expected) => {
    const versions = minorsBetween(current, target);
    expect(listMoves(kubelet, versions, rows).map((move) => moveReasons(move, versions, rows))).toEqual(expected);
  });
});
