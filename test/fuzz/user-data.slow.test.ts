import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bootSettings } from '../../src/facts/launch-templates.ts';
import { readBootSettings } from '../../src/collectors/user-data/boot-settings.ts';
import { decodeUserData } from '../../src/collectors/user-data/parts.ts';
import { processorTime } from '../world/pace.ts';
import { userDataWithSecrets } from '../world/user-data.ts';
import { hostileTexts, pickOne, seeded, type Random } from './mutate.ts';
import { fuzzRuns } from './rounds.ts';
import { fill, userDataShapes } from './text-shapes.ts';

/** User data comes from outside: reading it never fails, and takes a time that grows at most as the text does. */

const whole = 16 * 1024;
/** What a text costs is compared with a text of a quarter of its length: at most six times as much, and some slack. */
it.each(Object.entries(userDataShapes))('reads %s in a time that grows as the text does', async (_name, build) => {
  const cost = async (length: number): Promise<number> => {
    const text = build(length);
    const before = process.cpuUsage();
    expect(bootSettings.safeParse(await readBootSettings(text)).success).toBe(true);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await cost(whole);
  const small = await cost(whole);
  const large = await cost(whole * 4);
  expect(large).toBeLessThan(small * 6 + 200);
});

it('does not decompress more than it reads', () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000)).toString('base64');
  expect(processorTime(() => expect(decodeUserData(bomb)).toBeUndefined())).toBeLessThan(2_000);
});

describe.each(fuzzRuns(process.env, 3))('$rounds user data with changes (seed $seed)', ({ seed, rounds, timeout }) => {
  it('never fail', { timeout }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const random = seeded(seed + round);
      const text = changed(random);
      const read = await readBootSettings(text).catch((error: unknown) => `round ${round}: ${String(error)}`);
      expect(bootSettings.safeParse(read).success, `round ${round}: ${JSON.stringify(read)}`).toBe(true);
    }
  });
});

/** User data of a family with pieces of others, hostile texts, cuts and repetitions in it. */
function changed(random: Random): string {
  let text = pickOne(random, Object.values(userDataWithSecrets));
  for (let change = 0; change < 1 + random() * 5; change += 1) {
    const at = Math.floor(random() * text.length);
    const piece = pickOne(random, [
      pickOne(random, hostileTexts),
      pickOne(random, Object.values(userDataWithSecrets)),
      fill(
        pickOne(random, ['"', "'", '\\', '${A', '$(', '- ', '[', '{', '&a ', '*a ', '--BOUND\n', '\u0000', '\uD800']),
        300,
      ),
      '',
    ]);
    text =
      random() < 0.3 ? text.slice(0, at) : `${text.slice(0, at)}${piece}${text.slice(at + Math.floor(random() * 40))}`;
  }
  return text;
}
