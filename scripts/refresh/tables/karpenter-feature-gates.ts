import { followReleases, type Reading } from '../follow-releases.ts';
import {
  knowsThrough,
  linkToCore,
  listReadReleases,
  optionsFile,
  readCoreOptions,
  readKarpenterWithCore,
} from '../read/karpenter.ts';
import type { Refresher, WrittenRow } from '../refresher.ts';

/** The gates that the code of each release reads, with their defaults. Why a gate is no longer there, a person reads. */
export const karpenterFeatureGates: Refresher = {
  table: 'karpenter-feature-gates',
  from: 'registry',
  identify: (row) => [row['rowKind'], row['gate'], row['from']].join(' '),
  fetch: (limits) => readKarpenterWithCore(limits, []),
  parse(files, { rows }) {
    const releases = listReadReleases(files);
    const readings = releases.map((version) => readGates(readCoreOptions(files, version), version));
    const knownThrough = knowsThrough(releases);
    return {
      ...followReleases(readings, rows, { list: listGate, end: 'until', begin }),
      covers: () => false,
      ...(knownThrough === undefined ? {} : { knownThrough }),
    };
  },
};

function listGate({ rowKind, gate }: WrittenRow): string[] {
  return rowKind === 'gate' ? [String(gate)] : [];
}

function begin(gate: string, has: WrittenRow, from: string) {
  const source = linkToCore(from, optionsFile);
  return { states: { rowKind: 'gate', gate, from, until: null, ...has }, whenNew: { source } };
}

/** The members of `FeatureGates`. Their defaults are those of DefaultFeatureGates, before 1.6 those of the setting. */
function readGates(go: string, version: string): Reading {
  const [, members] = /^type FeatureGates struct \{([^}]*)\}/m.exec(go) ?? [];
  const gates = [...(members ?? '').matchAll(/^\t(\w+) +bool$/gm)].map(([, gate = '']) => gate);
  if (gates.length === 0) throw new Error(`${optionsFile} of ${version} declares no feature gates`);
  return { version, has: new Map(gates.map((gate) => [gate, { default: findDefault(go, gate, version) }])) };
}

function findDefault(go: string, gate: string, version: string): boolean {
  const [, byFunction] = /^func DefaultFeatureGates\(\) FeatureGates \{([^}]*)\}/m.exec(go) ?? [];
  const [, byVariable] = /WithDefaultString\("FEATURE_GATES", "([^"]*)"\)/.exec(go) ?? [];
  const assigned = byFunction
    ?.split('\n')
    .find((line) => line.trim().startsWith(`${gate}:`))
    ?.split(':')[1];
  const value = (
    assigned ??
    byVariable
      ?.split(',')
      .find((part) => part.startsWith(`${gate}=`))
      ?.split('=')[1]
  )?.trim();
  const said = value?.startsWith(`${gate}FeatureGate.Default`) === true ? findDeclared(go, gate) : value;
  if (!/^(?:true|false),?$/.test(said ?? '')) throw new Error(`${optionsFile} of ${version}: no default of ${gate}`);
  return said?.startsWith('true') === true;
}

/** `NodeRepairFeatureGate = FeatureGate{ Name: "NodeRepair", Default: false, ... }`, from 1.15 on. */
function findDeclared(go: string, gate: string): string | undefined {
  const declared = [...go.matchAll(/= FeatureGate\{\s*Name: +"(\w+)",\s*Default: (true|false),/g)];
  return declared.find(([, name]) => name === gate)?.[2];
}
