import { aBudgetObject, aPodObject } from '../manifests.ts';

type Json = Record<string, unknown>;

const node = 'ip-10-0-9-17.eu-west-1.compute.internal';
const none = { disruptionsAllowed: 0 };

/**
 * Budgets that block a drain, each for a different reason: it allows no disruptions, covers a single replica, does not
 * count its pods, overlaps with another, has a pod that is not ready today, or was not processed by the controller.
 * @param secret is in a label of a pod that budgets select
 */
export function wrongDisruption(secret: string): Json[] {
  const everything = { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] }, minAvailable: 1 };
  const buildOwner = (name: string) => ({ kind: 'StatefulSet', name });
  return [
    aBudgetObject('shop/cart', { maxUnavailable: 0 }, { desiredHealthy: 2, ...none }),
    aBudgetObject('shop/everything', everything, { expectedPods: 6, currentHealthy: 5, disruptionsAllowed: 4 }),
    aBudgetObject('shop/orders-db', { minAvailable: 1 }, { currentHealthy: 1, expectedPods: 1, ...none }),
    aBudgetObject('ci/all', { selector: {} }, { expectedPods: 0, currentHealthy: 1, desiredHealthy: 0, ...none }),
    aBudgetObject('edge/queue', { maxUnavailable: 1 }, { currentHealthy: 1, ...none }),
    aBudgetObject('lab/queue', { maxUnavailable: 1 }, { observedGeneration: 0, ...none }),
    aPodObject('shop/orders-db-0', node, buildOwner('orders-db'), { labels: { token: secret } }),
    ...['edge', 'lab'].flatMap((namespace) => [
      aPodObject(`${namespace}/queue-0`, node, buildOwner('queue')),
      aPodObject(`${namespace}/queue-1`, node, buildOwner('queue'), { ready: false }),
    ]),
  ];
}
