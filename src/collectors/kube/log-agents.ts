import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Workload } from '../../facts/kube.ts';
import { findComponent, imageParts } from './components.ts';

type LogAgent = Facts['logAgents'][number];

export const logAgents = defineCollector('logAgents', {
  permissions: [],
  from: ['daemonSets'],
  async collect(_sources, facts) {
    const daemonSets = await facts.read('daemonSets');
    const value = daemonSets.flatMap((daemonSet): LogAgent[] => {
      const [fluentd] = findComponent('fluentd', [daemonSet]);
      if (fluentd !== undefined) return [{ agent: 'fluentd', ...described(daemonSet, fluentd.image) }];
      const image = containerInsightsFluentBit(daemonSet);
      return image === undefined ? [] : [{ agent: 'fluent-bit', ...described(daemonSet, image) }];
    });
    return { value };
  },
});

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
