import type { Component } from '../../../src/facts/kube.ts';
import { findPreRelease } from '../../../src/for-checks/components.ts';

/** Pre-releases of 2.0.0 have the image of the first generation, and are none of its releases. */
export function isEarlySecondGeneration(copy: Component): boolean {
  return Number.parseInt(findPreRelease(copy) ?? '', 10) >= 2;
}

/** The name of a copy with the image of the ALB Ingress Controller. */
export function nameAlbController(copy: Component): string {
  return isEarlySecondGeneration(copy)
    ? 'the AWS Load Balancer Controller'
    : 'the first-generation ALB Ingress Controller';
}
