/**
 * Preload (`node --import`) that resolves undici to its stub, for runs of the sources on Node 20:
 * `npx tsx --import ./scripts/undici-stub-hook.mjs src/cli.ts`. The bundle needs no preload.
 */
import { register } from 'node:module';

const stub = new URL('./undici-stub.mjs', import.meta.url).href;
const hooks = `export async function resolve(specifier, context, next) {
  return specifier === 'undici' ? { url: ${JSON.stringify(stub)}, shortCircuit: true } : next(specifier, context);
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
