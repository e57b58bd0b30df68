/** What `import ... from 'eks-preflight'` gives to authors of plug-ins and to programs. docs/own-checks.md says what is promised. */
import type { JudgeOptions, ScanProgramOptions } from './programs.ts';
import type { Report } from './report/schema.ts';

export * from './plugin-api/index.ts';
export type { JudgeOptions, ScanProgramOptions } from './programs.ts';

/** See {@link ScanProgramOptions}. Most of the program is loaded once it is called. */
export async function scan(options: ScanProgramOptions): Promise<Report> {
  return (await import('./programs.ts')).scan(options);
}

/** Judges an inventory; see {@link JudgeOptions}. */
export async function judge(inventory: string | object, options?: JudgeOptions): Promise<Report> {
  return (await import('./programs.ts')).judge(inventory, options);
}
