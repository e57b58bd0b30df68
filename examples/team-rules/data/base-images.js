import { defineTable } from 'eks-preflight';

/**
 * The base images of acme, and the Kubernetes version (35: 1.35) from which the platform team does not support them. Beyond
 * `knownThrough` nobody has looked: the check is then unknown, until this table is updated.
 */
export const baseImages = defineTable({
  name: 'baseImages',
  knownThrough: '1.36',
  rows: [
    { base: 'jdk8', unsupportedFrom: 35, instead: 'jdk21' },
    { base: 'jdk11', unsupportedFrom: 36, instead: 'jdk21' },
    { base: 'node18', unsupportedFrom: 34, instead: 'node22' },
  ],
});
