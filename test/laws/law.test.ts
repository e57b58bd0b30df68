import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import { collectors } from '../../src/collectors/index.ts';
import { judge, type JudgeInput } from '../../src/judge/engine.ts';
import { minorsBetween } from '../../src/judge/plan/target.ts';
import { factNames, type FactName } from '../../src/facts/facts.ts';
import { grants, findMissingGrantReason } from '../../src/facts/optional-grants.ts';
import { neededFacts, neededPermissions, withDependencies } from '../../src/commands/permissions/needed.ts';
import { parseReadings, type Readings } from '../../src/facts/reading.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { format, parseMinor, type Minor } from '../../src/syntax/versions.ts';
import type { KarpenterPath } from '../../src/karpenter/path.ts';
import { aCluster } from '../checks/cases.ts';
import { checkFiles } from '../../scripts/lists.ts';
import { silentCluster, silentReadings, silentRollbackReadings } from './silent-readings.ts';
import { storedInventory, storedNames } from '../world/stored.ts';

/** Rules for every check: a check passes only if its facts were read. */

const ids = checks.map(({ id }) => id);

function buildJudgeInput(readings: Readings, target = 34): JudgeInput {
  return buildInput(readings, parseMinor(aCluster.version) ?? 0, target);
}

/** A rollback: by default to the version of the readings' nodes. */
function buildRollbackInput(readings: Readings, target = 33): JudgeInput {
  return buildInput(readings, target + 1, target);
}

function buildInput(readings: Readings, current: Minor, target: Minor): JudgeInput {
  const cluster = { ...aCluster, ...silentCluster, version: format(current) };
  const versions = minorsBetween(current, target);
  const karpenter = { current: '1.14.4', target: '1.14.4', versions: ['1.14.4'] };
  return {
    readings,
    context: { cluster, current, target, versions, karpenter, now: '2026-11-20T12:00:00Z' },
    source: 'live',
  };
}

/** A direction in which a check judges: the path, and the readings about which it is silent. */
interface Judged {
  check: AnyCheck;
  silent: () => Readings;
  on: (readings: Readings) => JudgeInput;
  /** A path that ends at this version, or that begins above it. */
  ending: (readings: Readings, target: Minor) => JudgeInput;
}

function listDirections(check: AnyCheck): [string, Judged][] {
  const { id, direction = 'up' } = check;
  const up: Judged = {
    check,
    silent: () => silentReadings(id),
    on: (readings) => buildJudgeInput(readings, findTarget(check)),
    ending: buildJudgeInput,
  };
  const down: Judged = {
    check,
    silent: silentRollbackReadings,
    on: (readings) => buildRollbackInput(readings),
    ending: buildRollbackInput,
  };
  return [
    ...(direction === 'down' ? [] : [[id, up] satisfies [string, Judged]]),
    ...(direction === 'up' ? [] : [[`${id}, for a rollback`, down] satisfies [string, Judged]]),
  ];
}

const reason = { kind: 'denied' as const, message: 'taken away', permission: 'test:Permission' };

function listFacts(check: AnyCheck): FactName[] {
  return [...check.needs, ...(check.uses ?? []), ...(check.applies?.needs ?? [])];
}

/**
 * The next minor version, or the first later one at which the check is unknown without the last of its facts, or else the
 * current one: a check may judge only where no update is planned.
 */
function findTarget(check: AnyCheck): number {
  const [last] = listFacts(check).slice(-1);
  const denied = { ...silentReadings(check.id), ...(last && { [last]: { ok: false, reason } }) };
  const targets = [34, 35, 36, 37, 33];
  return targets.find((target) => judge(check, buildJudgeInput(denied, target)).status === 'unknown') ?? 34;
}

function withReading(readings: Readings, fact: FactName, change: object): Readings {
  return { ...readings, [fact]: { ...readings[fact], ...change } };
}

describe('the registry', () => {
  it('is sorted by id, each once', () => {
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('names each check after its file, each with a test of its own', () => {
    expect(ids).toEqual(checkFiles().checks.map(({ id }) => id));
    for (const id of ids) expect(existsSync(`test/checks/${id}.test.ts`), `test/checks/${id}.test.ts`).toBe(true);
  });

  it('links each result to its section of its page, or to the first link of a check of a plug-in', () => {
    const pages = readdirSync('docs/checks');
    const sections = pages.flatMap((page) => {
      const headings = readFileSync(`docs/checks/${page}`, 'utf8').matchAll(/^## (\S+)$/gm);
      return [...headings].map(([, heading = '']) => `/docs/checks/${page}#${heading.replace('/', '')}`);
    });
    const docs = (check: AnyCheck) => judge(check, buildJudgeInput({})).docs;
    expect(checks.map((check) => docs(check).replace(/^.*(?=\/docs\/checks\/)/, ''))).toEqual(sections);
    const index = readFileSync('CHECKS.md', 'utf8');
    for (const id of ids) expect(index).toContain(`<a id="${id.replace('/', '')}"></a>[${id}](docs/checks/`);
    for (const check of checks) expect(docs({ ...check, plugin: 'acme' })).toBe(check.links[0]);
  });
});

describe.each(checks.map((check) => [check.id, check] as const))('%s', (_id, check) => {
  it('says why, how to mend it and who says so', () => {
    expect(check.title.length).toBeGreaterThan(10);
    expect(check.why.length).toBeGreaterThan(100);
    expect(check.fix.text.length).toBeGreaterThan(20);
    expect(check.links.length).toBeGreaterThan(0);
    for (const link of check.links) expect(link).toMatch(/^https:\/\//);
    expect(check.phase === 'after' && check.severity === 'fail').toBe(false);
  });

  it.each(check.warnsBy ?? [])('fails nowhere because of %s, on which only warnings hang', (fact) => {
    expect(check.uses).toContain(fact);
    const result = judge(
      check,
      buildJudgeInput({ ...silentReadings(), [fact]: { ok: false, reason } }, findTarget(check)),
    );
    expect(result.findings.map(({ unseen }) => unseen)).toContainEqual(expect.objectContaining({ hides: 'warn' }));
    for (const name of storedNames()) {
      const { readings } = JSON.parse(readFileSync(storedInventory(name), 'utf8')) as { readings: Readings };
      const { [fact]: _, ...rest } = readings;
      const failed = (seen: Readings) =>
        judge(check, buildJudgeInput(seen, 37))
          .findings.filter(({ level }) => level === 'fail')
          // A fix may name more where more was seen.
          .map(({ fix: _fix, ...finding }) => finding);
      expect(failed(rest), name).toEqual(failed(readings));
    }
  });

  it('names a permission for every fact that it reads', () => {
    const permissions = neededPermissions(collectors, [check], grants).map(permissionText);
    const facts = withDependencies(collectors, neededFacts([check]));
    for (const fact of facts) {
      for (const permission of collectors[fact].permissions) expect(permissions).toContain(permissionText(permission));
    }
    expect(permissions).toContain('eks:DescribeCluster');
  });
});

describe.each(checks.flatMap(listDirections))('%s', (_name, { check, silent, on, ending }) => {
  it('passes where everything was seen and nothing is wrong', () => {
    const result = judge(check, on(silent()));
    expect(result.findings).toEqual([]);
    expect(result.status).toBe('pass');
  });

  it.each(listFacts(check))('is unknown, never pass, without %s', (fact) => {
    const result = judge(check, on({ ...silent(), [fact]: { ok: false, reason } }));
    expect(result.status).toBe('unknown');
    expect(result.findings.map(({ rule }) => rule)).toContain(`missing:${fact}`);
    expect(result.missing).toContainEqual({
      fact,
      reason: 'denied',
      message: 'taken away',
      permission: 'test:Permission',
      hint: null,
    });
  });

  const onlyForSkip = (check.applies?.uses ?? []).filter((fact) => !check.uses?.includes(fact));
  it.each(onlyForSkip)('is still judged without %s, on which only a skip hangs', (fact) => {
    const { [fact]: _, ...rest } = silent();
    expect(judge(check, on(rest)).status).toBe('pass');
  });

  /**
   * The expected status without a fact. If the fact lacks its grant (`--with`), the check is skipped if it needs the
   * fact, and passes if it only uses the fact.
   */
  const without = (fact: FactName) => {
    if (findMissingGrantReason(fact) === undefined) return 'unknown';
    return check.needs.includes(fact) ? 'skip' : 'pass';
  };

  it.each(listFacts(check))('is unknown where an inventory lacks %s, unless it waits for a grant', (fact) => {
    const { [fact]: _, ...rest } = silent();
    expect(judge(check, on(rest)).status).toBe(without(fact));
  });

  it.each(listFacts(check))('does not believe that %s was not asked for, unless it waits for a grant', (fact) => {
    const unasked = { ok: false as const, reason: { kind: 'not-asked' as const, message: 'needs --with nothing' } };
    const { status } = judge(check, on({ ...silent(), [fact]: unasked }));
    expect(status).toBe(without(fact));
  });

  it.each(listFacts(check))('is unknown, never pass, where %s has a gap', (fact) => {
    const result = judge(check, on(withReading(silent(), fact, { gaps: [{ what: 'one of them', reason }] })));
    expect(result.status).toBe('unknown');
  });

  it.each(listFacts(check))('does not pass on an old answer for %s', (fact) => {
    expect(judge(check, on(withReading(silent(), fact, { stale: 'two days' }))).status).toBe('unknown');
  });

  it('does not pass on an inconsistent list that it counts or joins', () => {
    for (const fact of [...check.needs, ...(check.uses ?? [])]) {
      const { status } = judge(check, on(withReading(silent(), fact, { inconsistent: true })));
      expect(status).toBe(check.counts?.includes(fact) === true ? 'unknown' : 'pass');
    }
  });

  const karpenterTables = (check.tables ?? []).filter((name) => loadTable(name).karpenterKnownThrough !== undefined);
  const onKarpenter = (karpenter: KarpenterPath) => {
    const { context, ...rest } = on(silent());
    return judge(check, { ...rest, context: { ...context, karpenter } });
  };

  it('is unknown for a minor of Karpenter that its tables do not reach, once, and only for that', () => {
    const minors = (karpenter: KarpenterPath) =>
      onKarpenter(karpenter).findings.flatMap(({ unseen, at }) =>
        unseen?.kind === 'table' && unseen.component === 'karpenter' ? [[unseen.version, at?.version]] : [],
      );
    const isEnding = karpenterTables.length > 0;
    const planned = { current: '1.14.4', target: '9.9.9', versions: ['1.14.4'] };
    expect(minors(planned)).toEqual(isEnding ? [['9.9', '9.9.9']] : []);
    const installed = { current: '9.9.9', target: '9.9.9', versions: ['9.9.9'] };
    expect(minors(installed)).toEqual(isEnding ? [['9.9', undefined]] : []);
    if (isEnding) expect(onKarpenter(planned).status).not.toBe('pass');
  });

  it('judges a patch of Karpenter above the newest known one as that one, and says so', () => {
    const target = '1.14.99';
    const {
      status,
      reason: basis,
      findings,
    } = onKarpenter({ current: '1.14.4', target, versions: ['1.14.4', target] });
    expect(findings.filter(({ phase }) => phase === 'before')).toEqual([]);
    expect(status).toBe(check.id === 'karpenter/version-behind' ? 'unknown' : 'pass');
    const isSaid = basis?.includes('Karpenter 1.14.99 is judged as 1.14.4, the newest known patch') === true;
    expect(isSaid).toBe(karpenterTables.length > 0);
  });

  it('is unknown past the end of its tables', () => {
    for (const name of check.tables ?? []) {
      const { knownThrough } = loadTable(name);
      if (knownThrough === undefined) continue;
      const result = judge(check, ending(silent(), knownThrough + 1));
      expect(result.findings.map(({ rule }) => rule)).toContain(`table:${name}`);
      expect(result.status).not.toBe('pass');
    }
  });

  it('is unknown where it crashes', () => {
    const broken: AnyCheck = {
      ...check,
      run: () => {
        throw new Error('broken');
      },
    };
    const result = judge(broken, on(silent()));
    expect(result.status).toBe('unknown');
    expect(result.findings[0]?.message).toBe('the check crashed: broken');
  });

  it('reads no fact that it does not declare', () => {
    const declared = new Set<string>(listFacts(check));
    const trap: Record<string, unknown> = new Proxy(
      {},
      {
        get: (_target, name) => {
          if (!declared.has(String(name))) throw new Error(`reads ${String(name)}`);
          const reading = silent()[String(name) as FactName];
          return reading?.ok === true ? reading.value : undefined;
        },
        ownKeys: () => [...declared],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
    const context = { ...on(silent()).context, gone: new Set<string>(), unasked: new Set<string>() };
    const tables = Object.fromEntries((check.tables ?? []).map((name) => [name, loadTable(name).rows]));
    expect([...check.run(trap as never, { ...context, tables } as never)]).toEqual([]);
  });
});

/**
 * Facts that a check needs even before the first step at which it could fail: they tell which step that is, or the check
 * warns of them today. Helm, for example, cannot update a release whose manifest uses a version that was removed long ago.
 */
const matterNow: Partial<Record<string, readonly FactName[]>> = {
  'apis/helm-releases': ['servedApis', 'helmManifests'],
  'nodes/cgroup-v1': ['nodes'],
  'nodes/kubelet-flags': ['nodes'],
};

/** The checks that wait for the first step that removes an API version. */
const ofRemovals = checks.filter(({ unseenAt, needs }) => unseenAt !== undefined && needs.includes('servedApis'));

describe.each(ofRemovals.map((check) => [check.id, check] as const))(
  '%s, before the first step at which it could find something,',
  (_id, check) => {
    const silentBefore = (readings: Readings) => judge(check, buildJudgeInput(readings, findTarget(check) - 1));

    const needed = matterNow[check.id] ?? ['servedApis'];

    it('needs nothing but what tells so, and what it warns of today', () => {
      const without = listFacts(check).map((fact) => {
        const { status, missing } = silentBefore({ ...silentReadings(), [fact]: { ok: false, reason } });
        return [fact, status, missing.map((one) => one.fact)];
      });
      expect(without).toEqual(
        listFacts(check).map((fact) => (needed.includes(fact) ? [fact, 'unknown', [fact]] : [fact, 'pass', []])),
      );
    });

    it.runIf(needed.includes('servedApis'))('is unknown where servedApis was read only in part', () => {
      const readings = withReading(silentReadings(), 'servedApis', { gaps: [{ what: 'one of them', reason }] });
      const { findings } = silentBefore({ ...readings, apiObjects: { ok: false, reason } });
      const unread = (['apiObjects', 'servedApis'] as const).filter((fact) => listFacts(check).includes(fact));
      expect(findings.map(({ rule, at }) => [rule, at])).toEqual(unread.map((fact) => [`missing:${fact}`, null]));
    });
  },
);

describe('the silent readings', () => {
  it('hold every fact, in the shape of an inventory', () => {
    const all = parseReadings(silentRollbackReadings());
    for (const check of checks) for (const fact of listFacts(check)) expect(Object.keys(all)).toContain(fact);
  });
});

describe('the healthy cluster', () => {
  const ofAccess = 'its collector lists what that of accessGrants lists';
  const ofWorkloads = 'its collector is the one that reads deployments and daemonSets';
  const ofKarpenter = 'no Karpenter runs there; test/world/karpenter-matrix-world.ts has two or more';
  const ofNetwork = 'no custom networking there; test/world/matrix-world.ts has three';
  const ofVersions = 'no kind loses a version there; test/world/matrix-world.ts has three';
  /** Lists of fewer than two objects, each with the reason why nothing goes untested. */
  const short: Partial<Record<FactName, string>> = {
    claimStatusWriters: ofAccess,
    statefulSets: ofWorkloads,
    cronJobs: ofWorkloads,
    karpenterPools: ofKarpenter,
    karpenterNodeClasses: ofKarpenter,
    karpenterClaims: ofKarpenter,
    autoModeNodeClasses: 'no EKS Auto Mode there; test/world/scenarios/auto-mode.ts has two',
    argoApplications: ofVersions,
    fluxInventories: ofVersions,
    eniConfigs: ofNetwork,
  };

  it('has two objects or more in each list of Kubernetes, so that each has a second page that can fail', () => {
    const { readings } = JSON.parse(readFileSync(storedInventory('healthy'), 'utf8')) as { readings: Readings };
    const listed = factNames.filter((fact) =>
      collectors[fact].permissions.some((permission) => 'verb' in permission && permission.verb === 'list'),
    );
    const found = listed.filter((fact) => {
      const reading = readings[fact];
      return reading?.ok === true && Array.isArray(reading.value) && reading.value.length < 2;
    });
    expect(found.toSorted()).toEqual(Object.keys(short).sort());
  });
});
