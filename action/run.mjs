// Runs the scan of an unpacked bundle in this process: `node run.mjs BUNDLE ARGUMENT...`, with what the inputs add.
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { toArguments } from './arguments.mjs';

const [bundle = '', ...own] = process.argv.slice(2);
try {
  process.argv.splice(2, Infinity, 'scan', ...own, ...toArguments(process.env));
  await import(pathToFileURL(path.join(bundle, 'dist/cli.js')).href);
} catch (error) {
  // Node would exit with 1, which means blocked.
  process.stdout.write(`::error title=eks-preflight::${String(error.message).replaceAll(/[\r\n%]/g, ' ')}\n`);
  process.exit(3);
}
