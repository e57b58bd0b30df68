import { readFileSync } from 'node:fs';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { advice, defineCheck, defineObjects, f } from '../../src/api/index.ts';
import type { AnyPluginCheck } from '../../src/custom-checks/api/define.ts';
import { setFields } from '../../src/syntax/set-fields.ts';
import type { AnyCase, Case } from '../../src/custom-checks/testing/case.ts';
import { aNodegroup, checkCases, checkDenials, checkLaw, projectCases } from '../../src/custom-checks/testing/index.ts';
import { acme, imageCases, oldImages, quotaCases, quotas, withoutQuota } from './testing/acme.ts';
import { failures, outcomes } from './testing/outcomes.ts';

/** The test tools for plug-in authors: each passes correct plug-ins and fails incorrect ones. */

type QuotaCase = (typeof quotaCases)[number];
const [silent, speaking] = quotaCases as readonly [QuotaCase, QuotaCase];
const bySilent = { [withoutQuota.id]: quotaCases, [oldImages.id]: imageCases };

/** The failures of `checkCases` for this case. `quotaCases` add the required cases with and without findings. */
function ofCase(entry: AnyCase, check: AnyPluginCheck = withoutQuota): Promise<Record<string, string>> {
  const cases = [...quotaCases, { ...entry, name: 'the case' }] as readonly Case<never, never>[];
  return failures((runner) => checkCases(check as never, cases, runner));
}

function ofLaw(check: AnyPluginCheck, cases: readonly AnyCase[] = quotaCases): Promise<Record<string, string>> {
  return failures((runner) => checkLaw({ name: 'acme', checks: [check] }, { ...runner, cases: { [check.id]: cases } }));
}

/** The check with a different `run`. */
function running(run: (facts: never, context: never) => Iterable<unknown>): AnyPluginCheck {
  return { ...withoutQuota, run: run as AnyPluginCheck['run'] };
}

const aWarning = { level: 'warn', resource: { kind: 'Namespace', name: 'ci' }, message: 'm' } as const;

describe('what is right', () => {
  it('passes every tool', async () => {
    const define = (runner: Parameters<typeof checkLaw>[1] | object) => {
      checkCases(withoutQuota, quotaCases, runner);
      checkCases(oldImages, imageCases, runner);
      checkDenials(withoutQuota, quotaCases, runner);
      checkDenials(oldImages, imageCases, runner);
      checkLaw(acme, { ...runner, cases: bySilent });
    };
    const all = await outcomes(define);
    expect([...all].filter(([, message]) => message !== null)).toEqual([]);
    expect(all.size).toBeGreaterThan(25);
  });

  it('is judged by the words of a scan, with what it adds', async () => {
    const facts = { namespaces: silent.facts.namespaces };
    expect(await ofCase({ name: '', facts, finds: [], status: 'unknown' })).toEqual({});
    expect(await ofCase({ name: '', facts, finds: [], status: 'pass' })).toEqual({
      'the case': "acme/namespaces-without-quota, case 'the case' (- expected, + found):\nstatus\n- pass\n+ unknown",
    });
  });
});

checkCases(withoutQuota, quotaCases, { describe, it });
checkLaw(acme, { describe, it, cases: bySilent });

describe('the test runner', () => {
  it('is the one of the options, or the global one', async () => {
    expect(() => checkCases(withoutQuota, quotaCases)).toThrow(
      'no global describe: import { describe, it } from your test runner and pass them in the options',
    );
    const names: string[] = [];
    Object.assign(globalThis, {
      describe: (_: string, body: () => void) => body(),
      it: (name: string) => names.push(name),
    });
    try {
      checkCases(withoutQuota, quotaCases);
    } finally {
      for (const name of ['describe', 'it']) Reflect.deleteProperty(globalThis, name);
    }
    expect(names).toContain('a namespace with a quota');
  });
});

describe('a table of cases', () => {
  it('must show the check silent and speaking, unless told', async () => {
    const only = (cases: readonly QuotaCase[], onlySilent = false) =>
      failures((runner) => checkCases(withoutQuota, cases, { ...runner, onlySilent }));
    const name = 'has cases that show it silent and speaking';
    expect(await only([silent])).toEqual({
      [name]: expect.stringContaining('no case has a finding'),
    });
    expect(await only([speaking])).toEqual({
      [name]: expect.stringContaining('no case has finds: []'),
    });
    expect(await only([silent], true)).toEqual({});
    expect(Object.keys(await only([speaking], true))).toEqual([name]);
  });

  it('must not have two cases of one name', async () => {
    const found = await failures((runner) => checkCases(withoutQuota, [silent, speaking, silent], runner));
    expect(found).toEqual({ 'has no two cases of the same name': "two cases are named 'a namespace with a quota'" });
  });
});

describe('an expected finding', () => {
  const [wanted] = speaking.finds ?? [];
  const differing = async (finds: AnyCase['finds']) =>
    (await ofCase({ name: '', facts: speaking.facts, ...setFields({ finds }) }))['the case'];

  it.each([
    ['level', 'fail'],
    ['resource', 'Namespace shop'],
    ['resource', { kind: 'Namespace', name: 'shop' }],
    ['message', 'it has no'],
    ['message', /^has/],
    ['at', '1.34'],
    ['since', '1.34'],
    ['rule', 'none'],
    ['blocks', 'nodes'],
    ['phase', 'after'],
    ['fix', /Remove/],
    ['commands', []],
    ['links', ['https://example.com']],
    ['evidence', [{ observed: '2 ResourceQuotas' }]],
    ['evidence', []],
  ])('is compared by its %s (%o)', async (field, value) => {
    const said = await differing([{ ...wanted, [field]: value }]);
    expect(said).toContain('finds[0] differs from warn Namespace ci: it has no ResourceQuota');
    expect(said).toMatch(new RegExp(`^ {2}${field}\n {2}- .*\n {2}\\+ `, 'm'));
  });

  it('is shown with what was found instead', async () => {
    expect(await differing([{ ...wanted, message: 'it has no quota' }])).toBe(
      `acme/namespaces-without-quota, case 'the case' (- expected, + found):
finds[0] differs from warn Namespace ci: it has no ResourceQuota
  message
  - 'it has no quota'
  + 'it has no ResourceQuota'`,
    );
  });

  it('that was not found, and a finding that was not expected, are told apart', async () => {
    expect(await differing([])).toContain('found, and not expected:\n+ warn Namespace ci: it has no ResourceQuota');
    const said = await differing([{ level: 'warn' }, { level: 'fail', resource: 'Namespace x' }]);
    expect(said).toContain("finds[1] was not found:\n- { level: 'fail', resource: 'Namespace x' }");
    expect(said).not.toContain('not expected');
  });

  it('that says little leaves the finding of one that says more', async () => {
    const namespaces = ['a', 'b'].map((name) => ({ name, podSecurityLabelled: true }));
    const finds = [{ level: 'warn' }, { resource: 'Namespace a' }] as const;
    expect(await ofCase({ name: '', facts: { namespaces, quotas: [] }, finds })).toEqual({});
    expect(await ofCase({ name: '', facts: { namespaces, quotas: [] }, finds: finds.toReversed() })).toEqual({});
  });

  it('has no field that findings lack', async () => {
    expect(await differing([{ levle: 'warn' } as never])).toContain(
      'finds[0].levle: no field of a finding (expected level,',
    );
  });
});

describe('a case that is wrong', () => {
  const { facts } = silent;
  it.each<[string, Partial<AnyCase>, string]>([
    [
      'a value of another type',
      { facts: { ...facts, namespaces: [{ name: 1, podSecurityLabelled: true }] } },
      'facts.namespaces[0].name: ',
    ],
    ['a field that is missing', { facts: { ...facts, quotas: [{ name: 'a' }] } }, 'facts.quotas[0].namespace: '],
    [
      'a field that no fact has',
      { facts: { ...facts, quotas: [{ namespace: 'a', name: 'b', cpus: 1 }] } },
      'facts.quotas[0].cpus: the fact has no such field',
    ],
    [
      'a fact that is not declared',
      { facts: { ...facts, pods: [] } },
      'facts.pods: acme/namespaces-without-quota names it in neither needs nor uses',
    ],
    [
      'a fact that is needed and not there',
      { facts: { quotas: [] } },
      'facts.namespaces is missing: the check needs it',
    ],
    ['what is no data', { facts: { ...facts, namespaces: [() => 1] } }, 'facts.namespaces is not plain data'],
    ['a version that is none', { target: 'latest' }, "target: 'latest' is not a version such as 1.34"],
    ['a way back', { target: '1.30' }, 'target 1.30 is below current 1.33'],
    [
      'a table of another check',
      { tables: { teams: [] } },
      'tables.teams: acme/namespaces-without-quota reads no table of this name',
    ],
    ['a fact that waits for no grant', { unasked: ['quotas'] }, 'unasked: quotas waits for no grant'],
    ['no expectation', { finds: undefined }, 'the case expects nothing'],
  ])('says so: %s', async (_name, change, said) => {
    expect((await ofCase({ ...silent, ...change }))['the case']).toContain(said);
  });

  it('is one in which the check crashes, whatever it expects', async () => {
    const broken = running(() => {
      throw new Error('broken');
    });
    expect((await ofCase({ ...silent, status: 'unknown' }, broken))['the case']).toMatch(
      /the check crashed: \S+\/plugin-testing\.apart\.test\.ts:\d+: broken/,
    );
  });

  it.each<[string, object, string]>([
    ['a level beyond its severity', { level: 'fail' }, 'level: fail, although the severity of the check is warn'],
    ['a fix that is a text', { fix: 'Run rm' }, 'with a fix that is not made with advice'],
    ['an unknown field', { colour: 'red' }, 'unknown field colour'],
    ['a function', { message: () => 1 }, 'message: expected a string'],
  ])('is one whose finding a scan refuses: %s', async (_name, change, said) => {
    expect(
      (
        await ofCase(
          silent,
          running(() => [{ ...aWarning, ...change }]),
        )
      )['the case'],
    ).toContain(said);
  });
});

describe('a check that does not apply', () => {
  const gated = defineCheck({
    ...withoutQuota,
    applies: { needs: ['nodegroups'], when: ({ nodegroups }) => nodegroups.length > 0 || 'no node groups' },
  });
  const facts = { ...silent.facts, nodegroups: [] };
  const groups = { ...silent.facts, nodegroups: [aNodegroup('blue')] };
  const said = async (entry: Partial<AnyCase>) => (await ofCase({ name: '', facts, ...entry }, gated))['the case'];

  it('skips for the reason of the case', async () => {
    expect(await said({ skips: 'no node groups' })).toBeUndefined();
    expect(await said({ skips: /^no node/, status: 'skip' })).toBeUndefined();
    expect(await said({ skips: 'no nodes' })).toContain('- skipped: no nodes\n+ skipped: no node groups');
    expect(await said({ finds: [] })).toContain('- applies\n+ skipped: no node groups');
    expect(await said({ facts: groups, skips: 'no node groups' })).toContain('- skipped: no node groups\n+ applies');
  });
});

describe('the law', () => {
  it.each<[string, AnyPluginCheck, string, string]>([
    [
      'a crash without a fact of uses',
      running(({ namespaces, quotas }: { namespaces: object[]; quotas: object[] }) =>
        quotas.length > 9 ? namespaces : [],
      ),
      'is unknown without quotas',
      'the check crashed',
    ],
    [
      'a crash on an empty list',
      running(({ namespaces: [first] }: { namespaces: [{ name: string }] }) => [first.name].filter(() => false)),
      'does not crash where all lists are empty',
      'the check crashed',
    ],
    [
      'a changed fact',
      running(({ namespaces }: { namespaces: object[] }) => (namespaces.reverse(), [])),
      'does not crash or change its facts, and makes each fix with advice',
      'read only',
    ],
    [
      'an outcome that changes',
      (() => {
        let runs = 0;
        return running(() => [{ ...aWarning, message: `run ${++runs}` }]);
      })(),
      'says the same twice',
      'run ',
    ],
    [
      'a fix that is a text',
      running(() => [{ ...aWarning, fix: 'x' }]),
      'does not crash or change its facts, and makes each fix with advice',
      'advice',
    ],
    [
      'an undefined in a message',
      running(() => [{ ...aWarning, message: 'undefined quotas' }]),
      'says in one printable line what is wrong',
      'findings[0].message says "undefined quotas"',
    ],
    [
      'a message of two lines',
      running(() => [{ ...aWarning, message: 'a\nb' }]),
      'says in one printable line what is wrong',
      'findings[0].message cannot be printed',
    ],
    [
      'a title that moves the cursor',
      { ...withoutQuota, title: 'a\u001B[2J' },
      'has printable texts',
      'title cannot be printed',
    ],
    [
      'a why that hides something',
      { ...withoutQuota, why: 'a\u200Bb' },
      'has printable texts',
      'why cannot be printed',
    ],
    [
      'an ID of another plug-in',
      { ...withoutQuota, id: 'acme/Quotas' },
      'declares what a scan takes',
      'invalid check ID',
    ],
    [
      'a misspelt fact',
      { ...withoutQuota, needs: ['namespace' as never] },
      'can be declared',
      "unknown fact 'namespace'; did you mean namespaces?",
    ],
    [
      'a table by its name',
      { ...withoutQuota, tables: ['bases' as never] },
      'can be declared',
      'tables: expected tables made with defineTable',
    ],
    ['an unknown fact', { ...withoutQuota, needs: ['quota' as never] }, 'can be declared', "unknown fact 'quota'"],
    [
      'a fix of one’s own making',
      { ...withoutQuota, fix: { text: 'x', commands: [] } as never },
      'can be declared',
      'fix is not made with advice',
    ],
  ])('is broken by %s', async (_name, check, law, said) => {
    expect((await ofLaw(check))[law]).toContain(said);
  });

  it('is broken by a fact in warnsBy on which a failure hangs', async () => {
    const failing: AnyPluginCheck = {
      ...withoutQuota,
      severity: 'fail',
      run: ({ quotas = [] }: { quotas?: object[] }) => (quotas.length === 0 ? [] : [{ ...aWarning, level: 'fail' }]),
    };
    const found = await ofLaw(failing);
    expect(found['fails nowhere because of quotas, which warnsBy names']).toContain("- [ 'Namespace ci: m' ]\n+ []");
  });

  it.each<[string, () => unknown]>([
    ['the clock (Date.now)', () => Date.now()],
    ['the clock (new Date())', () => new Date()],
    ['the clock (now)', () => performance.now()],
    ['random numbers (random)', () => Math.random()],
    ['random numbers (randomUUID)', () => crypto.randomUUID()],
    ['the network (fetch)', () => fetch('http://127.0.0.1:9').catch(() => undefined)],
    ['the network (connect)', () => net.connect(9, '127.0.0.1').on('error', () => undefined)],
    ['files (readFileSync)', () => readFileSync('package.json')],
    ['timers (setTimeout)', () => setTimeout(() => undefined, 1)],
  ])('is broken by the use of %s, even where the check swallows the error', async (use, touch) => {
    const check = running(() => {
      try {
        touch();
      } catch (error) {
        return String(error) === '' ? [] : [];
      }
      return [];
    });
    const found = await ofLaw(check);
    expect(found).toEqual({
      'uses no clock, no random numbers, no network, no files': `case 'a namespace with a quota': it uses ${use}`,
    });
    expect(Date.now()).toBeGreaterThan(0);
    expect(new Date().getTime()).toBeGreaterThan(0);
    expect(Math.random()).toBeLessThan(1);
  });

  it('knows a date of a text, which is no clock', async () => {
    const check = running(() => (new Date('2026-01-01').getTime() > Date.UTC(2027) ? [aWarning] : []));
    expect(await ofLaw(check)).toEqual({});
  });

  it('wants a case in which the check passes with all that it reads', async () => {
    const without = { ...silent, facts: { namespaces: silent.facts.namespaces } };
    expect((await ofLaw(withoutQuota, [without, speaking]))['passes in one of its cases']).toContain(
      'passes in no case: add one with all facts of needs and uses',
    );
  });

  it('says why a case does not pass, such as a table that ends before its target', async () => {
    const far = { ...imageCases[0], target: '1.40' } as AnyCase;
    expect((await ofLaw(oldImages, [far]))['passes in one of its cases']).toContain(
      "case 'another image' is unknown: the table acme/baseImages ends at 1.36",
    );
  });

  it('wants cases for each check, and for no other', async () => {
    const name = 'has cases for each check, and for no other';
    const law = (cases: Record<string, readonly AnyCase[]>) =>
      failures((runner) => checkLaw(acme, { ...runner, cases }));
    expect((await law({ [withoutQuota.id]: quotaCases }))[name]).toContain('acme/old-images has no cases');
    expect((await law({ ...bySilent, 'acme/other': [] }))[name]).toContain('the plug-in acme has no check acme/other');
  });

  it('is red for two checks of one ID', async () => {
    const found = await failures((runner) =>
      checkLaw(
        { name: 'acme', checks: [withoutQuota, withoutQuota] },
        { ...runner, cases: { [withoutQuota.id]: quotaCases } },
      ),
    );
    expect(found['declares what a scan takes']).toBe('two checks have the ID acme/namespaces-without-quota');
  });
});

describe('denials', () => {
  const ofDenials = (check: AnyPluginCheck, entry: AnyCase = silent) =>
    failures((runner) => checkDenials(check as never, [entry as Case<never, never>], runner));

  it('are red where what was not read is taken for what is not there', async () => {
    const check = running(function* ({
      namespaces,
      quotas: read = [],
    }: {
      namespaces: { name: string }[];
      quotas?: { namespace: string }[];
    }) {
      for (const { name } of namespaces)
        if (!read.some(({ namespace }) => namespace === name))
          yield { ...aWarning, resource: { kind: 'Namespace', name } };
    } as never);
    expect(Object.values(await ofDenials(check))).toEqual([
      "acme/namespaces-without-quota, case 'a namespace with a quota':\nwithout quotas:\n+ warn Namespace shop: m",
    ]);
  });

  it('are red where the check crashes', async () => {
    const check = running(({ quotas: { length } }: { quotas: object[] }) => (length > 9 ? [aWarning] : []));
    expect(Object.values(await ofDenials(check))[0]).toContain('without quotas:\nthe check crashed');
  });

  it('are red where a finding becomes worse, and not where it becomes unknown', async () => {
    const becoming = (level: string): AnyPluginCheck => ({
      ...withoutQuota,
      severity: 'fail',
      run: (({ quotas: read }: { quotas?: object[] }) => [
        { ...aWarning, level: read === undefined ? level : 'warn' },
      ]) as never,
    });
    expect(Object.values(await ofDenials(becoming('fail')))[0]).toContain('+ fail Namespace ci: m');
    expect(await ofDenials(becoming('unknown'))).toEqual({});
    expect(await ofDenials(becoming('warn'))).toEqual({});
  });

  it('take away one item of what is described item by item', async () => {
    const { unseenAt: _unseenAt, passedBy: _passedBy, basis: _basis, ...quota } = withoutQuota;
    const noGroups = defineCheck({
      ...quota,
      needs: ['nodegroups'],
      uses: [],
      warnsBy: [],
      counts: [],
      run: ({ nodegroups }) => (nodegroups.length < 2 ? [aWarning] : []),
    });
    const facts = { nodegroups: [aNodegroup('blue'), aNodegroup('green')] };
    const said = Object.values(await ofDenials(noGroups, { name: 'two groups', facts, finds: [] }))[0];
    expect(said).toContain('without nodegroups, number 0:\n+ warn Namespace ci: m');
  });
});

describe('cases of objects', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'team', namespace: 'shop', managedFields: [] },
    spec: { hard: { pods: '9' } },
  };
  const keeps = { namespace: 'shop', name: 'team', pods: '9' };
  type Entry = Parameters<typeof projectCases<'quotas', typeof keeps>>[1][number];
  const of = async (entry: Partial<Entry>, objects: object = quotas) =>
    failures((runner) =>
      projectCases(objects as never, [{ name: 'the case', object, keeps, ...entry } as never], runner),
    );

  it('pass where what is kept is as expected', async () => {
    expect(await of({})).toEqual({});
    const other = { metadata: { name: 'team' } };
    expect(await of({ object: other, keeps: undefined })).toEqual({
      'has a case that keeps an object': 'no case shows what is kept of an object',
    });
  });

  it('show each difference', async () => {
    expect(await of({ keeps: { ...keeps, pods: '8' } })).toEqual({
      'the case': "quotas, case 'the case' (- expected, + kept):\n  pods\n  - '8'\n  + '9'",
    });
    expect((await of({ object: { metadata: { name: 'team' } } }))['the case']).toContain('+ nothing');
    expect((await of({ keeps: undefined }))['the case']).toContain('- nothing\n+ {');
    expect((await of({ object: { ...object, apiVersion: 'apps/v1' } }))['the case']).toContain(
      'object.apiVersion: apps/v1 is not listed (listed: v1)',
    );
  });

  const define = (change: object) => defineObjects({ ...quotas.definition, ...change });
  it.each<[string, object, string]>([
    ['of another shape', { project: () => ({ namespace: 1, name: 'x' }) }, 'project returned namespace: '],
    [
      'that throws',
      { project: ({ spec }: { spec: { x: { y: 1 } } }) => spec.x.y },
      'Cannot read properties of undefined',
    ],
    ['that is no data', { project: () => ({ namespace: 'shop', name: () => 1 }) }, 'it returned name: a function'],
    ['that reads what metadata does not hold', { metadataOnly: true }, "- '9'\n  + undefined"],
  ])('are red for a projection %s', async (_name, change, said) => {
    expect((await of({}, define(change)))['the case']).toContain(said);
  });

  it('are red for a schema that is not made with f', async () => {
    const schema = { field: { is: 'object', fields: { namespace: { is: 'text' } } } };
    expect(await of({}, define({ schema }))).toMatchObject({
      'has a schema in which each text says what it is': 'a schema is not made with f',
    });
    expect(f.name().field).toEqual({ is: 'name', kind: 'word' });
    expect(advice`x`.text).toBe('x');
  });
});
