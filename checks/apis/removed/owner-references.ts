import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { ApiObject } from '../../../src/facts/api-objects.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { resolveMove, type Move, type Removal } from '../../../src/for-checks/api-removals.ts';

type Owner = NonNullable<ApiObject['oldOwners']>[number];

/**
 * Findings for objects whose owner reference uses a version that a step removes. The garbage collector looks up the
 * owner in that version, and retries forever if the version is not served.
 * https://github.com/kubernetes/kubernetes/blob/master/pkg/controller/garbagecollector/garbagecollector.go (isDangling)
 */
export function* ownerReferenceFindings(
  objects: readonly ApiObject[],
  removed: readonly Removal[],
  served: readonly Removal[],
  current: Minor,
): Generator<Finding> {
  for (const object of objects) {
    for (const owner of object.oldOwners ?? []) {
      const removal = removed.find(({ api, kind }) => api === owner.api && kind === owner.kind);
      if (removal !== undefined)
        yield toFinding(
          object,
          owner,
          removal,
          resolveMove(removal, current, served),
          buildEditCommand(object, served),
        );
    }
  }
}

function toFinding(
  { kind, namespace, name }: ApiObject,
  owner: Owner,
  removal: Removal,
  { api: to, when, from }: Move,
  edit: Command,
): Finding {
  return {
    level: 'warn',
    at: removal.version,
    rule: 'owner-reference',
    resource: { kind, ...(namespace === null ? {} : { namespace }), name },
    message: `owner reference to ${owner.kind} ${owner.name} uses ${owner.api}, which ${format(removal.version)} no longer serves: the garbage collector then cannot delete the object with its owner`,
    evidence: [{ observed: `owner reference: ${owner.api} ${owner.kind} ${owner.name}`, required: to }],
    fix: advice`${when}, update the program or the manifest that sets the owner reference, and then set
      \`apiVersion: ${to}\` in it.\n${commands(edit)}`,
    links: ['https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents', removal.source],
    blocks: 'workloads',
    phase: from < removal.version ? 'before' : 'after',
  };
}

function buildEditCommand({ kind, namespace, name }: ApiObject, served: readonly Removal[]): Command {
  const resource = served.find((row) => row.kind === kind)?.resource ?? kind.toLowerCase();
  const edit = sh`kubectl edit ${resource} ${name}`;
  return namespace === null ? edit : sh`${edit} --namespace ${namespace}`;
}
