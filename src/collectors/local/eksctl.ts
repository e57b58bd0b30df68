import { defineCollector } from '../collect.ts';
import { ScanError } from '../../facts/reason.ts';

/** Runs `eksctl version` without flags: every release supports it, and it calls neither AWS nor GitHub. */
export const eksctl = defineCollector('eksctl', {
  permissions: [],
  async collect({ local }) {
    const output = await local.run('eksctl', ['version']);
    return { value: output.found ? { version: versionIn(output.stdout) } : null };
  },
});

/**
 * The line with the version: `0.215.0`, `0.216.0-dev+1a2b3c4.2025-10-09T12:00:00Z`. Other lines may contain warnings.
 */
function versionIn(stdout: string): string {
  const lines = stdout.split('\n').map((line) => line.trim());
  const version = lines.findLast((line) => /^v?\d+\.\d+\.\d\S*$/.test(line));
  if (version !== undefined) return version;
  throw new ScanError({
    kind: 'unreadable',
    message: 'eksctl printed no version',
    hint: 'compare the output of `eksctl version` with the EKS user guide',
  });
}
