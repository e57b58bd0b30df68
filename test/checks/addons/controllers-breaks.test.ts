import { expect } from 'vitest';
import check from '../../../checks/addons/controllers/check.ts';
import { aController, checkCases, type Case, type ExpectedFinding } from '../cases.ts';
import { relayIssue, relayReleases, relayTable } from './fixed-controllers.ts';

type Row = Readonly<Record<string, unknown>>;

/** Relay 1.2.0, in a range that lists every version of the rows below. */
const relay = (more: Partial<ReturnType<typeof aController>> = {}) => ({
  controllers: [aController({ controller: 'relay', version: '1.2.0', ...more })],
});
const withBreaks = (...breaks: readonly Row[]): NonNullable<Case['tables']> =>
  relayTable({ ranges: { '1': '1.25+' }, breaks });
const resource = { kind: 'Deployment', namespace: 'relay', name: 'relay' };
const stops = { below: '1.3.0', kubernetesFrom: '1.34' };

/** The finding about a break that `1.3.0` ends. */
const found = (more: Partial<ExpectedFinding> & Pick<ExpectedFinding, 'level' | 'message'>): ExpectedFinding => ({
  rule: 'break',
  short: 'known to stop',
  resource,
  evidence: [
    {
      observed: '1.2.0 (image tag): registry.example/relay:v1.2.0',
      required: '1.3.0 or later',
      fact: 'controllers',
    },
  ],
  fix: expect.any(String) as string,
  links: [relayIssue, relayReleases],
  ...more,
});

const level = (
  it: string,
  row: Row,
  expected: Partial<ExpectedFinding> & { level: 'fail' | 'warn' },
  more: Partial<ReturnType<typeof aController>> = {},
): Case => ({
  it,
  tables: withBreaks({ ...stops, ...row }),
  facts: relay(more),
  findings: [found({ at: 34, message: 'Relay 1.2.0 does not start (on 1.34)', ...expected })],
});

const silent = (it: string, row: Row, more: Partial<Case> = {}): Case => ({
  it,
  tables: withBreaks({ ...stops, ...row }),
  facts: relay(),
  ...more,
  findings: [],
});

/** A rollback from 1.34, and a release that needs 1.34. */
const rollback = { current: '1.34', target: '1.33' };
const needs34 = { from: '1.2.0', kubernetesBelow: '1.34' };

const flag = { condition: { flag: '--mode=old' } };
const variable = { condition: { withoutVariable: 'RELAY_VERSION' } };
const text = { condition: { text: 'it runs in the old mode' } };

checkCases(check, [
  {
    ...rollback,
    it: 'fails where it stops for certain after a rollback',
    tables: withBreaks(needs34),
    facts: relay(),
    findings: [
      found({
        level: 'fail',
        at: 33,
        message: 'Relay 1.2.0 does not start (on 1.33)',
        evidence: [
          {
            observed: '1.2.0 (image tag): registry.example/relay:v1.2.0',
            required: 'earlier than 1.2.0',
            fact: 'controllers',
          },
        ],
        fix: `Before you roll back the control plane, use Relay earlier than 1.2.0.
          Where a chart, a manifest or a module defines it, set Relay earlier than 1.2.0 there first. Release notes:
          https://relay.example/releases`,
      }),
    ],
  },
  {
    ...rollback,
    it: 'warns where it loses a function after a rollback',
    tables: withBreaks({ ...needs34, effect: 'degraded' }),
    facts: relay(),
    findingsLike: [{ level: 'warn', at: 33 }],
  },
  {
    ...rollback,
    it: 'is silent about a break that a rollback ends',
    tables: withBreaks(stops),
    facts: relay(),
    findings: [],
  },
  {
    ...rollback,
    it: 'is silent about a break of an old release that holds before and after a rollback',
    tables: withBreaks({ ...stops, kubernetesFrom: '1.33' }),
    facts: relay(),
    findings: [],
  },
  {
    ...rollback,
    it: 'warns of a break of a release that is too new before and after a rollback',
    tables: withBreaks({ ...needs34, kubernetesBelow: '1.35' }),
    facts: relay(),
    findingsLike: [{ level: 'warn', message: 'Relay 1.2.0 does not start (already on 1.34)' }],
  },
  level('fails where it stops for certain', {}, { level: 'fail' }),
  level('warns where it stops with medium certainty', { certainty: 'medium' }, { level: 'warn' }),
  level('warns where it stops with low certainty', { certainty: 'low' }, { level: 'warn', short: 'may stop' }),
  level(
    'warns where it loses a function',
    { effect: 'degraded' },
    { level: 'warn', short: 'known to lose a function' },
  ),
  level(
    'warns where only its manifest breaks',
    { effect: 'install-only' },
    { level: 'warn', short: 'its manifest can no longer be applied' },
  ),
  level(
    'warns where its project does not say what breaks',
    { effect: 'unknown' },
    { level: 'warn', short: 'may not work on this version' },
  ),
  level('warns where no fact shows whether the condition is true', text, {
    level: 'warn',
    short: 'may stop',
    message: 'Relay 1.2.0 does not start (on 1.34 if it runs in the old mode)',
  }),
  level('fails with the flag of the condition', flag, { level: 'fail' }, { settings: ['--mode=old'] }),
  silent('is silent without the flag of the condition', flag),
  level('fails without the variable that avoids the break', variable, { level: 'fail' }),
  silent('is silent with the variable that avoids the break', variable, {
    facts: relay({ settings: ['RELAY_VERSION'] }),
  }),
  silent('never reports a deprecation by itself', { effect: 'deprecated-only' }),
  level(
    'warns where it is scaled to 0',
    {},
    { level: 'warn', message: 'Relay 1.2.0 (scaled to 0) does not start (on 1.34)' },
    { replicas: 0 },
  ),
  level('fails where the number of replicas is unknown', {}, { level: 'fail' }, { replicas: null }),
  silent('is silent from the first release without the defect', { below: '1.2.0' }),
  silent('is silent before the first release with the defect', { from: '1.2.1', below: '2.0.0' }),
  silent('is silent about a release that is not one of the defective ones', { below: undefined, only: ['1.2.1'] }),
  silent('is silent at a version before the break', { kubernetesFrom: '1.35' }),
  {
    it: 'breaks at the second hop',
    target: '1.35',
    tables: withBreaks({ ...stops, kubernetesFrom: '1.35' }),
    facts: relay(),
    findings: [found({ level: 'fail', at: 35, message: 'Relay 1.2.0 does not start (on 1.35)' })],
  },
  {
    it: 'only warns where it breaks today already: the update does not cause it',
    tables: withBreaks({ ...stops, kubernetesFrom: '1.33' }),
    facts: relay(),
    findings: [found({ level: 'warn', message: 'Relay 1.2.0 does not start (already on 1.33)' })],
  },
  {
    it: 'judges the version of today where no update is planned',
    target: '1.33',
    tables: withBreaks({ ...stops, kubernetesFrom: '1.33' }),
    facts: relay(),
    findings: [found({ level: 'warn', message: 'Relay 1.2.0 does not start (already on 1.33)' })],
  },
  silent('is silent about a break that the update ends', { kubernetesFrom: '1.33', kubernetesBelow: '1.34' }),
  {
    it: 'reports a break that holds only at a version in the middle of the path',
    current: '1.32',
    target: '1.34',
    tables: withBreaks({ ...stops, kubernetesFrom: '1.33', kubernetesBelow: '1.34' }),
    facts: relay(),
    findings: [found({ level: 'fail', at: 33, message: 'Relay 1.2.0 does not start (on 1.33)' })],
  },
  {
    it: 'reports a break below a version where no version of the path ends it',
    current: '1.31',
    target: '1.32',
    tables: withBreaks({ below: '1.3.0', kubernetesBelow: '1.33' }),
    facts: relay(),
    findings: [found({ level: 'warn', message: 'Relay 1.2.0 does not start (already on 1.31)' })],
  },
  {
    it: 'reports a break only once where the version is outside its range, too',
    tables: relayTable({ ranges: { '1.2': '1.30-1.33', '1.3': '1.31-1.34' }, breaks: [stops] }),
    facts: relay(),
    findings: [
      found({
        level: 'fail',
        at: 34,
        message: 'Relay 1.2.0 does not start (on 1.34)',
        evidence: [
          {
            observed: '1.2.0 (image tag): registry.example/relay:v1.2.0',
            required: '1.3.0 or later',
            fact: 'controllers',
          },
          { observed: '1.2.0 supports Kubernetes 1.30 to 1.33', source: 'table' },
        ],
      }),
    ],
  },
  {
    it: 'reports the break that is certain before one that holds earlier, with the release that has neither',
    target: '1.35',
    tables: withBreaks(
      { below: '1.4.0', kubernetesFrom: '1.34', effect: 'degraded', what: 'has no metrics' },
      { ...stops, kubernetesFrom: '1.35' },
    ),
    facts: relay(),
    findings: [
      found({
        level: 'fail',
        at: 35,
        message: 'Relay 1.2.0 does not start (on 1.35)',
        evidence: [
          {
            observed: '1.2.0 (image tag): registry.example/relay:v1.2.0',
            required: '1.4.0 or later',
            fact: 'controllers',
          },
          { observed: '1.2.0 has no metrics', source: 'table' },
        ],
      }),
    ],
  },
  {
    it: 'reports the break that the update causes before one that stops it already',
    tables: withBreaks({ ...stops, kubernetesFrom: '1.33', what: 'does not scale' }, stops),
    facts: relay(),
    findingsLike: [{ level: 'fail', at: 34, message: 'Relay 1.2.0 does not start (on 1.34)' }],
  },
  {
    it: 'reports the first of two uncertain breaks',
    target: '1.35',
    tables: withBreaks(
      { ...stops, kubernetesFrom: '1.35', certainty: 'low' },
      { ...stops, certainty: 'low', what: 'does not scale' },
    ),
    facts: relay(),
    findingsLike: [{ level: 'warn', at: 34, message: 'Relay 1.2.0 does not scale (on 1.34)' }],
  },
  {
    it: 'asks for an earlier release, or a later Kubernetes version, where no release ends the break',
    current: '1.32',
    target: '1.33',
    tables: withBreaks({ from: '1.2.0', kubernetesFrom: '1.33', kubernetesBelow: '1.34' }),
    facts: relay(),
    findingsLike: [
      {
        evidence: [
          {
            observed: '1.2.0 (image tag): registry.example/relay:v1.2.0',
            required: 'earlier than 1.2.0',
            fact: 'controllers',
          },
        ],
        fix: `Use Relay earlier than 1.2.0, or update the control plane to 1.34 or later, where this does not occur.
          Where a chart, a manifest or a module defines it, set Relay earlier than 1.2.0 there first. Release notes:
          https://relay.example/releases`,
      },
    ],
  },
  {
    it: 'asks for another release where the table names only defective ones',
    tables: withBreaks({ only: ['1.2.0'], kubernetesFrom: '1.34' }),
    facts: relay(),
    findingsLike: [
      {
        fix: `Use another release of Relay. Where a chart, a manifest or a module defines it, set another release of
          Relay there first. Release notes: https://relay.example/releases`,
      },
    ],
  },
  {
    it: 'says that the flag can be removed until then',
    tables: withBreaks({ ...stops, ...flag, kubernetesFrom: '1.33' }),
    facts: relay({ settings: ['--mode=old'] }),
    findingsLike: [
      {
        fix: `Update Relay to 1.3.0 or later. Until then, run it without \`--mode=old\`. Where a chart, a manifest or a
          module defines it, set Relay 1.3.0 or later there first. Release notes: https://relay.example/releases`,
      },
    ],
  },
  {
    it: 'names the releases that list the versions of the path, too',
    target: '1.35',
    tables: relayTable({
      ranges: { '1.2': '1.30-1.34', '1.3': '1.31-1.34', '1.4': '1.33-1.35' },
      breaks: [{ ...stops, ...variable }],
    }),
    facts: relay(),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^Update Relay to 1\.3\.0 or later\. Releases that list the versions of the path: 1\.4 while the control plane is at 1\.33\. Until then, set the environment variable `RELAY_VERSION` to avoid it\. /,
        ) as string,
      },
    ],
  },
  {
    it: 'updates its operator, not the workload that the operator installs',
    tables: relayTable({
      ranges: { '1': '1.25+' },
      breaks: [stops],
      row: { operator: { name: 'the Relay operator', namespace: 'relay' } },
    }),
    facts: relay(),
    findingsLike: [
      {
        fix: `Update Relay to 1.3.0 or later. Update the Relay operator, which installs it. Release notes:
          https://relay.example/releases`,
      },
    ],
  },
  {
    it: 'updates its Helm release with the current values',
    tables: withBreaks(stops),
    facts: relay({ owner: { release: 'relay', releaseNamespace: 'edge', managedBy: 'Helm' } }),
    findingsLike: [
      {
        fix: expect.stringContaining(
          [
            'helm repo add relay https://charts.relay.example && helm repo update relay',
            '# choose the chart version (first column) by the version of the application (second column)',
            'helm search repo relay/relay --versions',
            'helm get values relay --namespace edge -o yaml > relay-values.yaml',
            'helm upgrade relay relay/relay \\',
          ].join('\n'),
        ) as string,
      },
    ],
  },
  {
    it: 'judges each copy by itself',
    tables: withBreaks(stops),
    facts: {
      controllers: [
        aController({ controller: 'relay', version: '1.2.0' }),
        aController({ controller: 'relay', version: '1.2.0', namespace: 'edge' }),
        aController({ controller: 'relay', version: '1.3.0', namespace: 'new' }),
      ],
    },
    findingsLike: [{ resource }, { resource: { ...resource, namespace: 'edge' } }],
  },
]);
