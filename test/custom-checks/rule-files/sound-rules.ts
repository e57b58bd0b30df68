import { readRules, type RuleFile } from '../../../src/custom-checks/rule-files/read.ts';

/** Parses a rule file that must not have errors. */
export async function soundRules(text: string): Promise<RuleFile> {
  const read = await readRules(text, 'rules.yaml');
  if ('length' in read) throw new Error(read.map(({ message }) => message).join('\n'));
  return read;
}
