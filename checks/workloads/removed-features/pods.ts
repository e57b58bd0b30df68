import type { Facts } from '../../../src/facts/facts.ts';
import { parseRepository } from '../../../src/for-checks/components.ts';
import { podMakers, type PodMaker, type Templates } from '../shared/pod-makers.ts';
import { selectRows, type UsedFeature, type Row, type RowOf } from './feature-uses.ts';

/** Uses of removed features by pod templates and running pods. */
export function listPodFeatures(
  rows: readonly Row[],
  templates: Templates,
  pods: Facts['pods'],
  csiDrivers: Facts['csiDrivers'] | undefined,
): UsedFeature[] {
  const volumes = unserved(rows, csiDrivers);
  const annotations = selectRows(rows, 'seccomp-annotation');
  const registries = selectRows(rows, 'registry');
  return podMakers(templates, pods).flatMap((maker) => [
    ...volumes.flatMap((row) => ofVolumes(maker, row)),
    ...annotations.flatMap((row) => ofAnnotations(maker, row)),
    ...registries.flatMap((row) => ofImages(maker, row)),
    ...ofTemplate(maker, rows),
  ]);
}

/** What only a template shows. */
function ofTemplate({ resource, fact, template }: PodMaker, rows: readonly Row[]): UsedFeature[] {
  if (template === undefined) return [];
  const { sloppyHosts = [], resizedInitContainers = [], imagesWithoutReference = [], placeLabels = [] } = template;
  const seen = {
    'sloppy-address': sloppyHosts.map(({ field, value, problem }) => `${field}: ${value} (${problem})`),
    'init-container-resize': resizedInitContainers.map(
      (one) => `init container ${one}: resize policy RestartContainer`,
    ),
    'image-without-reference': imagesWithoutReference.map((one) => `volume ${one}: empty image.reference`),
    'place-labels': placeLabels.map((label) => `template label ${label}`),
  };
  return rows.flatMap((row) =>
    isTemplateKind(row.rowKind, seen) ? seen[row.rowKind].map((what) => ({ resource, row, what, fact })) : [],
  );
}

function isTemplateKind<Kind extends string>(kind: string, seen: Readonly<Record<Kind, unknown>>): kind is Kind {
  return Object.hasOwn(seen, kind);
}

/** Bound PersistentVolumes that need a removed feature. EBS has a separate check. */
export function listVolumeFeatures(
  rows: readonly Row[],
  persistentVolumes: Facts['persistentVolumes'],
  csiDrivers: Facts['csiDrivers'] | undefined,
): UsedFeature[] {
  const bound = persistentVolumes.filter(({ phase }) => phase === 'Bound');
  return unserved(rows, csiDrivers).flatMap((row) =>
    bound
      .filter(({ removedType }) => removedType === row.type)
      .map(({ name, claim }) => ({
        resource: { kind: 'PersistentVolume', name },
        row,
        what: `${row.type}, bound to claim ${claim ?? 'unknown'}`,
        fact: 'persistentVolumes',
      })),
  );
}

/** Removed volume types, except those that an installed CSI driver serves, or may serve if drivers were not read. */
function unserved(rows: readonly Row[], csiDrivers: Facts['csiDrivers'] | undefined): RowOf<'volume'>[] {
  return selectRows(rows, 'volume').filter(
    ({ unlessDriver }) => unlessDriver === undefined || csiDrivers?.includes(unlessDriver) === false,
  );
}

function ofVolumes({ resource, fact, removedVolumes }: PodMaker, row: RowOf<'volume'>): UsedFeature[] {
  return removedVolumes
    .filter(({ type }) => type === row.type)
    .map(({ volume, type }) => ({ resource, row, what: `volume ${volume}: ${type}`, fact }));
}

function ofAnnotations({ resource, fact, template }: PodMaker, row: Row): UsedFeature[] {
  if (template?.seccompByAnnotation !== true) return [];
  return [{ resource, row, what: 'a seccomp profile by annotation, without the field', fact }];
}

function ofImages({ resource, fact, template }: PodMaker, row: RowOf<'registry'>): UsedFeature[] {
  return (template?.containers ?? [])
    .filter(({ image }) => parseRepository(image).startsWith(`${row.host}/`))
    .map(({ name, image }) => ({ resource, row, what: `container ${name}: ${image}`, fact }));
}
