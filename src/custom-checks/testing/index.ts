/** The exports of `eks-preflight/testing` for authors of plug-ins; docs/own-checks/reference.md says which stay compatible. */
export { defineCases } from './case.ts';
export type { AnyCase, Case, ExpectedEvidence, ExpectedFinding, ExpectedResource, Text } from './case.ts';
export { checkCases } from './check-cases.ts';
export type { CaseOptions } from './check-cases.ts';
export { checkDenials } from './check-denials.ts';
export { checkLaw } from './check-law.ts';
export type { LawOptions } from './check-law.ts';
export { projectCases } from './project-cases.ts';
export type { ProjectCase } from './project-cases.ts';
export type { Runner } from './runner.ts';
export { aCluster, aNode, aNodegroup, anAddon, aPod, aWorkload } from './samples.ts';
