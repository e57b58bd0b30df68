import { collect, type Collectors } from '../../../src/collectors/collect.ts';
import { collectors } from '../../../src/collectors/index.ts';
import { factNames, type FactName } from '../../../src/facts/facts.ts';
import type { Readings } from '../../../src/facts/reading.ts';
import type { KubeSource } from '../../../src/sources/kube/contract.ts';
import type { Sources } from '../../../src/sources/sources.ts';
import type { World } from '../../world/world.ts';
import { openSources, type OpenSources } from '../sources.ts';

/** One answer of a world: the request, and what both APIs said. */
export interface Answer {
  /** `GET /api/v1/pods` or `eks:ListAddons`. */
  call: string;
  /** Differs for each answer to one call. */
  key: string;
  body: string;
  /** The facts whose collectors request it themselves. */
  readers: readonly FactName[];
}

/** What a collector returned or threw, with what only other collectors need of it. */
export type Output = { value: unknown } | { error: unknown };
export type Outputs = ReadonlyMap<FactName, Output>;

/** A running world, all of its answers, and what is read from them. */
export interface Recorded {
  world: World;
  open: OpenSources;
  answers: readonly Answer[];
  outputs: Outputs;
  readings: Readings;
  /** What collectors ask discovery for. */
  lookups: readonly Lookup[];
}

/** One look at discovery: a group, a version and a resource. */
export type Lookup = readonly [group: string, version: string, resource: string];

/** Starts a world, reads all of its facts, and records each answer with the facts that are read from it. */
export async function record(world: World): Promise<Recorded> {
  const open = await openSources(world);
  const outputs = new Map<FactName, Output>();
  const readings = await collect(live(new Set(factNames), new Map(), outputs), factNames, open.sources());
  const answers = new Map<string, Answer & { readers: FactName[] }>();
  const lookups = new Map<string, Lookup>();
  for (const fact of factNames) {
    await open.renew();
    world.rewrite = (call, body, request) => {
      const key = answerKey(call, request);
      const known = answers.get(key) ?? { call, key, body, readers: [] };
      answers.set(key, known);
      if (!known.readers.includes(fact)) known.readers.push(fact);
      return body;
    };
    await collect(live(new Set([fact]), outputs), [fact], noteLookups(open.sources(), lookups));
    delete world.rewrite;
  }
  return { world, open, answers: [...answers.values()], outputs, readings, lookups: [...lookups.values()] };
}

/** The sources, which note every look at discovery. */
function noteLookups(sources: Sources, lookups: Map<string, Lookup>): Sources {
  const note = (...lookup: Lookup): void => void lookups.set(lookup.join(' '), lookup);
  const kube = async (): Promise<KubeSource> => {
    const source = await sources.kube();
    return {
      ...source,
      list(request) {
        for (const version of request.versions) note(request.apiGroup, version, request.resource);
        return source.list(request);
      },
      get(group, version, resource, ...where) {
        note(group, version, resource);
        return source.get(group, version, resource, ...where);
      },
      serves(...lookup) {
        note(...lookup);
        return source.serves(...lookup);
      },
    };
  };
  return { ...sources, kube };
}

/** The same request has the same key at any time: the times in it do not count. */
export function answerKey(call: string, request: string): string {
  return `${call} ${request.replaceAll(/("\w*Time":)"?[^",}]*"?/gi, '$1')}`;
}

/**
 * The real collectors of some facts; all others return again what they returned before.
 * @param taken receives what the real ones return
 */
export function live(facts: ReadonlySet<FactName>, outputs: Outputs, taken?: Map<FactName, Output>): Collectors {
  const all = factNames.map((name) => {
    const collector = collectors[name];
    const run = async (...given: Parameters<typeof collector.collect>): Promise<unknown> => {
      if (!facts.has(name)) return replay(outputs.get(name));
      try {
        const value = await collector.collect(...given);
        taken?.set(name, { value });
        return value;
      } catch (error) {
        taken?.set(name, { error });
        throw error;
      }
    };
    return [name, { ...collector, collect: run }];
  });
  return Object.fromEntries(all) as Collectors;
}

function replay(output: Output | undefined): unknown {
  if (output !== undefined && 'value' in output) return output.value;
  throw output?.error ?? new Error('was not read before');
}
