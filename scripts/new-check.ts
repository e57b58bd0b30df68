/**
 * Writes a check and its test, to be filled in: `npm run new-check AREA/NAME`. What is written compiles, and its test is
 * green; `npm run check` stays red until the check speaks in a stored scenario.
 */
import { checkFiles } from './lists.ts';
import { refuse, write } from './skeleton.ts';

const [, , id = ''] = process.argv;
const [area = '', name = ''] = id.split('/');
const ids = checkFiles().checks.map((check) => check.id);
const areas = [...new Set(ids.map((one) => one.split('/')[0] ?? ''))];

if (id === '') refuse('usage: npm run new-check AREA/NAME, e.g. workloads/latest-tag');
if (!areas.includes(area)) refuse(`'${area}' is no area of checks; these are: ${areas.join(', ')}`);
if (id !== `${area}/${name}` || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
  refuse(`'${id}' is no id of a check: write AREA/NAME, the name in small letters with hyphens`);
}
if (ids.includes(id)) refuse(`${id} exists: nothing was written`);

const blocks = ['control-plane', 'nodes', 'karpenter'].find((one) => one === area) ?? 'workloads';

const check = `import { advice, commands } from '../../src/languages/advice.ts';
import { defineCheck } from '../../src/check.ts';
import { sh } from '../../src/languages/shell.ts';

export default defineCheck({
  id: '${id}',
  title: 'Namespaces that are called placeholder',
  severity: 'warn',
  blocks: '${blocks}',
  phase: 'before',
  why: \`What breaks during or after an upgrade where this is wrong, and for whom: two or three sentences in the words of
    AWS and Kubernetes. They become the documentation.\`,
  fix: advice\`Rename the namespaces that are called placeholder.\`,
  links: ['https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html'],
  needs: ['namespaces'],

  *run({ namespaces }) {
    for (const { name } of namespaces) {
      if (name !== 'placeholder') continue;
      yield {
        level: 'warn',
        resource: { kind: 'Namespace', name },
        message: \`is called \${name}\`,
        evidence: [{ observed: name, required: 'another name' }],
        fix: advice\`Give it another name.\\n\${commands(sh\`kubectl get namespace \${name}\`)}\`,
      };
    }
  },
});
`;

const test = `import check from '../../../checks/${id}.ts';
import { checkCases } from '../cases.ts';

checkCases(check, [
  {
    it: 'is silent about any other name',
    facts: { namespaces: [{ name: 'shop', podSecurityLabelled: true }] },
    findings: [],
  },
  {
    it: 'warns of a namespace that is called placeholder',
    facts: { namespaces: [{ name: 'placeholder', podSecurityLabelled: true }] },
    findings: [
      {
        level: 'warn',
        resource: { kind: 'Namespace', name: 'placeholder' },
        message: 'is called placeholder',
        evidence: [{ observed: 'placeholder', required: 'another name' }],
        fix: 'Give it another name.\\n\`\`\`sh\\nkubectl get namespace placeholder\\n\`\`\`',
      },
    ],
  },
]);
`;

write({ files: { [`checks/${id}.ts`]: check, [`test/checks/${id}.test.ts`]: test } });
process.stdout.write(`
Next:
 1. Replace every placeholder; npx vitest run test/checks/${id}.test.ts
 2. Let it speak in test/world/scenarios/everything-wrong.ts, and be silent in test/silent-readings.ts.
 3. Take its topic out of src/subjects/not-covered.ts, if it stands there.
 4. npm run store; only ${id} may speak anew in git diff test/inventories.
 5. npm run check; at the end npm test and npm run test:long.
`);
