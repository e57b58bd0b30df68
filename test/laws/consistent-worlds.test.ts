import { describe, expect, it } from 'vitest';
import { worldRules } from '../world/consistency/rules.ts';
import { viewWorld } from '../world/consistency/world-view.ts';
import { scenarios } from '../world/scenarios/index.ts';
import { contradicting } from './contradicting-worlds.ts';

/**
 * The law of worlds: a stored world does not contradict itself. It builds every stored world, which costs 3 CPU seconds.
 * A contradiction is meant, or listed in contradicting-worlds.ts with the reason.
 */

const found = Object.fromEntries(
  Object.entries(scenarios).map(([name, { world }]) => {
    const view = viewWorld(world());
    return [name, Object.fromEntries(worldRules.map((rule) => [rule.name, rule.contradictions(view)]))];
  }),
);

describe.each(worldRules)('$name: $says', ({ name: rule }) => {
  const listed = contradicting[rule] ?? {};

  it('holds in every stored world that is not listed', () => {
    const broken = Object.entries(found).flatMap(([world, rules]) =>
      listed[world] === undefined ? (rules[rule] ?? []).map((one) => `${world}: ${one}`) : [],
    );
    expect(broken).toEqual([]);
  });

  it('does not hold in the worlds that are listed', () => {
    expect(Object.keys(listed).filter((world) => found[world]?.[rule]?.length === 0 || !(world in found))).toEqual([]);
  });
});

it('lists no rule that does not exist', () => {
  const names = worldRules.map(({ name }) => name);
  expect(Object.keys(contradicting).filter((rule) => !names.includes(rule))).toEqual([]);
});
