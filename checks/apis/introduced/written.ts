import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { IntroducedObject } from '../../../src/facts/introduced-objects.ts';
import { forCount, formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format } from '../../../src/syntax/versions.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { decisiveWrites, type Write } from '../shared/api-writers.ts';
import {
  eachNamespace,
  groupByPlace,
  mostNamed,
  nameObjects,
  pathText,
  type IntroducedKind,
  type Place,
} from './kinds.ts';

type Judged = Context<'api-introductions' | 'field-managers'>;
type ServedBefore = IntroducedKind & { before: string };

/** An object with the writes that will fail after the rollback. */
interface WrittenObject {
  object: IntroducedObject;
  writes: readonly Write[];
}

/**
 * Findings for objects that a client wrote with an introduced API version, of a kind that the earlier version serves in
 * another one. For an object that a controller created, only writes of programs count: its manifest is that of another
 * object.
 */
export function* writtenFindings(
  kind: ServedBefore,
  objects: readonly IntroducedObject[],
  context: Judged,
): Generator<Finding> {
  const { cluster, target, tables } = context;
  const written = objects.flatMap((object): WrittenObject[] => {
    const writes = decisiveWrites(object, tables['field-managers']).filter(
      ({ is, api }) => kind.apis.includes(api) && (object.controller === undefined || is === 'program'),
    );
    return writes.length === 0 ? [] : [{ object, writes }];
  });
  const writesByObject = new Map(written.map(({ object, writes }) => [object, writes]));
  for (const place of groupByPlace([...writesByObject.keys()], cluster)) {
    const writes = place.objects.flatMap((object) => writesByObject.get(object) ?? []);
    const by = [...new Set(writes.map((write) => write.by))];
    const apis = [...new Set(writes.map(({ api }) => api))];
    yield {
      level: 'warn',
      at: target,
      rule: `written:${kind.resource}${place.part}`,
      resource: place.resource,
      message: `${formatList(by)} ${forCount(by.length, 'writes', 'write')} ${nameObjects(kind.kind, place.objects)} with ${formatList(apis)}, which ${format(target)} does not serve: ${forCount(by.length, 'its', 'their')} next write fails`,
      evidence: buildEvidence(kind, place, writesByObject),
      fix: buildFix(kind, place, writes, format(target)),
      links: [kind.source],
      blocks: writes.some(({ is }) => is === 'program') ? 'workloads' : 'deployments',
    };
  }
}

function buildEvidence(
  { kind, before }: ServedBefore,
  { objects }: Place,
  writesByObject: ReadonlyMap<IntroducedObject, readonly Write[]>,
): Evidence[] {
  const shown = objects.slice(0, mostNamed).flatMap((object) =>
    (writesByObject.get(object) ?? []).map(({ is, by, api, operation, time }) => ({
      observed: `${is === 'note' ? `annotation of ${by}` : `field manager ${by} (${operation ?? 'Update'})`}: ${api}${time === null ? '' : `, ${time}`}`,
      required: before,
      resource: `${kind} ${pathText(object)}`,
    })),
  );
  const rest = objects.length - mostNamed;
  return rest > 0 ? [...shown, { observed: `${rest} more`, required: before }] : shown;
}

/** Changes what writes the objects: the objects themselves remain available in the earlier API version. */
function buildFix(
  { resource, before }: ServedBefore,
  { owner, objects }: Place,
  writes: readonly Write[],
  target: string,
): Advice {
  const [{ namespace, owner: applier }] = objects;
  const goal = advice`\`apiVersion: ${before}\` with the fields of that version`;
  const programs = [...new Set(writes.filter(({ is }) => is === 'program').map(({ by }) => by))];
  const isDelivered = writes.some(({ is }) => is !== 'program');
  const shown = commands(...eachNamespace(before, resource, objects, (named) => sh`kubectl get ${named} -o yaml`));
  const manifest =
    owner.kind === 'not seen'
      ? advice`Before the rollback, set ${goal} in the manifest, and apply it again: \`kubectl apply\` of the present one fails with ${target}. The API server shows the objects in that version:\n${shown}`
      : advice`Before the rollback, change the manifest. ${changeByOwner({ owner: applier, namespace: namespace ?? 'default' }, { goal, byHand: advice`` })}`;
  return joinAdvice(
    [
      ...(isDelivered ? [manifest] : []),
      ...(programs.length > 0
        ? [advice`Before the rollback, change ${formatList(programs)} to a version that calls \`${before}\`.`]
        : []),
      advice`The objects themselves need no change: ${target} serves them as \`${before}\`.`,
    ],
    '\n',
  );
}
