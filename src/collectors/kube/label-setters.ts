import type { V1Node } from '@kubernetes/client-node';
import type { Facts } from '../../facts/facts.ts';
import type { ReadAgain } from '../../sources/kube/contract.ts';
import type { Masked } from '../../sources/kube/protobuf/shape.ts';
import { isObject } from '../../syntax/json.ts';
import type { NodeRead } from './read-fields.ts';

type SetBy = Facts['nodeLabels'][number]['setBy'];

const managerFields = {
  metadata: { managedFields: { manager: true, operation: true, fieldsV1: true } },
} as const;

/** Labels that EKS, the kubelet and the cloud controller set on every node. */
const ofEveryNode =
  /^(?:(?:beta\.)?kubernetes\.io\/(?:os|arch|hostname)|(?:node|topology)\.kubernetes\.io\/|failure-domain\.beta\.|eks\.amazonaws\.com\/)/;

/** Names of clients with which people change objects; all others are software. */
const people = /^(?:kubectl|k9s|lens|Lens|dashboard|headlamp)/;

/** Who set each label of a node, by its field managers. Reads them only of nodes with labels of another kind. */
export function findLabelSetters({ metadata }: NodeRead, readAgain: ReadAgain): SetBy {
  const labels = metadata?.labels ?? {};
  if (Object.keys(labels).every((key) => ofEveryNode.test(key))) return {};
  const { metadata: read } = readAgain(managerFields) as Masked<V1Node, typeof managerFields>;
  const setBy: SetBy = {};
  for (const { manager, fieldsV1 } of read?.managedFields ?? []) {
    for (const key of labelsIn(fieldsV1)) {
      // Several managers own a label that they set to the same value: software sets it again.
      if (setBy[key] !== 'software') setBy[key] = people.test(manager ?? '') ? 'person' : 'software';
    }
  }
  return setBy;
}

/** The labels in `{"f:metadata":{"f:labels":{"f:tier":{}}}}`; protobuf holds this JSON as bytes. */
function labelsIn(fields: unknown): string[] {
  const bytes = at(fields, '-');
  const labels = at(at(typeof bytes === 'string' ? parsed(bytes) : fields, 'f:metadata'), 'f:labels');
  return isObject(labels) ? Object.keys(labels).flatMap((key) => (key.startsWith('f:') ? [key.slice(2)] : [])) : [];
}

function parsed(base64: string): unknown {
  const text = Buffer.from(base64, 'base64').toString('utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function at(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}
