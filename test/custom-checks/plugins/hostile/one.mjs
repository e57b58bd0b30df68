import { advice, defineCheck, definePlugin } from 'eks-preflight';

/** A check with nothing to say but what `run` does. */
export const check = (id, run, more = {}) =>
  defineCheck({
    id,
    title: id,
    severity: 'fail',
    blocks: 'workloads',
    why: 'A test.',
    fix: advice`Nothing.`,
    needs: ['cluster'],
    run,
    ...more,
  });

/** A plug-in of one check, NAME/x, and perhaps others. */
export const one = (name, run, more = {}, others = []) =>
  definePlugin({ name, checks: [check(`${name}/x`, run, more), ...others] });

export const finding = (more = {}) => ({
  level: 'warn',
  resource: { kind: 'Pod', name: 'a' },
  message: 'a problem',
  ...more,
});

/** Keeps its process busy. */
export const forever = () => {
  for (;;);
};

/** Comes back as little, and leaves the processor to others. */
export const still = () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
