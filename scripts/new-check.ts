/**
 * Writes a check and its test with placeholders: `npm run new-check AREA/NAME`. The check compiles and its test passes;
 * `npm run check` fails until the check reports a finding in a stored scenario.
 */
import { checkOfWords } from './generator-words.ts';
import { refuse, write } from './skeleton.ts';

const request = checkOfWords(process.argv.slice(2));
if ('refused' in request) refuse(request.refused);
const { area, name } = request;
const id = `${area}/${name}`;

const blocks = ['control-plane', 'nodes', 'karpenter'].find((one) => one === area) ?? 'workloads';

const check = `import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck } from '../../src/check.ts';
import { sh } from '../../src/syntax/shell.ts';

export default defineCheck({
  id: '${id}',
  title: 'Namespaces named placeholder',
  severity: 'warn',
  blocks: '${blocks}',
  phase: 'before',
  why: \`Say in two or three sentences what breaks during or after an upgrade, and for whom. Use the terms of AWS and
    Kubernetes. This text becomes the documentation.\`,
  fix: advice\`Rename the namespaces named placeholder.\`,
  links: ['https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html'],
  needs: ['namespaces'],

  *run({ namespaces }) {
    for (const { name } of namespaces) {
      if (name !== 'placeholder') continue;
      yield {
        level: 'warn',
        resource: { kind: 'Namespace', name },
        message: \`is named \${name}\`,
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
    it: 'reports nothing for any other name',
    facts: { namespaces: [{ name: 'shop', podSecurityLabelled: true }] },
    findings: [],
  },
  {
    it: 'warns about a namespace named placeholder',
    facts: { namespaces: [{ name: 'placeholder', podSecurityLabelled: true }] },
    findings: [
      {
        level: 'warn',
        resource: { kind: 'Namespace', name: 'placeholder' },
        message: 'is named placeholder',
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
 1. Replace every placeholder, then run npx vitest run test/checks/${id}.test.ts
 2. Make it report a finding in test/world/scenarios/everything-wrong.ts, and none in test/laws/silent-readings.ts.
 3. If its topic is in src/for-checks/not-covered.ts, remove it there.
 4. Run npm run store. In git diff test/inventories, only ${id} may have new findings.
 5. Run npm run check, and finally npm test and npm run test:long.
`);
