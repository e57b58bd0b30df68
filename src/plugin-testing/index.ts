/** What `import ... from 'eks-preflight/testing'` gives to authors of plug-ins. docs/own-checks.md says what is promised. */
export { defineCases } from './case.ts';
export { checkCases } from './check-cases.ts';
export { checkDenials } from './check-denials.ts';
export { checkLaw } from './check-law.ts';
export { projectCases } from './project-cases.ts';
export { aCluster, aNode, aNodegroup, anAddon, aPod, aWorkload } from './samples.ts';
