import { describe, expect, it } from 'vitest';
import { toPlural } from '../../src/syntax/english.ts';

describe('the plural', () => {
  it.each([
    ['NodePool', 'NodePools'],
    ['EC2NodeClass', 'EC2NodeClasses'],
    ['Ingress', 'Ingresses'],
    ['NetworkPolicy', 'NetworkPolicies'],
    ['Gateway', 'Gateways'],
    ['Endpoints', 'Endpoints'],
  ])('of %s is %s', (kind, plural) => {
    expect(toPlural(kind)).toBe(plural);
  });
});
