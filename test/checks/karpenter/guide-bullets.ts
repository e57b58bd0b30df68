/**
 * The bullets of Karpenter's upgrade guide (website/content/en/docs/upgrading/upgrade-guide.md of
 * aws/karpenter-provider-aws, commit 1d927085), minor by minor in the guide's order. Each is the entry of
 * rules/karpenter-breaking-changes.json that covers it; null if it breaks nothing.
 */
export const guideBullets: Readonly<Record<string, readonly (string | null)[]>> = {
  '0.12': ['owner-refs', 'crd-awsnodetemplate-rename'],
  '0.13': ['crd-awsnodetemplates', 'iam-pricing'],
  '0.14': ['crd-014', 'lt-tag', 'type-filter', 'iam-describeimages', 'critical-addons-toleration', 'eni-limited'],
  '0.15': ['crd-consolidation'],
  '0.16': ['crd-weight', 'crd-weight'],
  '0.18': ['metrics'],
  '0.19': [
    'webhook-merged',
    'interruption-nth',
    'provisioner-defaults',
    'crd-urls',
    'naked-pods',
    'settings-configmap',
  ],
  '0.20': ['no-type-priority'],
  '0.22': ['k8s-121'],
  '0.24': ['settings-static', 'g2-fpga', 'settings-static'],
  '0.25': ['iam-describecluster'],
  '0.26': ['do-not-evict-scope', 'resources-default-gone', 'resources-default-gone'],
  '0.27': ['stale-defaulting-webhook', 'hostname-antiaffinity', 'metrics', 'metrics', 'metrics'],
  '0.28': [
    'extra-objects',
    'node-name-convention',
    'restricted-tags',
    'metrics',
    'crd-machines',
    'metrics-port',
    // The three tags again, in a warning.
    'restricted-tags',
    'restricted-tags',
    'restricted-tags',
  ],
  '0.29': ['ports', 'sg-subnet-drift'],
  '0.30': ['static-drift', 'selector-mix', 'security-context'],
  '0.31': ['security-context'],
  '0.32': ['helm-keys', 'webhook-metrics-port', null, 'log-config', 'log-encoding', 'disruption-taint'],
  '0.33': [
    'provisioner-name-label',
    'iam-spot-tag',
    'namespace-kube-system',
    'webhooks-off',
    'configmap-dropped',
    'drift-on',
    'zap-config',
    'zap-config',
    'comma-selectors',
  ],
  '0.34': ['crd-budgets', 'budgets', 'memory', 'fs-group', 'dnspolicy', 'resources-field'],
  '0.35': ['semver-tags'],
  '0.36': ['metrics'],
  '0.37': ['crd-nodeclass-status', 'log-names', 'controller-names', 'severity'],
  '1.1': ['kubelet-annotation', 'nodeclassref', 'br-raid0', 'neuron-label', 'lt-cluster-tag', 'operator-metrics'],
  '1.2': ['metric-labels', 'controller-merged'],
  '1.3': ['metrics', 'reserved-capacity'],
  '1.4': [null],
  '1.5': [null],
  '1.6': ['open-odcr', null, null],
  '1.7': ['profile-path', 'metrics', 'disruption-reason', 'resource-claims'],
  '1.8': ['static-capacity'],
  '1.9': ['policy-split'],
  '1.10': ['eventbridge-odcr'],
  '1.11': ['iam-placement-groups'],
  '1.12': ['ca-bundle-drift', 'iam-zonal-shift', 'iam-instance-status'],
  '1.13': [null],
  '1.14': ['crd-capacitybuffers', null, 'balanced-policy', null, null],
};

/**
 * The same for the changelog of the migration guide to v1 (website/content/en/v1.0/upgrading/v1-migration.md), which
 * the guide refers to for 1.0, by heading.
 */
export const v1Changelog: Readonly<Record<string, readonly (string | null)[]>> = {
  Features: [null, null, null, null],
  'API Rename': ['consolidateafter'],
  'Behavior Changes': [
    'forceful-expiration',
    'al2023-user-data',
    'custom-unregistered-taint',
    'al2023-gpu',
    'instance-terminated',
    'status-conditions',
    'status-conditions',
    'public-ip',
  ],
  'API Moves': ['expire-after-moved', 'kubelet-moved'],
  'RBAC changes': ['rbac'],
  'Breaking API': ['ubuntu-removed', 'annotations-removed', 'managed-by-tag', 'disrupted-taint'],
  'Environment Variable Changes': ['env-dropped', 'env-dropped', 'drift-gate-gone'],
  'Defaults changed': ['imds-hop', 'consolidateafter', 'nodeclassref', 'ami-terms', 'zonal-spread', 'env-dropped'],
  'Updated metrics': ['metrics-renamed', 'metrics-dropped', 'instance-terminated'],
};

/** How many lines of each minor's section begin with `* `, without links to release notes. */
const counted =
  '0.12:2 0.13:2 0.14:6 0.15:1 0.16:2 0.18:1 0.19:6 0.20:1 0.22:1 0.24:3 0.25:1 0.26:3 0.27:5 0.28:9 0.29:2 0.30:3 0.31:1 0.32:6 ' +
  '0.33:9 0.34:6 0.35:1 0.36:1 0.37:4 1.1:6 1.2:2 1.3:2 1.4:1 1.5:1 1.6:3 1.7:4 1.8:1 1.9:1 1.10:1 1.11:1 1.12:3 1.13:1 1.14:5';
export const bulletsCounted: Readonly<Record<string, number>> = Object.fromEntries(
  counted
    .split(' ')
    .map((pair) => pair.split(':'))
    .map(([minor = '', count]) => [minor, Number(count)]),
);
