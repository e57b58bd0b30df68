import { parse } from 'yaml';
import * as z from 'zod/mini';
import { readPages } from '../read/web.ts';
import type { Refresher } from '../refresher.ts';
import {
  identifyController,
  parseCells,
  parseKubernetes,
  parseMarkdown,
  stateControllers,
  type Ranges,
} from './controller-pages.ts';

interface WebPage {
  controller: string;
  meaning: 'supported' | 'tested';
  /** Of the file itself: the page of GitHub for it is the source of rows. */
  repository: string;
  branch: string;
  path: string;
  parse(text: string): Ranges;
}

const pages: readonly WebPage[] = [
  {
    controller: 'cert-manager',
    meaning: 'supported',
    repository: 'cert-manager/website',
    branch: 'master',
    path: 'content/docs/releases/README.md',
    parse: parseCertManager,
  },
  {
    controller: 'external-secrets',
    meaning: 'tested',
    repository: 'external-secrets/external-secrets',
    branch: 'main',
    path: 'docs/introduction/stability-support.md',
    parse: (text) => parseMarkdown(text, { release: 0, kubernetes: 1 }),
  },
  {
    controller: 'istio',
    meaning: 'supported',
    repository: 'istio/istio.io',
    branch: 'master',
    path: 'data/compatibility/supportStatus.yml',
    parse: parseIstio,
  },
  {
    controller: 'strimzi',
    meaning: 'supported',
    repository: 'strimzi/strimzi.github.io',
    branch: 'main',
    path: '_data/releases.yaml',
    parse: parseStrimzi,
  },
];

/** Controllers whose projects say on a page which Kubernetes versions a release is for. */
export const controllersOnWeb: Refresher = {
  table: 'controllers',
  from: 'web',
  isPartial: true,
  identify: identifyController,
  fetch: () => readPages(pages.map(findAddress)),
  parse: (files, { rows }) => {
    const read = pages.map((page) => {
      const { controller, meaning, repository, path } = page;
      const source = `https://github.com/${repository}/blob/HEAD/${path}`;
      try {
        return { controller, meaning, source, ranges: page.parse(files.get(findAddress(page)) ?? '') };
      } catch (error) {
        throw new Error(`${controller}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    });
    return stateControllers(read, rows);
  },
};

function findAddress({ repository, branch, path }: WebPage): string {
  return `https://raw.githubusercontent.com/${repository}/${branch}/${path}`;
}

/** `| [1.21][] | Jul 08, 2026 | Release of 1.23 | 1.33 → 1.36 / 4.20 → 4.22 |`; of a future release, `TBD`. */
function parseCertManager(text: string): Ranges {
  const rows = text.matchAll(/^\| \[?(\d+\.\d+)(?:\]\[\])? +\|[^|]*\|[^|]*\| +(1\.\d+ → 1\.\d+) /gm);
  return parseCells([...rows].map(([, release = '', kubernetes = '']) => [release, kubernetes]));
}

const istioReleases = z.array(z.object({ version: z.string(), k8sVersions: z.array(z.string()) }));

function parseIstio(text: string): Ranges {
  const releases = z.parse(istioReleases, parse(text));
  return parseCells(releases.map(({ version, k8sVersions }) => [version, k8sVersions.join(' ')]));
}

const strimziReleases = z.object({
  operator: z.array(z.object({ version: z.string(), kubernetesVersions: z.optional(z.string()) })),
});

/** By minor where all of its patches have the same Kubernetes versions, else by patch. */
function parseStrimzi(text: string): Ranges {
  const { operator } = z.parse(strimziReleases, parse(text));
  const patches = operator.flatMap(({ version, kubernetesVersions }) =>
    kubernetesVersions === undefined ? [] : [{ version, kubernetes: parseKubernetes(kubernetesVersions) }],
  );
  if (patches.length === 0) throw new Error('the page lists no releases');
  const pairs = patches.map(({ version, kubernetes }) => {
    const minor = version.split('.').slice(0, 2).join('.');
    const isSame = patches.every((one) => !one.version.startsWith(`${minor}.`) || one.kubernetes === kubernetes);
    return [isSame ? minor : version, kubernetes] as const;
  });
  return new Map(pairs);
}
