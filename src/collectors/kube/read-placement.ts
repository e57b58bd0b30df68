import type { NodeRequirement, Placement } from '../../facts/pod-templates.ts';
import { unreadableError } from '../../facts/reason.ts';
import { present, presentText } from '../require-field.ts';
import { recordAt, recordsAt } from './karpenter/shape.ts';

const requirements = { key: true, operator: true, values: true } as const;

/** The fields that {@link readPlacement} reads of a pod. */
export const placementFields = {
  spec: {
    nodeSelector: true,
    tolerations: { key: true, operator: true, value: true, effect: true },
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: { matchExpressions: requirements, matchFields: requirements },
        },
      },
    },
  },
} as const;

type Toleration = NonNullable<Placement['tolerations']>[number];

/**
 * What a pod spec requires of its node.
 * @param podSpec as the API returns it
 * @param isPod true for a pod: the tolerations that the API server and the DaemonSet controller add are left out
 * @throws ScanError (`unreadable`) if a field has an unexpected type
 */
export function readPlacement(podSpec: unknown, isPod: boolean): Placement {
  const spec = recordAt(podSpec, 'spec');
  const selector = Object.entries(recordAt(spec['nodeSelector'], 'nodeSelector'));
  const required = recordAt(recordAt(spec['affinity'], 'affinity')['nodeAffinity'], 'nodeAffinity')[
    'requiredDuringSchedulingIgnoredDuringExecution'
  ];
  const terms = recordsAt(recordAt(required, 'nodeAffinity')['nodeSelectorTerms'], 'nodeSelectorTerms');
  const tolerations = recordsAt(spec['tolerations'], 'tolerations')
    .map(toToleration)
    .filter((one) => !isPod || !isAdded(one));
  return {
    ...(selector.length === 0
      ? {}
      : {
          nodeSelector: Object.fromEntries(selector.map(([key, value]) => [key, presentText(value, 'nodeSelector')])),
        }),
    ...(required === undefined || required === null
      ? {}
      : {
          terms: terms.map(({ matchExpressions, matchFields }) => ({
            labels: toRequirements(matchExpressions, 'matchExpressions'),
            fields: toRequirements(matchFields, 'matchFields'),
          })),
        }),
    ...(tolerations.length === 0 ? {} : { tolerations }),
  };
}

function toRequirements(list: unknown, field: string): NodeRequirement[] {
  return recordsAt(list, field).map(({ key, operator, values }) => ({
    key: presentText(key, field),
    operator: presentText(operator, field),
    values: toTexts(values, field),
  }));
}

/** Exists and DoesNotExist have no values. */
function toTexts(values: unknown, field: string): string[] {
  if (values === undefined || values === null) return [];
  if (Array.isArray(values)) return values.map((value) => presentText(value, field));
  throw unreadableError(`${field}.values has an unexpected type`);
}

function toToleration({ key, operator, value, effect }: Readonly<Record<string, unknown>>): Toleration {
  return { key: toText(key), operator: toText(operator) ?? 'Equal', value: toText(value), effect: toText(effect) };
}

/** Null for a missing and for an empty text. */
function toText(value: unknown): string | null {
  return value === undefined || value === null || value === '' ? null : presentText(value, 'tolerations');
}

/** Of every pod: for 300 seconds, unless the pod sets its own. */
function isAdded({ key, operator, effect }: Toleration): boolean {
  const isOfNode = key === 'node.kubernetes.io/not-ready' || key === 'node.kubernetes.io/unreachable';
  return isOfNode && operator === 'Exists' && effect === 'NoExecute';
}

/** What the pod template of a workload requires. */
export function readTemplatePlacement(workload: unknown, isScheduled: boolean): Placement {
  const spec = recordAt(recordAt(present(workload, 'object'), 'object')['spec'], 'spec');
  const owner = isScheduled ? recordAt(recordAt(spec['jobTemplate'], 'jobTemplate')['spec'], 'jobTemplate.spec') : spec;
  return readPlacement(recordAt(owner['template'], 'template')['spec'], false);
}
