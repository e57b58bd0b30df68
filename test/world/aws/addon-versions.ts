import type { World } from '../world.ts';
import { selectPage } from './pages.ts';
import type { Outcome } from './reply.ts';
import type { AwsRequest } from './request.ts';

type Json = Record<string, unknown>;

/** `addonName` filters the add-ons, `kubernetesVersion` the versions of each add-on. Pages count add-ons. */
export function describeAddonVersions({ aws }: World, { query, action }: AwsRequest): Outcome {
  const name = query.get('addonName');
  const version = query.get('kubernetesVersion');
  const found = aws.addonVersions
    .filter(({ addonName }) => name === null || addonName === name)
    .map((addon) => (version === null ? addon : narrowed(addon, version)));
  const page = selectPage(action, found, query.get('nextToken'), query.get('maxResults'), aws.pageSize);
  return 'error' in page ? page : { output: { addons: page.items, nextToken: page.next ?? null } };
}

function narrowed(addon: Json, kubernetesVersion: string): Json {
  const addonVersions = (addon['addonVersions'] as Json[]).flatMap((row) => {
    const compatibilities = (row['compatibilities'] as Json[]).filter(
      (one) => one['clusterVersion'] === kubernetesVersion,
    );
    return compatibilities.length === 0 ? [] : [{ ...row, compatibilities }];
  });
  return { ...addon, addonVersions };
}
