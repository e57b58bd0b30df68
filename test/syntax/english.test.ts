import { describe, expect, it } from 'vitest';
import { pluralOf } from '../../src/syntax/english.ts';

describe('the plural', () => {
  it.each([
    ['NodePool', 'NodePools'],
    ['EC2NodeClass', 'EC2NodeClasses'],
    ['Ingress', 'Ingresses'],
    ['NetworkPolicy', 'NetworkPolicies'],
    ['Gateway', 'Gateways'],
    ['Endpoints', 'Endpoints'],
  ])('of %s is %s (L5)', (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural);
  });
});
