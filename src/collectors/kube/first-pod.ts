import type { Facts } from '../../facts/facts.ts';
import type { SecurityTrait } from '../../facts/security-traits.ts';
import type { ReadAgain } from '../../sources/kube/contract.ts';
import { isBelowPath, parseImageReference } from '../../syntax/image-reference.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { loadTable } from '../../tables/tables.ts';
import { recordAt, recordsAt } from './karpenter/shape.ts';
import { listSecurityTraits, securityFields } from './security-traits.ts';

type Images = Facts['podImages'][number]['images'];

/** What is read of the first pod of a controller, and holds for the others. */
export interface FirstPod {
  /** Omitted if it has none. */
  securityTraits?: SecurityTrait[];
  /** Those below a path in the table `retired-images`. */
  images: Images;
}

const { spec } = securityFields;
const firstPodFields = {
  spec: {
    ...spec,
    containers: { ...spec.containers, image: true },
    initContainers: { ...spec.initContainers, image: true },
  },
} as const;

/** Reads one pod of each controller only: images, probes and security contexts are much of a pod. */
export function readFirstPod(readAgain: ReadAgain): FirstPod {
  const pod = readAgain(firstPodFields) as { spec?: unknown };
  return { ...setFields({ securityTraits: listSecurityTraits(pod.spec) }), images: listRetired(pod.spec) };
}

const none: Images = [];

function listRetired(podSpec: unknown): Images {
  const { containers, initContainers } = recordAt(podSpec, 'spec');
  const all = [...recordsAt(containers, 'containers'), ...recordsAt(initContainers, 'containers')];
  const retired = all.flatMap(({ name, image }) =>
    typeof image === 'string' && isRetired(image) ? [{ container: String(name), image }] : [],
  );
  return retired.length === 0 ? none : retired;
}

function isRetired(image: string): boolean {
  const { repository } = parseImageReference(image);
  return loadTable('retired-images').rows.some(({ paths }) => paths.some((path) => isBelowPath(repository, path)));
}
