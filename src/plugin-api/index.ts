/** What `import ... from 'eks-preflight'` gives to authors of plug-ins and to programs. docs/own-checks.md says what is promised. */
export { advice, commands, joinAdvice } from '../languages/advice.ts';
export { json, sh } from '../languages/shell.ts';
export { defineCheck, defineObjects, definePlugin, defineTable } from './define.ts';
export { f } from './fields.ts';
