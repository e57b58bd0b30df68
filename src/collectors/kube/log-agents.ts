import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Workload } from '../../facts/kube.ts';
import { loadTable } from '../../tables/tables.ts';
import { findComponent, imageParts } from './components.ts';

type LogAgent = Facts['logAgents'][number];

export const logAgents = defineCollector('logAgents', {
  permissions: [],
  from: ['daemonSets'],
  async collect(_sources, facts) {
    const daemonSets = await facts.read('daemonSets');
    const value = daemonSets.flatMap((daemonSet): LogAgent[] => {
      const fluentd = findFluentd(daemonSet);
      if (fluentd !== undefined) return [{ agent: 'fluentd', ...withParser(described(daemonSet, fluentd)) }];
      const image = containerInsightsFluentBit(daemonSet);
      return image === undefined ? [] : [{ agent: 'fluent-bit', ...described(daemonSet, image) }];
    });
    return { value };
  },
});

/** A name with this word: `bitnami/fluentd`, `fluentd-elasticsearch`. */
const fluentdName = /(?:^|[-_.])fluentd(?:[-_.]|$)/;

/** The image of Fluentd, by its name, else by the labels or the name of the DaemonSet. */
function findFluentd(daemonSet: Workload): string | undefined {
  const images = daemonSet.containers.map(({ image }) => image);
  const own = images.find((image) => fluentdName.test(imageParts(image).name));
  // A DaemonSet that was migrated in place keeps its name and its labels.
  if (own !== undefined || images.some((image) => imageParts(image).name.includes('fluent-bit'))) return own;
  const [labelled] = findComponent('fluentd', [daemonSet]);
  if (labelled !== undefined) return labelled.image;
  const names = loadTable('components').rows.find(({ component }) => component === 'fluentd')?.names ?? [];
  return names.includes(daemonSet.name) ? images[0] : undefined;
}

/** The parser is null if the variable names none and the default of the image is unknown. */
function withParser<Described extends Omit<LogAgent, 'agent'>>(agent: Described): Described {
  const row = loadTable('log-formats').rows.find(({ rowKind }) => rowKind === 'default-parser');
  const defaults = row?.rowKind === 'default-parser' ? row.images : [];
  const { name } = imageParts(agent.image);
  const hasDefault = defaults.some(
    (one) => name === one || ['-', '_', '.'].some((before) => name.endsWith(`${before}${one}`)),
  );
  return agent.parser === undefined && !hasDefault ? { ...agent, parser: null } : agent;
}

/** Container Insights sets CI_VERSION to the release of its manifests; other installations of Fluent Bit lack it. */
function containerInsightsFluentBit({ containers }: Workload): string | undefined {
  const own = containers.find(
    ({ image, variables }) => imageParts(image).name.includes('fluent-bit') && variables?.['CI_VERSION'] !== undefined,
  );
  return own?.image;
}

function described({ namespace, name, containers }: Workload, image: string): Omit<LogAgent, 'agent'> {
  const variables = Object.assign({}, ...containers.map((container) => container.variables ?? {})) as NonNullable<
    Workload['containers'][number]['variables']
  >;
  const { FLUENT_CONTAINER_TAIL_PARSER_TYPE: parser, CI_VERSION: manifests } = variables;
  return {
    namespace,
    name,
    image,
    ...(parser === undefined ? {} : { parser }),
    ...(manifests === undefined ? {} : { manifests }),
  };
}
