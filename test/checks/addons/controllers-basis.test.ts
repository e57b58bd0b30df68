import { expect, it } from 'vitest';
import check from '../../../checks/addons/controllers/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { aController } from '../cases.ts';

/** How much of a cluster was judged, as the result says it: with a pass, and beside findings. */

const of = (controller: string, version: string | null, more = {}) => aController({ controller, version, ...more });
const listed = of('cert-manager', '1.18.6');
const outside = of('cert-manager', '1.16.2');
const tested = of('keda', '2.16.1');
const unread = of('kyverno', null);

const context = { current: 32, target: 33, versions: [32, 33], tables: { controllers: loadTable('controllers').rows } };

it.each<[string, Facts['controllers'], string]>([
  ['everything was judged', [listed], '1 controller judged'],
  ['a copy with a warning was judged, too', [listed, outside], '2 controllers judged'],
  [
    'some were not, which another check names',
    [listed, of('gatekeeper', '3.20.1'), unread],
    '1 controller judged; 2 not judged: see controllers-unjudged',
  ],
  ['one was not', [listed, unread], '1 controller judged; 1 not judged: see controllers-unjudged'],
  [
    'tested only with other versions, which is no warning',
    [listed, tested, of('keda', '2.16.1', { namespace: 'other' })],
    '3 controllers judged; no warning for releases that are tested only with other versions: KEDA 2.16.1 (1.29 to 1.31)',
  ],
  [
    'EKS add-ons do not count',
    [listed, of('metrics-server', '0.3.7', { addon: 'metrics-server' })],
    '1 controller judged',
  ],
])('%s', (_name, controllers, expected) => {
  const given = context as unknown as Parameters<NonNullable<typeof check.basis>>[1];
  expect(check.basis?.({ controllers }, given)).toBe(expected);
});

it('names releases that are too old before and after a rollback', () => {
  const rollback = { ...context, current: 35, target: 34, versions: [35, 34] };
  const given = rollback as unknown as Parameters<NonNullable<typeof check.basis>>[1];
  expect(check.basis?.({ controllers: [of('cert-manager', '1.17.0')] }, given)).toBe(
    '1 controller judged; too old before and after the rollback: cert-manager 1.17.0 (1.29 to 1.33)',
  );
});
