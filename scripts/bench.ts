/**
 * `npm run bench -- [NAME] [options]`: runs the benchmark of the command (no name), of the HTML page (`page`), of stored
 * reports (`fleet`) or of a scan of a real API server (`live`), of a scan of many clusters
 * (`clusters`), the comparison with kubent and pluto (`apis`), or the attacks on the transport
 * (`attacks`).
 */
import { spawnSync } from 'node:child_process';

const files: Readonly<Record<string, string>> = {
  command: 'bench/index.ts',
  page: 'bench/page.ts',
  fleet: 'bench/fleet/index.ts',
  clusters: 'bench/clusters.ts',
  live: 'bench/live/index.ts',
  apis: 'bench/live/apis/index.ts',
  fairness: 'bench/live/fairness/index.ts',
  attacks: 'bench/attacks.ts',
};

const [first = 'command', ...rest] = process.argv.slice(2);
const isName = !first.startsWith('-');
const file = files[isName ? first : 'command'];
if (file === undefined) throw new Error(`no benchmark ${first}: ${Object.keys(files).join(', ')}`);
// These import sources, which Node 20 runs only without undici.
const preload = ['page', 'fleet'].includes(first) ? ['--import', './scripts/undici-stub-hook.mjs'] : [];
const { status } = spawnSync('tsx', [...preload, file, ...(isName ? rest : [first, ...rest])], { stdio: 'inherit' });
process.exitCode = status ?? 1;
