import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { exampleFindings } from '../../scripts/example-findings.ts';
import { generatedFiles } from '../../scripts/generate.ts';
import { lists } from '../../scripts/lists.ts';

for (const [file, text] of Object.entries({ ...lists(), ...(await generatedFiles()) })) {
  it(`${file} is what \`npm run generate\` writes`, () => {
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(text);
  });
}

it('the pages of checks show a finding of every check', async () => {
  const shown = await exampleFindings();
  expect(checks.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});
