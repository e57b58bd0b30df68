import check from '../../../checks/addons/controllers/check.ts';
import { aController, checkCases, type Case } from '../cases.ts';

const certManager = (version: string | null, more = {}) =>
  aController({ controller: 'cert-manager', version, ...more });
const strimzi = (version: string, settings: string[] = []) => aController({ controller: 'strimzi', version, settings });
const of = (controller: string, version: string | null, more = {}) => aController({ controller, version, ...more });

/** A row of one controller without a finding. */
const silent = (it: string, version: string, target: string, copy: ReturnType<typeof of>): Case => ({
  it: `${it}: ${copy.controller} ${version} -> ${target}`,
  current: version,
  target,
  facts: { controllers: [copy] },
  findings: [],
});

checkCases(check, [
  {
    it: 'does not apply without a controller of the table',
    facts: { controllers: [] },
    skip: 'no controller of the table runs in this cluster',
  },
  {
    it: 'leaves EKS add-ons to addons/compatibility',
    facts: { controllers: [of('metrics-server', '0.3.7', { addon: 'metrics-server' })] },
    skip: 'no controller of the table runs in this cluster',
  },
  {
    it: 'is skipped if no controller was judged, and says why',
    current: '1.36',
    target: '1.37',
    facts: {
      controllers: [
        of('gatekeeper', '3.20.1'),
        of('kyverno', '1.12.6', { vendor: 'Nirmata' }),
        of('istio', '1.30.4'),
        of('cert-manager', null),
        of('cert-manager', null, { namespace: 'other' }),
        of('keda', '3.1.0'),
        of('cilium', '1.17.4'),
        of('gone', '1.0.0'),
      ],
    },
    skip: '8 controllers seen, none judged (Gatekeeper 3.20.1, its project lists no Kubernetes versions; Kyverno 1.12.6, build of Nirmata; Istio 1.30.4, the table ends at 1.36; cert-manager, version cannot be read; KEDA 3.1.0, newer than the table; Cilium 1.17.4, release not in the table; gone 1.0.0, not in this table)',
  },
  {
    it: 'fails where a known break stops it at the target',
    current: '1.32',
    target: '1.33',
    facts: { controllers: [strimzi('0.43.0')] },
    findings: [
      {
        level: 'fail',
        at: 33,
        rule: 'break',
        short: 'known to stop',
        resource: { kind: 'Deployment', namespace: 'strimzi', name: 'strimzi' },
        message:
          'Strimzi 0.43.0 does not start: its Kubernetes client cannot read the version of this API server (on 1.33)',
        evidence: [
          {
            observed: '0.43.0 (image tag): registry.example/strimzi:v0.43.0',
            required: '0.45.1 or later',
            fact: 'controllers',
          },
        ],
        fix: `Update Strimzi to 0.45.1 or later. Until then, the environment variable \`STRIMZI_KUBERNETES_VERSION\`
          avoids it. Where a chart, a manifest or a module defines it, set Strimzi 0.45.1 or later there first. Release
          notes: https://github.com/strimzi/strimzi-kafka-operator/releases`,
        links: [
          'https://github.com/strimzi/strimzi-kafka-operator/issues/11386',
          'https://github.com/strimzi/strimzi-kafka-operator/releases',
        ],
      },
    ],
  },
  {
    it: 'warns by its range where a variable avoids the break',
    current: '1.32',
    target: '1.33',
    facts: { controllers: [strimzi('0.43.0', ['STRIMZI_KUBERNETES_VERSION'])] },
    findings: [
      {
        level: 'warn',
        rule: 'range',
        resource: { kind: 'Deployment', namespace: 'strimzi', name: 'strimzi' },
        message: 'Strimzi 0.43.0 supports Kubernetes 1.23 to 1.31; 0.45.1 supports 1.25 to 1.33',
        evidence: [
          {
            observed: '0.43.0 (image tag): registry.example/strimzi:v0.43.0',
            required: 'a release that lists 1.33',
            fact: 'controllers',
          },
        ],
        fix: `Update each controller to the release shown below or a later one that lists the same Kubernetes versions,
          before the control plane reaches a version that is not listed. Read the release notes first: many projects
          support updates of one minor version at a time.\n\`\`\`sh
# Strimzi 0.43.0 in strimzi/strimzi: 0.45.1 at 1.32
# release notes: https://github.com/strimzi/strimzi-kafka-operator/releases
# change it where a chart, a manifest or a module defines it
\`\`\``,
        links: [
          'https://github.com/strimzi/strimzi.github.io/blob/HEAD/_data/releases.yaml',
          'https://github.com/strimzi/strimzi-kafka-operator/releases',
        ],
      },
    ],
  },
  silent('lists the target', '1.33', '1.34', certManager('1.20.2')),
  silent('tested with other versions only', '1.33', '1.35', of('external-secrets', '0.20.4')),
  silent('has no upper bound', '1.36', '1.37', of('metrics-server', '0.8.0')),
  silent('outside its range today, inside at the target', '1.32', '1.33', certManager('1.21.0')),
]);
