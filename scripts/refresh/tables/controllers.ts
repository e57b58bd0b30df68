import { listVersions, readModule, readVersionDay } from '../read/go-module.ts';
import type { Files, Refresher } from '../refresher.ts';
import {
  identifyController,
  parseCells,
  parseKubernetes,
  parseMarkdown,
  stateControllers,
  type Ranges,
} from './controller-pages.ts';

/** A page in the repository of a controller, which is a Go module. */
interface ModulePage {
  controller: string;
  module: string;
  path: string;
  meaning: 'supported' | 'tested';
  parse(text: string, minor: string): Ranges;
  /** The page on the web, of the release's minor or of its tag. */
  source(minor: string, tag: string): string;
}

const pages: readonly ModulePage[] = [
  {
    controller: 'argo-cd',
    module: 'github.com/argoproj/argo-cd/v3',
    path: 'docs/operator-manual/tested-kubernetes-versions.md',
    meaning: 'tested',
    parse: (text) => parseMarkdown(text, { release: 0, kubernetes: 1 }),
    source: (minor) =>
      `https://github.com/argoproj/argo-cd/blob/release-${minor}/docs/operator-manual/tested-kubernetes-versions.md`,
  },
  {
    controller: 'cilium',
    module: 'github.com/cilium/cilium',
    path: 'Documentation/network/kubernetes/compatibility.rst',
    meaning: 'tested',
    parse: (text, minor) => parseCells([[minor, /^\| ((?:1\.\d+(?:, )?)+) +\|/m.exec(text)?.[1] ?? '']]),
    source: (_minor, tag) =>
      `https://github.com/cilium/cilium/blob/${tag}/Documentation/network/kubernetes/compatibility.rst`,
  },
  {
    controller: 'descheduler',
    module: 'sigs.k8s.io/descheduler',
    path: 'README.md',
    meaning: 'tested',
    parse: parseDescheduler,
    source: () => 'https://github.com/kubernetes-sigs/descheduler/blob/HEAD/README.md',
  },
  {
    controller: 'metrics-server',
    module: 'sigs.k8s.io/metrics-server',
    path: 'README.md',
    meaning: 'supported',
    parse: (text) => parseMarkdown(text, { release: 0, kubernetes: 2 }),
    source: () => 'https://github.com/kubernetes-sigs/metrics-server/blob/HEAD/README.md',
  },
  {
    controller: 'velero',
    module: 'github.com/vmware-tanzu/velero',
    path: 'README.md',
    meaning: 'tested',
    parse: (text) => parseMarkdown(text, { release: 0, kubernetes: 2 }),
    source: () => 'https://github.com/vmware-tanzu/velero/blob/HEAD/README.md',
  },
];

/** Controllers whose repositories say which Kubernetes versions a release is for. */
export const controllers: Refresher = {
  table: 'controllers',
  from: 'registry',
  isPartial: true,
  identify: identifyController,
  async fetch({ day }) {
    const readings = pages.map(async ({ module, path }) => {
      for (const version of (await listVersions(module)).toReversed()) {
        const isRead = day === undefined || (await readVersionDay(`${module}@${version}`)) <= day;
        if (isRead) return [...(await readModule(`${module}@${version}`, [path]))];
      }
      throw new Error(`the module proxy lists no release of ${module}`);
    });
    return new Map((await Promise.all(readings)).flat());
  },
  parse: (files, { rows }) =>
    stateControllers(
      pages.map((page) => readPage(files, page)),
      rows,
    ),
};

function readPage(files: Files, { controller, module, path, meaning, parse, source }: ModulePage) {
  const found = [...files].find(([name]) => name.startsWith(`${module}@`));
  const [, tag = '', minor = '', inside] = /@(v(\d+\.\d+)\.\d+)\/(.+)$/.exec(found?.[0] ?? '') ?? [];
  const text = inside === path ? (found?.[1] ?? '') : '';
  try {
    return { controller, meaning, source: source(minor, tag), ranges: parse(text, minor) };
  } catch (error) {
    throw new Error(`${controller}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The table names the newest version of each release, and the text says that it is tested with two earlier ones too. */
function parseDescheduler(text: string): Ranges {
  if (!text.includes('only tested against the three latest k8s minor versions')) throw new Error('another text');
  const newest = parseMarkdown(text, { release: 0, kubernetes: 1 });
  return new Map(
    [...newest].map(([release, kubernetes]) => {
      const [, minor = ''] = /-1\.(\d+)$/.exec(kubernetes) ?? [];
      return [release, parseKubernetes(`1.${Number(minor) - 2} 1.${minor}`)];
    }),
  );
}
