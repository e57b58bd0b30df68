import { describe, expect, it } from 'vitest';
import { factNames } from '../../src/facts/facts.ts';
import type { Inventory } from '../../src/inventory/inventory.ts';
import { numberedEntries } from '../../src/report/entries.ts';
import type { Report } from '../../src/report/schema.ts';
import type { ReportedFinding } from '../../src/judge/result.ts';
import { judged, parseTargets, readStoredInventory } from '../judge/judge-stored.ts';
import { storedNames } from '../world/stored.ts';

/**
 * An entry is one action: with the facts as the action leaves them, none of its findings is left, and no failure is new.
 * The remedies that findings of several kinds share.
 */

type Values = Record<string, unknown[]>;
interface Action {
  /** The beginning of the remedy. */
  remedy: string;
  /** Changes the values of the facts as the action leaves them. */
  apply: (values: Values, findings: readonly ReportedFinding[]) => void;
}

const actions: Action[] = [
  {
    remedy: 'set-cluster-subnets',
    apply(values, findings) {
      const cluster = values['cluster'] as unknown as { subnetIds: string[] };
      const subnets = values['subnets'] as { id: string; availableIpAddressCount: number }[];
      const replaced = new Set(findings.flatMap(({ resource }) => (resource.kind === 'Subnet' ? resource.name : [])));
      const kept = subnets.filter(({ id }) => !replaced.has(id));
      const added = ['a', 'b'].map((zone) => ({
        ...kept[0],
        id: `subnet-0new${zone}`,
        availabilityZone: `eu-west-1${zone}`,
        availabilityZoneId: `euw1-az${zone}`,
        availableIpAddressCount: 200,
      }));
      values['subnets'] = [...kept, ...added];
      values['cluster'] = { ...cluster, subnetIds: [...kept, ...added].map(({ id }) => id) } as never;
    },
  },
  {
    remedy: 'create-role:AWSServiceRoleForEC2Spot',
    apply(values) {
      values['spotServiceLinkedRole'] = { ...(values['spotServiceLinkedRole'] as object), exists: true } as never;
    },
  },
  {
    remedy: 'extend-role:',
    apply(values, findings) {
      const documents = findings.flatMap(({ commands }) =>
        commands.flatMap((command) => /--policy-document '([^]*)'/.exec(command)?.[1] ?? []),
      );
      const roles = values['karpenterRoles'] as { name: string; found: { policies: unknown[] } }[];
      for (const role of roles) {
        if (role.name !== findings[0]?.resource.name) continue;
        const [like] = role.found.policies as { statements?: unknown[] }[];
        role.found.policies.push(...documents.map((text, index) => policyLike(like, text, `added-${index}`)));
      }
    },
  },
  {
    remedy: 'pin-image:',
    apply(values, findings) {
      const { name, namespace } = findings[0]?.resource ?? {};
      for (const list of Object.values(values)) {
        if (!Array.isArray(list)) continue;
        for (const one of list as Record<string, unknown>[])
          if (one?.['name'] === name && one['namespace'] === namespace && 'image' in one && 'version' in one)
            Object.assign(one, {
              image: `${String(one['image']).replace(/:[^/:]*$/, '')}:v2.14.1`,
              version: '2.14.1',
              versionSource: 'image tag',
            });
      }
    },
  },
];

/** A policy of the role as the collector would read the document. */
function policyLike(like: object | undefined, text: string, name: string): object {
  const document = JSON.parse(text) as { Statement: object[] };
  return { ...like, name, document };
}

function applied(inventory: Inventory, action: Action, findings: readonly ReportedFinding[]): Inventory {
  const readings = structuredClone(inventory.readings) as Record<string, { ok: boolean; value?: unknown }>;
  const values: Values = {};
  for (const name of factNames) if (readings[name]?.ok === true) values[name] = readings[name].value as unknown[];
  action.apply(values, findings);
  for (const [name, value] of Object.entries(values)) Object.assign(readings[name] ?? {}, { value });
  return { ...inventory, readings };
}

function fails(report: Report): string[] {
  const found = report.results.flatMap(({ findings }) => findings);
  return found
    .flatMap(({ level, fingerprint, check }) => (level === 'fail' ? `${check} ${fingerprint}` : []))
    .toSorted();
}

const cases = storedNames().flatMap((name) => {
  const inventory = readStoredInventory(name);
  if (inventory.readings.cluster?.ok !== true) return [];
  const report = judged(inventory, parseTargets(name));
  return numberedEntries(report).flatMap(({ findings }) => {
    const kinds = new Set(findings.map(({ check, rule }) => `${check} ${rule}`));
    const action = actions.find(({ remedy }) => findings.every((one) => one.remedy?.startsWith(remedy) === true));
    return action === undefined || kinds.size + findings.length < 3
      ? []
      : [{ name, remedy: findings[0].remedy ?? '', inventory, report, action, findings }];
  });
});

describe('one action', () => {
  it('is shown for each remedy that findings of several kinds share', () => {
    const shown = actions.filter(({ remedy }) => cases.some((one) => one.remedy.startsWith(remedy)));
    expect(shown.map(({ remedy }) => remedy)).toEqual(actions.map(({ remedy }) => remedy));
  });

  it.each(cases)('$remedy fixes all findings of its entry: $name', ({ name, inventory, report, action, findings }) => {
    const again = judged(applied(inventory, action, findings), parseTargets(name));
    const left = new Set(again.results.flatMap((result) => result.findings.map(({ fingerprint }) => fingerprint)));
    expect(findings.filter(({ fingerprint }) => left.has(fingerprint)).map(({ message }) => message)).toEqual([]);
    const before = new Set(fails(report));
    expect(fails(again).filter((one) => !before.has(one))).toEqual([]);
  });
});
