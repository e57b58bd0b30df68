import { defineCollector } from '../collect.ts';
import type { RequestedApi } from '../../facts/api-calls.ts';
import { loadTable } from '../../tables/tables.ts';

const metric = 'apiserver_requested_deprecated_apis';

export const requestedApis = defineCollector('requestedApis', {
  permissions: [{ nonResourceURL: '/metrics' }],
  async collect({ kube }) {
    const lines = await (await kube()).metrics(`${metric}{`);
    const removals = loadTable('api-removals').rows;
    const found = lines.flatMap(requestedIn);
    return {
      value: found.filter((one) => removals.some(({ api, resource }) => api === one.api && resource === one.resource)),
    };
  },
});

/**
 * Parses a line such as
 * `apiserver_requested_deprecated_apis{group="policy",resource="podsecuritypolicies",version="v1beta1"} 1`.
 */
function requestedIn(line: string): RequestedApi[] {
  const end = line.lastIndexOf('}');
  const [value] = line
    .slice(end + 1)
    .trim()
    .split(' ');
  if (!(Number(value) > 0)) return [];
  const labels = new Map(
    Array.from(
      line.slice(metric.length, end).matchAll(/(\w{1,40})="([^"\\]{0,253})"/g),
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const label = (name: string): string | null => labels.get(name) || null;
  const [group, version, resource] = [label('group'), label('version'), label('resource')];
  if (version === null || resource === null) return [];
  const api = group === null ? version : `${group}/${version}`;
  return [{ api, resource, subresource: label('subresource'), removedRelease: label('removed_release') }];
}
