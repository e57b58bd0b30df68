import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { IntroducedObject } from '../../../src/facts/introduced-objects.ts';
import { forCount, formatCount, formatList, toPlural } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format } from '../../../src/syntax/versions.ts';
import { gitOpsName } from '../../../src/for-checks/owners.ts';
import { decisiveWrites } from '../shared/api-writers.ts';
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

/** Findings for the objects of a kind that the earlier version serves in no API version. */
export function* storedFindings(
  kind: IntroducedKind,
  objects: readonly IntroducedObject[],
  context: Judged,
): Generator<Finding> {
  const { cluster, target } = context;
  for (const place of groupByPlace(objects, cluster)) {
    const count = place.objects.length;
    yield {
      level: 'fail',
      at: target,
      rule: `stored:${kind.resource}${place.part}`,
      resource: place.resource,
      message: `${nameObjects(kind.kind, place.objects)} ${forCount(count, 'stays', 'stay')} in etcd, and the API server of ${format(target)} does not serve ${forCount(count, 'it', 'them')}`,
      evidence: buildEvidence(kind, place.objects, format(target)),
      fix: buildFix(kind, place, context),
      links: [kind.source],
    };
  }
}

/** The finding for objects that the fact does not hold, because there are too many of them. */
export function omittedFinding(
  { kind, resource, apis, before, source }: IntroducedKind,
  { omitted, count }: Facts['introducedObjects']['kinds'][number],
  { cluster, target }: Judged,
): Finding {
  const lacks = `the API server of ${format(target)} does not serve`;
  const [group = '', version = ''] = apis[0].split('/');
  return {
    level: before === null ? 'fail' : 'warn',
    at: target,
    rule: `omitted:${resource}`,
    resource: { kind: 'Cluster', name: cluster.name },
    message:
      before === null
        ? `${formatCount(omitted, `more ${kind}`, `more ${toPlural(kind)}`)} ${forCount(omitted, 'stays', 'stay')} in etcd, and ${lacks} ${forCount(omitted, 'it', 'them')}`
        : `clients wrote ${formatCount(omitted, `more ${kind}`, `more ${toPlural(kind)}`)} with ${formatList(apis)}, which ${lacks}`,
    evidence: [
      { observed: `${formatCount(count ?? 0, kind, toPlural(kind))}, ${omitted} of them not named`, required: 'none' },
    ],
    fix: advice`The report names the first 1,000 objects of the kind. Fix these, then run the scan again. All objects:\n${commands(
      sh`kubectl get ${`${resource}.${version}.${group}`} --all-namespaces`,
    )}`,
    links: [source],
    ...(before === null ? {} : { blocks: 'deployments' as const }),
  };
}

function buildEvidence(
  { kind, apis }: IntroducedKind,
  objects: readonly IntroducedObject[],
  target: string,
): Evidence[] {
  const required = `an API version that ${target} serves`;
  const shown = objects.slice(0, mostNamed).map((object) => ({
    observed: writtenText(object) ?? apis.join(', '),
    required,
    resource: `${kind} ${pathText(object)}`,
  }));
  const rest = objects.length - shown.length;
  return rest === 0 ? shown : [...shown, { observed: `${rest} more`, required }];
}

function writtenText({ writers }: IntroducedObject): string | undefined {
  const last = writers.find(({ subresource }) => subresource === null);
  if (last === undefined) return undefined;
  return `field manager ${last.manager} (${last.operation}): ${last.api}${last.time === null ? '' : `, ${last.time}`}`;
}

/** Removes the objects through what applies them; those of a program or a controller are created again. */
function buildFix(kind: IntroducedKind, place: Place, { tables }: Judged): Advice {
  const { objects } = place;
  const writes = objects.flatMap((object) => decisiveWrites(object, tables['field-managers']));
  const programs = [...new Set(writes.filter(({ is }) => is === 'program').map(({ by }) => by))];
  // The driver of a device creates the ResourceSlices of a node.
  const owners = objects.flatMap(({ controller }) => controller?.kind ?? []).filter((one) => one !== 'Node');
  const rest = objects.length - mostNamed;
  return joinAdvice(
    [
      ...(programs.length > 0
        ? [advice`Stop ${formatList(programs)} first: programs that write such objects may create them again.`]
        : []),
      ...(owners.length > 0
        ? [
            advice`Some belong to objects of the kind ${formatList([...new Set(owners)])}: change the workloads behind these
              first, or they are created again.`,
          ]
        : []),
      removal(kind, place),
      ...(rest > 0 ? [advice`Do the same for the ${rest} more ${toPlural(kind.kind)}.`] : []),
    ],
    '\n',
  );
}

function removal({ resource, apis }: IntroducedKind, { owner, objects }: Place): Advice {
  const [it, exists] = forCount(objects.length, ['it', 'it no longer exists'], ['them', 'they no longer exist']);
  const each = (make: Parameters<typeof eachNamespace>[3]) => eachNamespace(apis[0], resource, objects, make);
  const look = advice`check that ${exists}:\n${commands(...each((named) => sh`kubectl get ${named}`))}`;
  if (owner.kind === 'gitops') {
    return advice`Before the rollback, remove ${it} from the repository that ${gitOpsName(owner)} applies, and
      sync it: if you only delete ${it}, the next sync creates ${it} again. Then ${look}`;
  }
  if (owner.kind === 'helm') {
    return advice`Before the rollback, turn ${it} off in the values of the Helm release ${owner.release}, and update the release
      with \`helm upgrade\`. Then ${look}`;
  }
  return advice`Before the rollback, export ${it} and delete ${it}. To create ${it} again from the file after the next update,
    first remove \`uid\` and \`resourceVersion\` from the file.\n${commands(
      ...each(
        (named, suffix) => sh`kubectl get ${named} -o yaml > ${`${resource}${suffix}.yaml`} && kubectl delete ${named}`,
      ),
    )}`;
}
