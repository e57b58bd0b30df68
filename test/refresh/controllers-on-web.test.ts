import { expect, it } from 'vitest';
import { controllersOnWeb } from '../../scripts/refresh/tables/controllers-on-web.ts';
import { changeFile } from './change-file.ts';
import { judgeRecorded } from './judge-recorded.ts';

const raw = 'https://raw.githubusercontent.com';
const certManager = `${raw}/cert-manager/website/master/content/docs/releases/README.md`;
const externalSecrets = `${raw}/external-secrets/external-secrets/main/docs/introduction/stability-support.md`;
const istio = `${raw}/istio/istio.io/master/data/compatibility/supportStatus.yml`;
const strimzi = `${raw}/strimzi/strimzi.github.io/main/_data/releases.yaml`;

/** Written in the form of each page, with rows of the table; no copies of the pages. */
const files = new Map([
  [
    certManager,
    `| Release  | Release Date | End of Life     | [Supported Kubernetes / OpenShift Versions][s] | [Tested Kubernetes Versions][test] |
|:--------:|:------------:|:---------------:|:----------------------------------------------:|:----------------------------------:|
| [1.21][] | Jul 08, 2026 | Release of 1.23 | 1.33 → 1.36 / 4.20 → 4.22                      | 1.33 → 1.36                        |
| [1.20][] | Mar 10, 2026 | Release of 1.22 | 1.32 → 1.35 / 4.19 → 4.21                      | 1.32 → 1.35                        |
| 1.22     | ~Nov 2026    | Release of 1.24 | TBD                                            | TBD                                |
`,
  ],
  [
    externalSecrets,
    `| ESO Version | Kubernetes Version | Release Date | End of Life    |
|-------------|--------------------|--------------|----------------|
| 2.9         | 1.36               | Aug 07, 2026 | Release of 2.9 |
| 2.8         | 1.35-1.36          | Jul 18, 2026 | Aug 07, 2026   |
| 0.13.x      | 1.19 → 1.31        | Jan 21, 2025 | Feb 4, 2025    |
| 0.8.x       | 1.19 → 1.28        | Mar 16, 2023 | Aug 3, 2024    |
`,
  ],
  [
    istio,
    `- version: "master"
  k8sVersions: ["1.33", "1.34"]
- version: "1.30"
  k8sVersions: ["1.32", "1.33", "1.34", "1.35", "1.36"]
  testedK8sVersions: ["1.23", "1.24"]
`,
  ],
  [
    strimzi,
    `operator:
  - version: 1.2.0
    kubernetesVersions: 1.30 - 1.36
  - version: 0.45.1
    kubernetesVersions: 1.25 - 1.33
  - version: 0.45.0
    kubernetesVersions: 1.25 - 1.31
  - version: 0.11.4
bridge:
  - version: 0.21.5
`,
  ],
]);

it('reads the Kubernetes versions of releases again', () => {
  const { changes, questions } = judgeRecorded(controllersOnWeb, files);
  expect({ changes, questions }).toEqual({ changes: [], questions: [] });
});

it.each([
  ['cert-manager', certManager, 'TBD  ', '1.34 → 1.37 / 4.21 → 4.23', '-> \\{"1.22":"1.34-1.37","1.21"'],
  ['External Secrets', externalSecrets, '| 2.8   ', '| 2.10  ', '-> \\{"2.10":"1.35-1.36","2.9"'],
  ['Istio', istio, '"1.36"]', '"1.36", "1.37"]', '-> \\{"1.30":"1.32-1.37"'],
  ['Strimzi', strimzi, '1.25 - 1.33', '1.25 - 1.34', '"0.45.1":"1.25-1.34"'],
])('follows the page of %s', (_what, name, from, to, change) => {
  expect(judgeRecorded(controllersOnWeb, changeFile(files, name, from, to)).changes).toEqual([
    expect.stringMatching(change),
  ]);
});

it.each([
  ['cert-manager: the page lists no releases', certManager],
  ['external-secrets: the page lists no releases', externalSecrets],
  ['istio: ', istio],
  ['strimzi: ', strimzi],
])('refuses a page of another form: %s', (message, name) => {
  expect(() => judgeRecorded(controllersOnWeb, new Map([...files, [name, '<html></html>']]))).toThrow(message);
});
