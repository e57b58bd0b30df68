import * as z from 'zod/mini';
import type { Minor } from '../../../src/syntax/versions.ts';
import type { Files } from '../refresher.ts';
import { readMinor } from './kubernetes.ts';

const discovered = z.object({
  groupVersion: z.string(),
  resources: z.array(
    z.object({ kind: z.string(), name: z.string(), namespaced: z.boolean(), verbs: z.array(z.string()) }),
  ),
});

type Resource = z.infer<typeof discovered>['resources'][number];

/** What an API server of a minor answers to discovery with all API versions on, as Kubernetes keeps it for its tests. */
export async function readDiscovery(minor: Minor): Promise<Files> {
  const files = await readMinor('kubernetes', minor, ['api/discovery']);
  return new Map([...files].filter(([name]) => /\/apis?__.*v\w+\.json$/.test(name)));
}

/**
 * @param files the files of k8s.io/kubernetes by their path
 * @returns the resources of an API version; throws if the server does not have it
 */
export function parseDiscovery(files: Files): (api: string) => readonly Resource[] {
  const answers = [...files].flatMap(([name, json]) =>
    name.startsWith('api/discovery/') ? [z.parse(discovered, JSON.parse(json))] : [],
  );
  return (api) => {
    const answer = answers.find(({ groupVersion }) => groupVersion === api);
    if (answer === undefined) throw new Error(`no discovery names ${api}`);
    return answer.resources.filter(({ name }) => !name.includes('/'));
  };
}
