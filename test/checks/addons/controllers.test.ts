import { describe, expect, it } from 'vitest';
import check from '../../../checks/addons/controllers/check.ts';
import { aController, checkCases, type Case, type ExpectedFinding } from '../cases.ts';
import { loadTable } from '../../../src/tables/tables.ts';

type Copy = ReturnType<typeof aController>;

const of = (controller: string, version: string | null, more: Partial<Copy> = {}): Copy =>
  aController({ controller, version, ...more });
const certManager = (version: string | null, more: Partial<Copy> = {}): Copy => of('cert-manager', version, more);
const strimzi = (version: string, settings: string[] = []): Copy => of('strimzi', version, { settings });

/** `1.32 -> 1.33` as the path of a row. */
const along = (path: string): { current: string; target: string } => {
  const [current = '', target = ''] = path.split(' -> ');
  return { current, target };
};

const name = ({ controller, version }: Copy, path: string): string =>
  `${controller} ${version ?? 'of an unknown version'}, ${path}`;

/** A row of one controller without a finding. */
const silent = (it: string, path: string, copy: Copy): Case => ({
  it: `${it}: ${name(copy, path)}`,
  ...along(path),
  facts: { controllers: [copy] },
  findings: [],
});

/** A row of one controller with one finding. */
const finds = (it: string, path: string, copy: Copy, finding: Partial<ExpectedFinding>): Case => ({
  it: `${it}: ${name(copy, path)}`,
  ...along(path),
  facts: { controllers: [copy] },
  findingsLike: [finding],
});

/** A row of one controller that is not judged: addons/controllers-unjudged names it. */
const unjudged = (path: string, copy: Copy): Case => ({
  it: `is not judged: ${name(copy, path)}`,
  ...along(path),
  facts: { controllers: [copy] },
  skip: '1 controller seen, none judged: see controllers-unjudged',
});

checkCases(check, [
  {
    it: 'does not apply without a controller of the table',
    facts: { controllers: [] },
    skip: 'no controller that this check recognizes runs in this cluster',
  },
  {
    it: 'leaves EKS add-ons to addons/compatibility',
    facts: { controllers: [of('metrics-server', '0.3.7', { addon: 'metrics-server' })] },
    skip: 'no controller that this check recognizes runs in this cluster',
  },
  {
    it: 'is skipped if no controller was judged',
    current: '1.36',
    target: '1.37',
    facts: { controllers: [of('istio', '1.30.4'), of('gatekeeper', '3.20.1'), of('cert-manager', null)] },
    skip: '3 controllers seen, none judged: see controllers-unjudged',
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
          { observed: '0.43.0 supports Kubernetes 1.23 to 1.31', source: 'table' },
        ],
        fix: `Update Strimzi to 0.45.1 or later. Releases that list the versions of the path: 0.45.1 while the control
          plane is at 1.32. Until then, set the environment variable \`STRIMZI_KUBERNETES_VERSION\` to avoid it. Where a chart,
          a manifest or a module defines it, set Strimzi 0.45.1 or later there first. Release notes:
          https://github.com/strimzi/strimzi-kafka-operator/releases`,
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
        message: 'Strimzi 0.43.0 supports Kubernetes 1.23 to 1.31; go to 0.45.1 (1.25 to 1.33)',
        evidence: [
          {
            observed: 'Strimzi 0.43.0 supports Kubernetes 1.23 to 1.31',
            required: '0.45.1 (1.25 to 1.33)',
            fact: 'controllers',
          },
        ],
        fix: `Update each controller to the release shown below, or to a later one that lists the same Kubernetes
          versions, before you update the control plane to a version that the running release does not list. Read the
          release notes first: many projects support updates by only one minor version at a time.\n\`\`\`sh
# Strimzi 0.43.0: 0.45.1 while the control plane is at 1.32
# release notes: https://github.com/strimzi/strimzi-kafka-operator/releases
kubectl -n strimzi get deployment/strimzi -o wide
# change it where a chart, a manifest or a module defines it
\`\`\``,
        links: [
          'https://github.com/strimzi/strimzi.github.io/blob/HEAD/_data/releases.yaml',
          'https://github.com/strimzi/strimzi-kafka-operator/releases',
        ],
      },
    ],
  },
  silent('lists the target', '1.33 -> 1.34', certManager('1.20.2')),
  silent('tested with the target', '1.33 -> 1.34', of('external-secrets', '0.20.4')),
  silent('tested with other versions only', '1.33 -> 1.35', of('external-secrets', '0.20.4')),
  silent('has no upper bound', '1.36 -> 1.37', of('metrics-server', '0.8.0')),
  silent('outside its range today, inside at the target', '1.32 -> 1.33', certManager('1.21.0')),
  silent('the version of the image counts, not that of its operator', '1.34 -> 1.35', of('calico', '3.30.3')),
  silent('a full version has its own row', '1.32 -> 1.33', strimzi('0.45.1')),
  silent('a full version has its own row', '1.33 -> 1.35', strimzi('0.45.2')),
  silent('a minimum that today’s version has', '1.31 -> 1.32', of('flux', '2.7.2')),
  silent('an open range of releases', '1.35 -> 1.36', of('external-dns', '0.22.0')),
  silent('a flag without which it starts', '1.34 -> 1.35', of('kyverno', '1.18.2')),
  finds('one release before that row', '1.32 -> 1.33', strimzi('0.45.0'), { level: 'fail', at: 33 }),
  finds('the row of a full version ends', '1.33 -> 1.34', strimzi('0.45.1'), {
    level: 'warn',
    at: 34,
    message: 'Strimzi 0.45.1 supports Kubernetes 1.25 to 1.33; go to 0.45.2 (1.25 to 1.35)',
  }),
  finds(
    'a mirror’s copy is judged like the original',
    '1.33 -> 1.34',
    certManager('1.18.6', { image: 'mirror.example/jetstack/cert-manager-controller:v1.18.6' }),
    {
      level: 'warn',
      at: 34,
      message: 'cert-manager 1.18.6 supports Kubernetes 1.29 to 1.33; go to 1.20 (1.32 to 1.35)',
      links: [
        'https://github.com/cert-manager/website/blob/HEAD/content/docs/releases/README.md',
        'https://github.com/cert-manager/cert-manager/releases',
      ],
    },
  ),
  finds('an own scheduler waits for an API that is removed', '1.26 -> 1.27', of('kube-scheduler', '1.23.10'), {
    level: 'fail',
    at: 27,
    rule: 'break',
    message:
      'kube-scheduler 1.23.10 does not schedule pods: it waits for storage.k8s.io/v1beta1 CSIStorageCapacities, which Kubernetes 1.27 removed (on 1.27)',
  }),
  finds('an own scheduler waits for an API that is not served yet', '1.32 -> 1.33', of('kube-scheduler', '1.34.1'), {
    level: 'warn',
    rule: 'break',
  }),
  finds('after a rollback it waits for an API that is not served', '1.34 -> 1.33', of('kube-scheduler', '1.34.1'), {
    level: 'fail',
    at: 33,
    rule: 'break',
  }),
  finds('an own scheduler outside the version skew', '1.33 -> 1.35', of('kube-scheduler', '1.33.4'), {
    level: 'warn',
    at: 35,
    rule: 'range',
    message: 'kube-scheduler 1.33.4 supports Kubernetes 1.33 to 1.34; go to 1.34 (1.34 to 1.35)',
  }),
  silent('an own scheduler within the version skew', '1.33 -> 1.34', of('kube-scheduler', '1.33.4')),
  finds('Scheduler Plugins built from such a scheduler', '1.26 -> 1.27', of('scheduler-plugins', '0.23.10'), {
    level: 'warn',
    at: 27,
    rule: 'break',
  }),
  unjudged('1.33 -> 1.34', of('scheduler-plugins', '0.33.5')),
  finds('a deprecated API is no failure', '1.32 -> 1.33', of('external-dns', '0.17.0'), {
    level: 'warn',
    at: 33,
    rule: 'range',
    message: 'ExternalDNS 0.17.0 supports Kubernetes 1.19 to 1.32; go to 0.18 or later (1.21 and later)',
    evidence: [
      {
        observed: 'ExternalDNS 0.17.0 supports Kubernetes 1.19 to 1.32',
        required: '0.18 or later (1.21 and later)',
        fact: 'controllers',
      },
      { observed: '0.17.0 reads Endpoints, which Kubernetes 1.33 deprecates but still serves', source: 'table' },
    ],
  }),
  finds('the first of a range of releases', '1.32 -> 1.33', of('external-dns', '0.10.0'), { at: 33, rule: 'range' }),
  silent('the last versions of a range of releases', '1.31 -> 1.32', of('external-dns', '0.15.1')),
  finds('an old break holds today already', '1.32 -> 1.33', of('external-dns', '0.9.0'), {
    level: 'warn',
    rule: 'break',
    message:
      'ExternalDNS 0.9.0 does not read Ingresses: it uses their v1beta1 versions, which Kubernetes 1.22 removed (already on 1.32)',
  }),
  finds('a condition that no fact shows', '1.33 -> 1.34', of('kyverno', '1.17.2'), {
    level: 'warn',
    at: 34,
    rule: 'break',
    message:
      'Kyverno 1.17.2 may crash at startup: it waits for v1alpha1 of MutatingAdmissionPolicy where the API server serves only v1beta1 (on 1.34 if the API server serves admissionregistration.k8s.io/v1beta1, which is off by default)',
    fix: expect.stringMatching(
      /^Update Kyverno to 1\.18\.0 or later\. Releases that list the versions of the path: 1\.18, which is end of life, while the control plane is at 1\.33\. /,
    ) as string,
  }),
  finds(
    'a flag with which it does not start',
    '1.35 -> 1.36',
    of('kyverno', '1.18.2', { settings: ['--generateMutatingAdmissionPolicy=true'] }),
    { level: 'warn', at: 36, rule: 'break' },
  ),
  finds('two stops lead to the target', '1.31 -> 1.35', of('kyverno', '1.15.2'), {
    at: 34,
    message:
      'Kyverno 1.15.2 supports Kubernetes 1.30 to 1.33; go to 1.16 (1.31 to 1.34, end of life), then 1.19 (1.34 to 1.36)',
    fix: expect.stringContaining(
      '# Kyverno 1.15.2: 1.16, which is end of life, while the control plane is at 1.31, then 1.19 while the control plane is at 1.34\n',
    ) as string,
  }),
  finds('a row that ends before others of its table', '1.35 -> 1.36', of('argo-cd', '3.4.2'), {
    at: 36,
    message: 'Argo CD 3.4.2 is tested with Kubernetes 1.32 to 1.35; go to 3.5 (1.33 to 1.36)',
  }),
  finds('such a row, and a target beyond the table', '1.35 -> 1.38', of('argo-cd', '3.4.2'), {
    at: 37,
    rule: 'break',
    evidence: [
      {
        observed: '3.4.2 (image tag): registry.example/argo-cd:v3.4.2',
        required: '3.5.0 or later',
        fact: 'controllers',
      },
      { observed: '3.4.2 is tested with Kubernetes 1.32 to 1.35', source: 'table' },
    ],
    fix: expect.stringContaining(
      'Releases that list the versions of the path: 3.6 while the control plane is at 1.35.',
    ) as string,
  }),
  finds('today’s minimum is higher', '1.32 -> 1.33', of('metrics-server', '0.9.0'), {
    level: 'warn',
    message: 'Metrics Server 0.9.0 supports Kubernetes 1.34 and later',
    fix: expect.stringContaining('# Metrics Server 0.9.0: 0.8 is the newest release that lists 1.33\n') as string,
  }),
  finds(
    'a break is known where its project lists nothing, if Argo CD applies it',
    '1.32 -> 1.33',
    of('aws-ebs-csi-driver', '1.48.0', { owner: { release: null, releaseNamespace: null, managedBy: 'Argo CD' } }),
    { level: 'warn', at: 33, short: 'its manifest may be rejected' },
  ),
  unjudged('1.32 -> 1.33', of('aws-ebs-csi-driver', '1.48.0')),
  finds(
    'variables that were not read may avoid the break',
    '1.32 -> 1.33',
    of('strimzi', '0.43.0', { hasOtherVariables: true }),
    { level: 'warn', at: 33, rule: 'break' },
  ),
  unjudged('1.33 -> 1.34', of('aws-ebs-csi-driver', '1.48.0')),
  unjudged('1.35 -> 1.36', of('kube-state-metrics', '2.16.0')),
  unjudged('1.33 -> 1.34', of('gatekeeper', null)),
  unjudged('1.36 -> 1.37', of('istio', '1.30.4')),
  unjudged('1.37 -> 1.38', of('argo-cd', '3.6.1')),
  unjudged('1.33 -> 1.34', of('istio', '1.99.0')),
  finds(
    'older than all releases of the table, of which the oldest does not list the target',
    '1.33 -> 1.34',
    of('istio', '1.15.2'),
    {
      level: 'warn',
      message: 'Istio 1.15.2 is older than 1.16, which supports Kubernetes 1.22 to 1.25; go to 1.30 (1.32 to 1.36)',
    },
  ),
  finds('older than all releases of the table', '1.33 -> 1.34', of('kyverno', '1.6.2'), {
    level: 'warn',
    message:
      'Kyverno 1.6.2 is older than 1.7, which supports Kubernetes 1.21 to 1.23; go to 1.18 (1.33 to 1.35, end of life)',
  }),
  finds('the release to go to is one that its project supports', '1.33 -> 1.34', certManager('1.9.1'), {
    level: 'warn',
    message: 'cert-manager 1.9.1 supports Kubernetes 1.20 to 1.24; go to 1.20 (1.32 to 1.35)',
  }),
  unjudged('1.33 -> 1.34', of('flux', '2.0.1')),
  unjudged('1.33 -> 1.34', of('external-secrets', '0.8.5')),
  finds('names the revision', '1.33 -> 1.34', of('istio', '1.27.1', { revision: '1-27' }), {
    message: 'Istio 1.27.1, revision 1-27, supports Kubernetes 1.29 to 1.33; go to 1.30 (1.32 to 1.36)',
  }),
  {
    it: 'judges two copies of one controller',
    facts: {
      controllers: [of('istio', '1.27.1', { revision: '1-27' }), of('istio', '1.28.0', { name: 'istiod-new' })],
    },
    findingsLike: [{ resource: { kind: 'Deployment', namespace: 'istio', name: 'istio' } }],
  },
]);

describe('what a result is based on', () => {
  const basis = (path: string, ...controllers: Copy[]): string | undefined => {
    const [current = 0, target = 0] = Object.values(along(path)).map((version) => Number(version.slice(2)));
    const versions = Array.from({ length: target - current + 1 }, (_, step) => current + step);
    const context = { current, target, versions, tables: { controllers: loadTable('controllers').rows } };
    return check.basis?.({ controllers }, context as unknown as Parameters<NonNullable<typeof check.basis>>[1]);
  };

  it('counts the copies', () => {
    expect(basis('1.33 -> 1.34', certManager('1.20.2'))).toBe('1 controller judged');
    expect(basis('1.33 -> 1.34', certManager('1.20.2'), certManager('1.19.0'))).toBe('2 controllers judged');
  });

  it('counts those that were not judged, and leaves out EKS add-ons', () => {
    const unread = ['a', 'b'].map((namespace) => certManager(null, { namespace }));
    const addon = of('metrics-server', '0.8.0', { addon: 'metrics-server' });
    expect(basis('1.33 -> 1.34', certManager('1.20.2'), ...unread, of('gatekeeper', '3.20.1'), addon)).toBe(
      '1 controller judged; 3 not judged: see controllers-unjudged',
    );
  });

  it('names those that were tested with other versions once', () => {
    const tested = ['a', 'b'].map((namespace) => of('external-secrets', '0.20.4', { namespace }));
    expect(basis('1.33 -> 1.35', certManager('1.20.2'), ...tested, of('keda', '2.18.0'))).toBe(
      '4 controllers judged; no warning for releases that are tested only with other versions: External Secrets Operator 0.20.4 (1.34), KEDA 2.18.0 (1.31 to 1.33)',
    );
  });
});
