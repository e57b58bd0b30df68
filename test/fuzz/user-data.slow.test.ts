import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bootSettings } from '../../src/facts/launch-templates.ts';
import { readBootSettings } from '../../src/collectors/user-data/boot-settings.ts';
import { decodeUserData } from '../../src/collectors/user-data/parts.ts';
import { processorTime } from '../world/pace.ts';
import { userDataWithSecrets } from '../world/user-data.ts';
import { hostileTexts, pickOne, seeded, type Random } from './mutate.ts';
import { fuzzRuns } from './rounds.ts';

/** User data comes from outside: reading it never fails, and takes a time that grows at most as the text does. */

const whole = 16 * 1024;
const fill = (piece: string, length = whole): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Texts that would be expensive for a careless reader; each can be made longer. */
const expensive: Readonly<Record<string, (length: number) => string>> = {
  'quotation marks': (length) => fill('"', length),
  'open quotes': (length) => `#!/bin/bash\n${fill(`--kubelet-extra-args "'`, length)}`,
  'escaped quotes': (length) => `#!/bin/bash\n${fill('\\"KUBELET_EXTRA_ARGS=', length)}`,
  'hashes in one line': (length) => `#!/bin/bash\n${fill(' #', length)}'`,
  'blank lines': (length) => `x\n${fill('\n', length)}x`,
  spaces: (length) => `x${fill(' ', length)}x`,
  'header fields': (length) => `Content-Type: ${fill(' ', length)}x\n`,
  'folded header': (length) => `Content-Type: multipart/mixed;\n${fill(' x\n', length)}`,
  parts: (length) => `Content-Type: multipart/mixed; boundary="B"\n\n${fill('--B\n\nx\n', length)}`,
  'variables that name one another': (length) =>
    `#!/bin/bash\n${fill('A="$A $B $A $B"\nB="$B $A $B $A"\n', length)}X --kubelet-extra-args "$A"\n`,
  'a chain of variables': (length) =>
    `#!/bin/bash\n${Array.from({ length: length / 12 }, (_, at) => `V${at}=$V${at + 1}\n`).join('')}X --kubelet-extra-args "$V0"\n`,
  'brackets of YAML': (length) => `#cloud-config\n${fill('[', length)}`,
  'braces of YAML': (length) => `#cloud-config\n${fill('{a: ', length)}`,
  'rows of indicators of YAML': (length) =>
    `#cloud-config\n${Array.from({ length: Math.sqrt(length / 19) }, (_, at) => `${' '.repeat(38 * at)}${'- '.repeat(19)}\n`).join('')}`,
  'indicators of YAML': (length) => `#cloud-config\n${fill('- ', length)}`,
  'documents of YAML': (length) => `apiVersion: node.eks.aws/v1alpha1\n${fill('---\na: 1\n', length)}`,
  'deep YAML': (length) =>
    `#cloud-config\n${Array.from({ length: Math.sqrt(length) }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')}`,
  'aliases of YAML': () =>
    `#cloud-config\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghi', (name, at) => `${name}: &${name} [${fill(`*${'abcdefgh'[at]},`, 27)}*${'abcdefgh'[at]}]\n`).join('')}`,
  'lines that continue': (length) => `#!/bin/bash\n--kubelet-extra-args ${fill('\\\n', length)}`,
  'kernel parameters': (length) => `#!/bin/bash\n${fill('systemd.unified_cgroup_hierarchy =   ', length)}`,
  'flags without an end': (length) => `#!/bin/bash\n--kubelet-extra-args --${fill('a-', length)}`,
  'tables of TOML': (length) => fill('[', length),
};

/** What a text costs is compared with a text of a quarter of its length: at most six times as much, and some slack. */
it.each(Object.entries(expensive))('reads %s in a time that grows as the text does', async (_name, build) => {
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
