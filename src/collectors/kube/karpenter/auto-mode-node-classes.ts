import * as z from 'zod/mini';
import type { AutoModeNodeClass } from '../../../facts/auto-mode.ts';
import { autoModeGroup } from '../../../karpenter/own-objects.ts';
import { defineCollector } from '../../collect.ts';
import { listAll } from '../list.ts';
import { metadata, status, toCommonFields } from './objects.ts';

const nodeClass = z.object({ metadata, status });

/** Every cluster with EKS Auto Mode serves them. Without Auto Mode, no request is sent. */
export const autoModeNodeClasses = defineCollector('autoModeNodeClasses', {
  permissions: [{ apiGroup: 'eks.amazonaws.com', resource: 'nodeclasses', verb: 'list' }],
  from: ['cluster'],
  async collect({ kube }, facts) {
    const { autoMode } = await facts.read('cluster');
    if (!autoMode) return { value: [] };
    const versions = ['v1'];
    return listAll(await kube(), { apiGroup: autoModeGroup, versions, resource: 'nodeclasses', project });
  },
});

function project(raw: unknown): AutoModeNodeClass {
  const { metadata: meta, status: state } = nodeClass.parse(raw);
  const { apiVersion, name, ready, readyMessage, conditions, owner } = toCommonFields(raw, meta, state);
  return { apiVersion, name, ready, readyMessage, conditions, ...(owner === undefined ? {} : { owner }) };
}
