import { describe, expect, it } from 'vitest';
import { formatCrash, withPlace } from '../../../src/custom-checks/plugins/worker/place.ts';

/** Where a module threw. */

const own = 'file:///opt/eks-preflight/dist/';

function throwWith(...frames: string[]): Error {
  return Object.assign(new Error('boom'), {
    stack: ['Error: boom', ...frames.map((line) => `    at ${line}`)].join('\n'),
  });
}

describe('what a module throws', () => {
  it.each([
    ['in a function', ['load (file:///home/me/spot.mjs:5:9)'], '/home/me/spot.mjs:5: boom'],
    ['at its top', ['file:///home/me/a%20b.mjs:12:1'], '/home/me/a b.mjs:12: boom'],
    ['after await', ['async file:///home/me/spot.mjs:7:3'], '/home/me/spot.mjs:7: boom'],
    ['in CommonJS', ['Object.<anonymous> (/home/me/spot.cjs:3:7)'], '/home/me/spot.cjs:3: boom'],
    ['in our API', [`definePlugin (${own}api.js:1:200)`, 'file:///home/me/spot.mjs:9:16'], '/home/me/spot.mjs:9: boom'],
    ['in Node', ['node:fs:441:20', 'readFileSync (file:///home/me/spot.mjs:2:1)'], '/home/me/spot.mjs:2: boom'],
    ['nowhere', ['finalizeResolution (node:internal/modules/esm/resolve:283:11)'], 'boom'],
    ['at a place that is no path', ['x (file:///a%2Fb.mjs:1:1)', 'y (file:///c.mjs:a:1)', ')'], 'boom'],
  ])('%s', (_where, frames, message) => {
    expect(String(Object(withPlace(throwWith(...frames), own)).message)).toBe(message);
  });

  it.each([
    ['below the working directory', `${process.cwd()}/checks/spot.mjs`, 'checks/spot.mjs:5: boom'],
    ['elsewhere', '/etc/eks-preflight/spot.mjs', '/etc/eks-preflight/spot.mjs:5: boom'],
    ['in our files only', '/opt/eks-preflight/dist/api.js', 'boom'],
  ])('while it runs, %s', (_where, file, message) => {
    expect(formatCrash(throwWith(`run (file://${file}:5:9)`), own)).toBe(message);
  });

  it.each([[null], ['text'], [Object.assign(new Error('x'), { stack: 7 })]])('%s stays as it is', (thrown) => {
    expect(withPlace(thrown, own)).toBe(thrown);
  });
});
