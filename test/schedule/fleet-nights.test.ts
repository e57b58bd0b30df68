import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFleetNights, type FleetEnded, type FleetNight, type FleetNights } from './fleet-nightly.ts';

/** Scheduled scans of several clusters: what each cluster's message and the message about all of them report. */

let nights: FleetNights;
let count = 0;
let state = '';
beforeAll(async () => (nights = await startFleetNights()));
beforeEach(() => (state = path.join(nights.folder, `state-${(count += 1)}`)));
afterAll(() => nights.close());

const all = ['--all-clusters', '--region', 'eu-west-1'];
const scheduled = (): string[] => ['--state', state, '--deliver', 'stdout'];
const scan = (night: FleetNight = {}, args: readonly string[] = [...all, ...scheduled()]): Promise<FleetEnded> =>
  nights.scan(args, night);
const kinds = ({ messages }: FleetEnded) => messages.map(({ kind, cluster }) => `${cluster.name} ${kind}`).toSorted();

describe('nights of several clusters', () => {
  it('send what changed in which cluster, and nothing if nothing changed', async () => {
    const first = await scan();
    expect([first.stderr, kinds(first)]).toEqual(['', ['dev first', 'prod first']]);
    expect(first.text).toEqual([
      '2 clusters: 2 partial',
      expect.stringMatching(/^scanned 2026-\d\d-\d\d 05:00 UTC$/),
      '2 clusters changed.',
      'Changed (2)',
      '  dev (eu-west-1): PARTIAL, first scan: 0 blockers, 0 unknown, 0 warnings',
      '  prod (eu-west-1): PARTIAL, first scan: 0 blockers, 0 unknown, 0 warnings',
    ]);
    const quiet = await scan();
    expect([quiet.stdout, quiet.stderr]).toEqual(['', '']);
    expect(quiet.said).toMatch(
      /^eks-preflight: 2 clusters: nothing changed, exit code 2; no message sent; report kept in \S+\n$/,
    );
    const changed = await scan({ blocked: ['prod'] });
    expect([changed.code, kinds(changed), changed.text[0], changed.text.at(-1)]).toEqual([
      1,
      ['prod changed'],
      '2 clusters: 1 blocked (1 new), 1 partial',
      '  prod (eu-west-1): PARTIAL -> BLOCKED, 1 new blocker',
    ]);
    expect(changed.fleet?.clusters.map(({ message }) => message)).toEqual(changed.messages.map(({ id }) => id));
    const always = await scan({ blocked: ['prod'] }, [...all, ...scheduled(), '--notify-on', 'always']);
    expect([kinds(always), always.text[0], always.text.at(-1)]).toEqual([
      ['dev unchanged', 'prod unchanged'],
      '2 clusters: 1 blocked, 1 partial',
      'No finding is new, worse or fixed in any cluster.',
    ]);
  });

  it('say which cluster could not be scanned, and why, with the same exit code', async () => {
    await scan();
    const names = ['prod', 'dev', 'old', ...scheduled()];
    const failed = await scan({ killed: ['dev'] }, names);
    expect([failed.code, kinds(failed), failed.text[0]]).toEqual([
      2,
      ['old could-not-scan'],
      '3 clusters: 2 not scanned, 1 partial',
    ]);
    expect(failed.text.slice(-2)).toEqual([
      expect.stringMatching(/^ {2}dev \(eu-west-1\): its process was killed \(SIGKILL\)/),
      '  old (eu-west-1): No cluster found for name: old',
    ]);
    expect((await scan()).fleet).toBeUndefined();
  });

  it('name a cluster that is no longer found once, with --all-clusters only', async () => {
    await scan({ clusters: ['prod', 'dev', 'old'] });
    const named = await scan({ clusters: ['prod', 'dev'] }, ['prod', 'dev', ...scheduled()]);
    expect(named.fleet).toBeUndefined();
    await scan({ clusters: ['prod', 'dev', 'old'] });
    const removed = await scan({ clusters: ['prod', 'dev'] });
    expect(removed.text.slice(-2)).toEqual([
      'No longer found (1)',
      expect.stringMatching(/^ {2}old \(eu-west-1\): last run: 2026-\d\d-\d\d 05:00 UTC$/),
    ]);
    expect((await scan({ clusters: ['prod', 'dev'] })).fleet).toBeUndefined();
  });

  it.each([
    ['with a Region', all, 'The clusters of eu-west-1 cannot be listed: '],
    ['without one', ['--all-clusters'], 'The clusters cannot be listed: '],
  ])('say that no cluster can be listed, %s', async (_name, listing, lead) => {
    const ended = await scan({ deny: ['eks:ListClusters'] }, [...listing, ...scheduled()]);
    expect([ended.code, ended.begun, ended.text[0]]).toEqual([3, [], 'No cluster scanned: 1 Region not listed']);
    expect(ended.text[2]?.startsWith(lead)).toBe(true);
  });

  it('deliver a page with the newest one beside it, to which the message links', async () => {
    const pages = path.join(nights.folder, `pages-${count}`);
    const link = 'https://reports.example.com/eks';
    const args = [...all, '--state', state, '--deliver', `stdout,file:${pages}`, '--report-url', link];
    const { fleet, stderr } = await scan({}, args);
    expect(stderr).toBe('');
    const [page = '', latest, ...others] = readdirSync(path.join(pages, 'fleet')).toSorted();
    expect([latest, others, fleet?.link]).toEqual(['latest.html', [], `${link}/fleet/${page}`]);
    const html = readFileSync(path.join(pages, 'fleet', page), 'utf8');
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).toContain('prod');
    expect(readdirSync(path.join(pages, '111122223333', 'eu-west-1')).toSorted()).toEqual(['dev', 'prod']);
  });

  it('say nothing after a signal', async () => {
    const ended = await scan({ signal: AbortSignal.abort() });
    expect([ended.begun, ended.stdout]).toEqual([[], '']);
  });

  it('refuse a target without its secret before any scan', async () => {
    const ended = await scan({}, [...all, '--state', state, '--deliver', 'slack:env:HOOK']);
    expect([ended.code, ended.begun, ended.stderr]).toEqual([
      3,
      [],
      'eks-preflight: --deliver slack:env:HOOK: env:HOOK is not set\nSet it, or remove the destination.\n',
    ]);
  });
});

describe('a delivery that fails', () => {
  let pages = '';
  beforeEach(() => {
    pages = path.join(nights.folder, `broken-${count}`);
    mkdirSync(pages);
  });
  const deliver = () => [...all, '--state', state, '--deliver', `stdout,file:${pages}`];

  it.each([
    ['of the message about all clusters', 'fleet', /^eks-preflight: delivery to file \(.*\) failed: .*fleet/],
    ['of one cluster', '111122223333', /^(?:dev|prod): delivery to file \(.*\) failed: .*111122223333/m],
  ])('%s turns exit code 0 into 3 with --require-delivery, and nothing else', async (_name, blocked, line) => {
    writeFileSync(path.join(pages, blocked), 'not a folder');
    const [usual, required, other] = [
      await scan({}, [...deliver(), '--fail-on', 'never']),
      await scan({}, [...deliver(), '--fail-on', 'never', '--require-delivery']),
      await scan({ blocked: ['dev'] }, [...deliver(), '--require-delivery']),
    ];
    expect([usual.code, required.code, other.code]).toEqual([0, 3, 1]);
    for (const { stderr } of [usual, required, other]) expect(stderr).toMatch(line);
    expect(other.text[0]).toBe('2 clusters: 1 blocked (1 new), 1 partial');
  });
});
