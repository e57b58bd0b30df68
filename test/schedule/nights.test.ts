import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { Finding } from '../../src/check.ts';
import { messageSchema } from '../../src/schedule/changes/message.ts';
import { newsOfFailure, newsOfScan } from '../../src/schedule/changes/notify.ts';
import { stateSchema, type NotifiedContent } from '../../src/schedule/changes/state.ts';
import { buildNotifiedAfterScan } from '../../src/schedule/changes/notified.ts';
import { buildMessageWording } from '../../src/schedule/deliveries/wording.ts';
import { numberedEntries } from '../../src/report/entries.ts';
import type { Report } from '../../src/report/schema.ts';
import { readStoredInventory, judged, parseTargets } from '../judge/judge-stored.ts';
import { aCheck, aProblem } from '../judge/judged-reports.ts';
import { reportOfNight, runNights, type Night } from './schedule-nights.ts';

const id = 'a/fails';
const node = (name: string, more: Partial<Finding> = {}) => aProblem({ resource: { kind: 'Node', name }, ...more });
const finds = (...found: Finding[]): Night => ({ checks: [aCheck(id, found)] });
const window = (until: string, more: Partial<NonNullable<Report['rollback']>> = {}): Night => ({
  ...finds(),
  rollback: { open: true, to: '1.34', until, closedBy: [], ...more },
});
const back = (...found: Finding[]) => aCheck('b/back', found, { direction: 'both' });
const down = { rollback: true, target: undefined };
const needing = (found: Finding[]) => aCheck(id, found, { needs: ['subnets'] });
const grouping = aCheck('b/groups', [], { needs: ['nodegroups'] });
const denied = (...found: Finding[]): Night => ({ checks: [needing(found)], denied: ['subnets'] });
const allowed = (...found: Finding[]): Night => ({ checks: [needing(found)] });

/** Rows: what happens, the nights, and the messages of each night; an empty list is a silent night. */
const rows: readonly [string, Night[], string[][]][] = [
  ['nothing changes', [finds(node('a')), finds(node('a'))], [['first: new fail Node a: is wrong'], []]],
  ['nothing is open', [finds(), finds()], [['first: '], []]],
  [
    'a finding is new, worse, and fixed under the title it had',
    [finds(), finds(node('a', { level: 'warn', at: 34 })), finds(node('a')), finds()],
    [
      ['first: '],
      ['changed: new warn Node a: is wrong'],
      ['changed: ready -> blocked; worse fail Node a: is wrong'],
      ['changed: blocked -> ready; fixed fail Node a: is wrong'],
    ],
  ],
  [
    'findings with one fix are one entry; what is fixed of it is told alone',
    [finds(node('a'), node('b'), node('c')), finds(node('c')), finds(node('c'), node('d'))],
    [
      ['first: new fail Node a and 2 more: is wrong'],
      ['changed: fixed fail Node a and 1 more: is wrong'],
      ['changed: new fail Node d: is wrong'],
    ],
  ],
  [
    'a lower level is no news',
    [finds(node('a')), finds(node('a', { level: 'warn' }))],
    [['first: new fail Node a: is wrong'], ['changed: blocked -> ready']],
  ],
  [
    'a denied night fixes nothing, and makes nothing new the night after',
    [allowed(node('a')), denied(), allowed(node('a')), allowed()],
    [
      ['first: new fail Node a: is wrong'],
      [
        'changed: blocked -> incomplete; new unknown 1 permission is missing: ec2:DescribeSubnets (a/fails); no-longer-seen fail Node a: is wrong',
      ],
      ['changed: incomplete -> blocked; fixed unknown 1 permission is missing: ec2:DescribeSubnets (a/fails)'],
      ['changed: blocked -> ready; fixed fail Node a: is wrong'],
    ],
  ],
  [
    'one of two missing permissions is granted: only that one is fixed',
    [
      { checks: [needing([]), grouping], denied: ['subnets', 'nodegroups'] },
      { checks: [needing([]), grouping], denied: ['nodegroups'] },
      { checks: [needing([]), grouping] },
    ],
    [
      ['first: new unknown 1 permission is missing: ec2:DescribeSubnets (a/fails) and 1 more'],
      ['changed: fixed unknown 1 permission is missing: ec2:DescribeSubnets (a/fails)'],
      ['changed: incomplete -> ready; fixed unknown 1 permission is missing: eks:ListNodegroups (b/groups)'],
    ],
  ],
  [
    'two denied nights are told once',
    [allowed(node('a')), denied(), denied(), allowed()],
    [
      ['first: new fail Node a: is wrong'],
      [
        'changed: blocked -> incomplete; new unknown 1 permission is missing: ec2:DescribeSubnets (a/fails); no-longer-seen fail Node a: is wrong',
      ],
      [],
      [
        'changed: incomplete -> ready; fixed fail Node a: is wrong; fixed unknown 1 permission is missing: ec2:DescribeSubnets (a/fails)',
      ],
    ],
  ],
  [
    'a Job of a CronJob is the same thing every night',
    [
      finds(aProblem({ resource: { kind: 'Job', name: 'backup-29384000', namespace: 'shop' } })),
      finds(aProblem({ resource: { kind: 'Job', name: 'backup-29385440', namespace: 'shop' } })),
    ],
    [['first: new fail Job shop/backup-29384000: is wrong'], []],
  ],
  [
    'a new check of a new version is one line',
    [finds(node('a')), { tool: '0.2.0', checks: [aCheck(id, [node('a')]), aCheck('b/new', [node('a'), node('b')])] }],
    [['first: new fail Node a: is wrong'], ['changed: tool: 2 (eks-preflight 0.2.0 (before: 0.1.0))']],
  ],
  [
    'a new version says by name what a check that was there before finds: the cluster may have changed as well',
    [finds(), { tool: '0.2.0', checks: [aCheck(id, [node('a')])] }],
    [['first: '], ['changed: ready -> blocked; new fail Node a: is wrong']],
  ],
  [
    'a new version that tells the rules of a check apart in another way is no news',
    [finds(node('a')), { tool: '0.2.0', checks: [aCheck(id, [node('a', { rule: 'other' })])] }],
    [['first: new fail Node a: is wrong'], []],
  ],
  [
    'without a new version another rule is another problem',
    [finds(node('a')), finds(node('a', { rule: 'other' }))],
    [['first: new fail Node a: is wrong'], ['changed: new fail Node a: is wrong; fixed fail Node a: is wrong']],
  ],
  [
    'a further target is one line; back at the nearer one its findings are out of sight, in one line',
    [
      finds(node('a')),
      { ...finds(node('a'), node('b', { at: 35 })), options: { target: '1.35' } },
      finds(node('a')),
      { ...finds(node('a'), node('b', { at: 35 })), options: { target: '1.35' } },
    ],
    [
      ['first: new fail Node a: is wrong'],
      ['changed: target: 1 (target 1.35 (before: 1.34))'],
      ['changed: target: 1 (target 1.34 (before: 1.35))'],
      [],
    ],
  ],
  [
    'a rollback is one line, and what only the other scan looks for is not fixed',
    [
      { checks: [aCheck(id, [node('a')]), back()] },
      { checks: [aCheck(id, [node('a')]), back(node('b', { at: 32 }))], options: down },
      { checks: [aCheck(id, [node('a')]), back()] },
      { checks: [aCheck(id, []), back()] },
      { checks: [aCheck(id, []), back()], options: down },
    ],
    [
      ['first: new fail Node a: is wrong'],
      ['changed: target: 2 (rollback target 1.32 (before: target 1.34))'],
      ['changed: target: 1 (target 1.34 (before: rollback target 1.32))'],
      ['changed: blocked -> ready; fixed fail Node a: is wrong'],
      ['changed: fixed fail Node b: is wrong'],
    ],
  ],
  [
    'another selection is one line, and what it leaves out is not fixed',
    [
      { checks: [aCheck(id, [node('a')]), aCheck('b/new', [node('b')])], options: { only: [id] } },
      { checks: [aCheck(id, [node('a')]), aCheck('b/new', [node('b')])] },
      { checks: [aCheck(id, [node('a')]), aCheck('b/new', [node('b')])], options: { only: ['b/new'] } },
    ],
    [
      ['first: new fail Node a: is wrong'],
      ['changed: selection: 1 (2 selected checks (before: 1))'],
      ['changed: selection: 1 (1 selected check (before: 2))'],
    ],
  ],
  [
    'another selection is news, though nothing is open',
    [
      { checks: [aCheck(id, []), aCheck('b/new', [])] },
      { checks: [aCheck(id, []), aCheck('b/new', [])], options: { only: [id] } },
      { checks: [aCheck(id, []), aCheck('b/new', [])], options: { only: [id] } },
      { checks: [aCheck(id, []), aCheck('b/new', [])] },
      { checks: [aCheck(id, []), aCheck('b/new', []), aCheck('b/newer', [])], tool: '0.2.0' },
    ],
    [
      ['first: '],
      ['changed: ready -> partial; selection: 0 (1 selected check (before: 2))'],
      [],
      ['changed: partial -> ready; selection: 0 (2 selected checks (before: 1))'],
      [],
    ],
  ],
  [
    'days of support are told at 90, 60 and 30, once each',
    [0, 1, 2, 30, 31, 62, 91].map((day) => ({ ...finds(), day, standardUntil: '2027-02-19' })),
    [['first: '], ['changed: 90 days'], [], [], ['changed: 60 days'], ['changed: 29 days'], []],
  ],
  [
    'the end of the rollback window is told once, from two full days before it',
    Array.from({ length: 6 }, () => window('2026-11-25T02:00:01.000Z')),
    [['first: '], [], [], ['changed: rollback to 1.34: 2 days'], [], []],
  ],
  [
    'another window is told anew, also if support shortens it, and one that is blocked or unknown as well',
    [
      window('2026-11-21T12:00:00.000Z', { open: false, closedBy: ['nodes'] }),
      window('2026-11-21'),
      window('2026-11-24', { open: null }),
      window('2026-11-24', { to: '1.35' }),
    ],
    [
      ['first: rollback to 1.34: 1 days'],
      [],
      ['changed: rollback to 1.34: 1 days'],
      ['changed: rollback to 1.35: 0 days'],
    ],
  ],
  [
    'a window is not told again after a night that did not see it',
    [window('2026-11-22T12:00:00.000Z'), finds(), window('2026-11-22T12:00:00.000Z')],
    [['first: rollback to 1.34: 2 days'], [], []],
  ],
  [
    'a window is not told again after a night that could not scan',
    [window('2026-11-22T12:00:00.000Z'), { fails: true }, window('2026-11-22T12:00:00.000Z')],
    [['first: rollback to 1.34: 2 days'], ['could-not-scan: '], ['changed: could not scan since 2026-11-21']],
  ],
  [
    'a scan that cannot run is told at once, every 7 days, and when scans run again; what was open stays so',
    [...Array.from({ length: 9 }, (_, day) => (day === 0 ? finds(node('a')) : { fails: true, day })), finds(node('a'))],
    [
      ['first: new fail Node a: is wrong'],
      ['could-not-scan: '],
      [],
      [],
      [],
      [],
      [],
      [],
      ['could-not-scan: could not scan since 2026-11-21'],
      ['changed: could not scan since 2026-11-21'],
    ],
  ],
];

describe('nights of a scheduled scan', () => {
  it.each(rows)('%s', (_name, nights, expected) => {
    const { said, messages, state } = runNights(nights);
    expect(said).toEqual(expected);
    for (const message of messages.flat()) expect(messageSchema.parse(message)).toEqual(message);
    expect(stateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it('say nothing of accepted findings, and of one whose acceptance has ended that it is new', () => {
    const accept = [
      {
        check: id,
        resource: 'Node a',
        level: 'fail',
        at: 'now',
        reason: 'r',
        owner: 'o',
        until: '2026-11-21',
      } as const,
    ];
    const night = { ...finds(node('a')), options: { accept } };
    const { said } = runNights([finds(node('a')), night, night]);
    expect(said).toEqual([
      ['first: new fail Node a: is wrong'],
      ['changed: blocked -> ready'],
      ['changed: ready -> blocked; new fail Node a: is wrong'],
    ]);
  });

  it('tell a target that was down all that it missed, and the others nothing twice', () => {
    const { said } = runNights(
      [
        finds(),
        { ...finds(node('a')), down: ['slack'] },
        { ...finds(node('a'), node('b', { level: 'warn' })), down: ['slack'] },
        finds(node('a'), node('b', { level: 'warn' })),
        finds(),
      ],
      { targets: ['slack', 'sns'] },
    );
    expect(said).toEqual([
      ['slack first: ', 'sns first: '],
      [
        'slack changed: ready -> blocked; new fail Node a: is wrong',
        'sns changed: ready -> blocked; new fail Node a: is wrong',
      ],
      [
        'sns changed: new warn Node b: is wrong',
        'slack changed: ready -> blocked; new fail Node a: is wrong; new warn Node b: is wrong',
      ],
      ['slack changed: ready -> blocked; new fail Node a: is wrong; new warn Node b: is wrong'],
      [
        'slack changed: blocked -> ready; fixed fail Node a: is wrong; fixed warn Node b: is wrong',
        'sns changed: blocked -> ready; fixed fail Node a: is wrong; fixed warn Node b: is wrong',
      ],
    ]);
  });

  it('tell a target that was down nothing of what came and went meanwhile', () => {
    const { said } = runNights([finds(), { ...finds(node('a', { level: 'warn' })), down: ['slack'] }, finds()]);
    expect(said).toEqual([['first: '], ['changed: new warn Node a: is wrong'], []]);
  });

  it('tell a target that was down of a finding that the next night could not see', () => {
    const { said } = runNights([allowed(), { ...allowed(node('a')), down: ['slack'] }, denied()]);
    expect(said[2]).toEqual([
      'changed: ready -> incomplete; new fail Node a: is wrong; new unknown 1 permission is missing: ec2:DescribeSubnets (a/fails)',
    ]);
  });

  it('tell a target that was down what it missed after nights that could not scan, too', () => {
    const missed = { ...finds(node('a')), down: ['slack'] };
    const { said } = runNights(
      [finds(), missed, { fails: true }, { fails: true, down: ['slack'] }, finds(node('a')), finds(node('a'))],
      { targets: ['slack', 'sns'] },
    );
    expect(said.slice(2)).toEqual([
      ['sns could-not-scan: ', 'slack could-not-scan: '],
      [],
      [
        'sns changed: could not scan since 2026-11-22',
        'slack changed: ready -> blocked; new fail Node a: is wrong; could not scan since 2026-11-22',
      ],
      [],
    ]);
  });

  it('tell a target that was down of the end of the rollback window, with the days that are left then', () => {
    const ending = window('2026-11-22T12:00:00.000Z');
    const { said } = runNights([ending, { ...ending, down: ['slack'] }, ending], { targets: ['slack', 'sns'] });
    expect(said).toEqual([['slack first: rollback to 1.34: 2 days', 'sns first: rollback to 1.34: 2 days'], [], []]);
    const late = runNights([finds(), { ...ending, down: ['slack'] }, ending], { targets: ['slack', 'sns'] });
    expect(late.said.slice(1)).toEqual([
      ['slack changed: rollback to 1.34: 1 days', 'sns changed: rollback to 1.34: 1 days'],
      ['slack changed: rollback to 1.34: 0 days'],
    ]);
  });

  it('read a state that knows no rollback window, and tell the window', () => {
    const { rollback: _, ...told } = buildNotifiedAfterScan(null, reportOfNight('2026-11-20T02:00:00.000Z', finds()));
    const cluster = { account: '111122223333', region: 'eu-west-1', name: 'prod' };
    const older = { schemaVersion: 1, cluster, updatedAt: told.scan?.at, told, behind: [], destinations: [] };
    expect(stateSchema.parse(older).told).toEqual(told);
    const report = reportOfNight('2026-11-21T02:00:00.000Z', window('2026-11-22'));
    const basis = { notified: stateSchema.parse(older).told, updatedAt: null, stateAhead: null, stateError: null };
    const { message, isChange } = newsOfScan(report, buildNotifiedAfterScan(basis.notified, report), basis, null);
    expect([message.kind, message.rollback, isChange]).toEqual([
      'changed',
      { open: true, to: '1.34', until: '2026-11-22', days: 0 },
      true,
    ]);
  });

  it('keep for a target what a scan by hand, without it, has seen', () => {
    const byHand = { ...finds(node('a')), targets: [] };
    expect(runNights([finds(), byHand, byHand, finds(node('a'))]).said.slice(1)).toEqual([
      [],
      [],
      ['changed: ready -> blocked; new fail Node a: is wrong'],
    ]);
    const failing = { fails: true, targets: ['stdout'] };
    expect(runNights([finds(), byHand, failing, finds(node('a')), finds()]).said.slice(1)).toEqual([
      [],
      ['could-not-scan: '],
      ['changed: ready -> blocked; new fail Node a: is wrong'],
      ['changed: blocked -> ready; fixed fail Node a: is wrong'],
    ]);
  });

  it('tell a target that is new, or that no run named for 30 days, all that is open', () => {
    const { said } = runNights(
      [
        { ...finds(node('a')), targets: ['slack'] },
        finds(node('a')),
        { ...finds(node('a')), targets: ['sns'], day: 30 },
        { ...finds(node('a')), targets: ['sns'], day: 31 },
        { ...finds(node('a')), day: 32 },
      ],
      { targets: ['slack', 'sns'] },
    );
    expect(said).toEqual([
      ['slack first: new fail Node a: is wrong'],
      ['sns first: new fail Node a: is wrong'],
      [],
      [],
      ['slack first: new fail Node a: is wrong'],
    ]);
  });

  it('go on from a state that is dated in the future, and say that it is', () => {
    const nights = [
      { ...finds(), day: 0 },
      { ...finds(), day: 365 },
      { ...finds(node('a')), day: 1 },
      { ...finds(node('a')), day: 2 },
    ];
    const { said, messages } = runNights(nights);
    expect(said).toEqual([['first: '], [], ['changed: ready -> blocked; new fail Node a: is wrong'], []]);
    expect(messages[2]?.[0]?.stateAhead).toBe('2027-11-20T02:00:00.000Z');
    expect(runNights(nights.slice(1, 2).concat({ ...finds(), day: 1 })).said).toEqual([['first: '], ['changed: ']]);
  });

  it('tell that scans cannot run though a night in the future told it', () => {
    const { said } = runNights([finds(), { fails: true, day: 365 }, { fails: true, day: 2 }, { fails: true, day: 3 }]);
    expect(said.map((one) => one.length)).toEqual([1, 1, 1, 0]);
  });

  it('send by --notify-on fail for every run that is not ready, by always for every run', () => {
    const nights = [
      finds(node('a')),
      finds(node('a')),
      { fails: true, day: 2 },
      { fails: true, day: 3 },
      finds(),
      finds(),
    ];
    const kinds = (when: 'fail' | 'always') =>
      runNights(nights, { when }).said.map((one) => one.map((text) => text.split(':')[0]));
    expect(kinds('fail')).toEqual([['first'], ['unchanged'], ['could-not-scan'], ['could-not-scan'], ['changed'], []]);
    const some = { ...finds(), checks: [aCheck(id, []), aCheck('b/new', [])], options: { only: [id] } };
    expect(runNights([some, some], { when: 'fail' }).said).toEqual([['first: '], []]);
    expect(
      runNights([some, some], { when: 'always' })
        .messages.flat()
        .map(({ verdict }) => verdict),
    ).toEqual(['partial', 'partial']);
    expect(kinds('always').flat()).toEqual([
      'first',
      'unchanged',
      'could-not-scan',
      'could-not-scan',
      'changed',
      'unchanged',
    ]);
  });

  it('give a message an id of its own, which a repetition has, too', () => {
    const nights = [finds(), finds(node('a')), finds(), finds(node('a'))];
    const ids = runNights(nights)
      .messages.flat()
      .map((message) => message.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((one) => /^[\da-f]{32}$/.test(one))).toBe(true);
    const later = runNights([
      { ...finds(), day: 0 },
      { ...finds(node('a')), day: 5 },
    ]).messages.flat();
    expect(later[1]?.id).toBe(ids[1]);
  });
});

describe('a message about a whole cluster', () => {
  const buildScanMessage = (report: Report, before: NotifiedContent | null) => {
    const basis = { notified: before, updatedAt: null, stateAhead: null, stateError: null };
    return newsOfScan(report, buildNotifiedAfterScan(before, report), basis, null).message;
  };

  it.each(['demo', 'everything-wrong', 'karpenter-0.30', 'everything-denied'])(
    'names each entry with the level, the step and the effect that the report gives it: %s',
    (name) => {
      const report = judged(readStoredInventory(name), parseTargets(name));
      const shown = buildScanMessage(report, null).changes.map(({ number, level, at, blocks }) => ({
        number,
        level,
        at,
        blocks,
      }));
      const own = numberedEntries(report).map(({ number, findings }) => {
        const [{ level, blocks }] = findings;
        return { number, level, at: findings[0].at, blocks };
      });
      expect(shown).toEqual(own);
    },
  );

  it('does not take a smaller selection for a grant that was given, nor the way back for one that was withdrawn', () => {
    const [all, one] = [{}, { only: ['nodes/kubelet-skew'] }].map((options) =>
      judged(readStoredInventory('demo'), options),
    );
    if (all === undefined || one === undefined) throw new Error('the demo is stored');
    const narrowed = buildScanMessage(one, buildNotifiedAfterScan(null, all));
    expect(narrowed.storms.map(({ text }) => text)).toEqual([`1 selected check (before: ${checks.length - 1})`]);
    expect(narrowed.counts.notSeen?.fail).toBe(4);
    const back = buildScanMessage(all, buildNotifiedAfterScan(null, one));
    expect(back.storms.map(({ text }) => text)).toEqual([`${checks.length - 1} selected checks (before: 1)`]);
  });

  it('says of a selection that readiness is not judged', () => {
    const [all, one] = [{}, { only: ['nodes/not-ready'] }].map((options) =>
      judged(readStoredInventory('demo'), options),
    );
    if (all === undefined || one === undefined) throw new Error('the demo is stored');
    const { headline, mood, lead, notes } = buildMessageWording(
      buildScanMessage(one, buildNotifiedAfterScan(null, all)),
      { lines: 3, longest: 200 },
    );
    expect([headline, mood]).toEqual([
      expect.stringMatching(/^PARTIAL prod 1\.33 -> 1\.34 \(was BLOCKED\)/),
      'doubtful',
    ]);
    expect(lead[0]).toBe(`1 of ${checks.length} checks selected. Readiness is not judged.`);
    expect(notes.join(' ')).toContain(`1 selected check (before: ${checks.length - 1})`);
    expect(buildScanMessage(all, null).selection).toBeUndefined();
  });

  it('does not say that no earlier scan is known where the state cannot be read', () => {
    const cluster = { name: 'prod', region: null, account: null, arn: null, version: null };
    const failure = {
      reason: { kind: 'denied', message: 'expired' },
      cluster,
      version: '0.1.0',
      now: '2026-11-22T02:00:00.000Z',
    };
    const leads = [null, 'no AWS credentials found'].map((stateError) => {
      const { message } = newsOfFailure(failure, { notified: null, updatedAt: null, stateAhead: null, stateError });
      return buildMessageWording(message, { lines: 10, longest: 300 }).lead.at(-1);
    });
    expect(leads).toEqual([
      'No earlier scan of this cluster is known.',
      'The state of earlier scans cannot be read: when the last scan succeeded is unknown.',
    ]);
  });

  it('says that what it could not look for is still open, the night it is denied and the nights after', () => {
    const [wrong, denied] = ['demo', 'everything-denied'].map((name) => judged(readStoredInventory(name), {}));
    if (wrong === undefined || denied === undefined) throw new Error('both are stored');
    const notified = buildNotifiedAfterScan(null, wrong);
    const nights = [
      buildScanMessage(denied, notified),
      buildScanMessage(denied, buildNotifiedAfterScan(notified, denied)),
    ];
    for (const message of nights) {
      expect(message.counts.open.fail).toBe(0);
      expect(message.counts.notSeen?.fail).toBe(wrong.entries.filter(({ level }) => level === 'fail').length);
      expect(messageSchema.parse(message)).toEqual(message);
      expect(buildMessageWording(message, { lines: 10, longest: 300 }).lead.at(-1)).toMatch(
        /^Still open, but not seen by this scan: 4 blockers, \d+ unknown, \d+ warnings\.$/,
      );
    }
    expect(buildScanMessage(wrong, buildNotifiedAfterScan(notified, denied)).counts.notSeen?.fail ?? 0).toBe(0);
  });
});
