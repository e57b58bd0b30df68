import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { setFields } from '../../syntax/set-fields.ts';
import type { Joined } from '../for-joins.ts';
import { keysOfNamespace } from './karpenter/karpenter-keys.ts';
import { listJoined } from './list.ts';

const podSecurityPrefix = 'pod-security.kubernetes.io/';

const namespaceObject = z.object({
  metadata: z.object({
    name: z.string(),
    labels: z.optional(z.record(z.string(), z.string())),
    annotations: z.optional(z.record(z.string(), z.string())),
  }),
});

/**
 * Builds the collector of `namespaces`.
 * @param teamLabel the label whose value is kept as the team; if undefined, no team is kept
 */
export function namespacesWith(teamLabel: string | undefined) {
  return defineCollector('namespaces', {
    permissions: [{ apiGroup: '', resource: 'namespaces', verb: 'list' }],
    projected: true,
    async collect({ kube }) {
      return listJoined(await kube(), {
        apiGroup: '',
        versions: ['v1'],
        resource: 'namespaces',
        metadataOnly: true,
        project: (raw) => project(raw, teamLabel),
      });
    },
  });
}

export const namespaces = namespacesWith(undefined);

function project(raw: unknown, teamLabel: string | undefined): Joined<'namespaces'> {
  const { metadata } = namespaceObject.parse(raw);
  const { name, labels } = metadata;
  const podSecurityLabelled = Object.keys(labels ?? {}).some((label) => label.startsWith(podSecurityPrefix));
  const podSecurity = {
    enforce: labels?.[`${podSecurityPrefix}enforce`] ?? null,
    version: labels?.[`${podSecurityPrefix}enforce-version`] ?? null,
  };
  const team = teamLabel === undefined ? undefined : labels?.[teamLabel];
  return {
    entry: {
      ...setFields({ team: team === '' ? undefined : team }),
      name,
      podSecurityLabelled,
      ...(podSecurityLabelled ? { podSecurity } : {}),
    },
    labels: labels ?? {},
    keys: keysOfNamespace({ metadata }),
  };
}
