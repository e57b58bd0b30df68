import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from './patterns.ts';

/**
 * The law of parsers: every place that parses text from outside is listed here, with what bounds its cost. A place that
 * is not listed is red, and so is a listed one that no longer parses.
 */

/** How a parser is called in the sources, by its name. */
const parsers: Readonly<Record<string, RegExp>> = {
  YAML: /\b(?:parseDocuments|parseData|parseAllDocuments|loadPlainYaml|readPlainYaml)\(|from 'yaml'/,
  gzip: /\b(?:gunzip|gunzipSync|createGunzip|inflate|inflateSync|unzip|brotliDecompress)\b/,
  JSON: /\bJSON\.parse[(,)]/,
  Corefile: /\bparseCorefile\(/,
  'user data': /\b(?:splitUserData|decodeUserData|readBootSettings)\(/,
  CEL: /from '@marcbachmann\/cel-js'/,
};

const linear = 'JSON.parse is linear';

const bounds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  YAML: {
    'src/syntax/yaml.ts':
      'the one importer of the package: refuses deep texts and many aliases, compares keys by a Set',
    'src/sources/plain-yaml.ts': 'config files (1 MB), rule files (2 MB); user data: its own limit',
    'src/sources/kubeconfig/merged.ts': "the user's own kubeconfig",
    'src/collectors/kube/aws-auth.ts': 'limitWork',
    'src/collectors/kube/kube-proxy.ts': 'limitWork',
    'src/collectors/kube/helm/objects.ts': 'limitWork; 256 kB a document, 1 MB a release',
    'src/collectors/user-data/boot-settings.ts': 'limitWork; 64 kB',
    'src/custom-checks/rule-files/read.ts': 'a file that the user names, at most 2 MB',
    'src/commands/files/config-file.ts': 'at most 1 MB, 100 kB if it is not named',
  },
  gzip: {
    'src/collectors/kube/helm/release.ts': 'maxOutputLength, and a budget for all releases',
    'src/collectors/user-data/parts.ts': 'maxOutputLength: one budget of 64 kB for the whole',
    'src/sources/kube/body.ts': 'a stream with a limit of bytes',
    'src/commands/files/inventory-file.ts': 'maxOutputLength',
  },
  JSON: {
    'src/tables/tables.ts': 'files of the package',
    'src/inventory/inventory.ts': `${linear}; the file has a limit`,
    'src/collectors/aws/karpenter/event-pattern.ts': `${linear}; part of an answer of AWS (16 MiB)`,
    'src/collectors/aws/role-policies.ts': `${linear}; part of an answer of AWS`,
    'src/collectors/aws/cluster-role.ts': `${linear}; part of an answer of AWS`,
    'src/collectors/kube/karpenter/controllers.ts': `${linear}; part of a limited answer`,
    'src/collectors/kube/applied-notes.ts': `${linear}; part of a limited answer`,
    'src/collectors/kube/changed-fields.ts': `${linear}; part of a limited answer`,
    'src/collectors/kube/helm/release.ts': `${linear}; decompressed within a budget`,
    'src/collectors/kube/label-setters.ts': `${linear}; part of a limited answer`,
    'src/collectors/kube/helm/objects.ts': `${linear}; 1 MB a release`,
    'src/collectors/local/kubectl.ts': `${linear}; the output of a program has a limit`,
    'src/schedule/history/history.ts': `${linear}; at most 100 MB`,
    'src/sources/aws/answer.ts': `${linear}; at most 2 MiB, 16 MiB in all, not too dense`,
    'src/sources/kubeconfig/exec-plugin.ts': `${linear}; the output of a program has a limit`,
    'src/sources/kube/one-items.ts': 'readInTime; at most 4 MiB at once',
    'src/sources/kube/list-page.ts': 'readInTime; at most 4 MiB at once',
    'src/sources/kube/answer.ts': `${linear}; a limited answer, not too dense`,
    'src/custom-checks/plugins/worker/judge.ts': "the plug-in's own process",
    'src/custom-checks/testing/in-process.ts': 'a copy of own data',
    'src/commands/plan/read-file.ts': `${linear}; the limits of inventories and reports, and of objects`,
    'src/custom-checks/plugins/running-worker.ts': `${linear}; at most 64 MB`,
    'src/commands/files/report-file.ts': `${linear}; the file has a limit`,
    'src/commands/fleet/read-ended.ts': `${linear}; the output of a scan has a limit`,
  },
  Corefile: {
    'src/syntax/corefile/parse.ts': 'its definition: imports have limits',
    'src/collectors/kube/coredns.ts': 'linear (bench attacks); a ConfigMap has at most 1 MiB',
  },
  'user data': {
    'src/collectors/user-data/parts.ts': '64 kB and 50 parts for the whole',
    'src/collectors/user-data/boot-settings.ts':
      'limitWork; one after the other, with a turn of the event loop between',
    'src/collectors/aws/launch-templates.ts': 'readBootSettings',
    'src/collectors/kube/karpenter/node-classes.ts': 'readBootSettings',
  },
  CEL: {
    'src/custom-checks/cel/parse.ts': 'rule files that the user names, in a process of their own',
    'src/custom-checks/cel/convert.ts': 'types only',
  },
};

describe.each(Object.entries(parsers))('%s', (name, pattern) => {
  it('is parsed only where its cost is bounded', () => {
    const found = sourcesIn('src').filter((file) => pattern.test(readFileSync(file, 'utf8')));
    expect(found.sort()).toEqual(Object.keys(bounds[name] ?? {}).sort());
  });
});
