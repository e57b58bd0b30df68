import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generatedFiles } from '../scripts/generate.ts';

for (const [file, text] of Object.entries(await generatedFiles())) {
  it(`${file} is what \`npm run generate\` writes`, () => {
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(text);
  });
}
