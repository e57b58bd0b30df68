import { advice, defineCheck, definePlugin } from 'eks-preflight';

/** A check with this `run` and placeholders for the other required fields. */
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

/** A plug-in with the check NAME/x, and perhaps others. */
export const one = (name, run, more = {}, others = []) =>
  definePlugin({ name, checks: [check(`${name}/x`, run, more), ...others] });

export const finding = (more = {}) => ({
  level: 'warn',
  resource: { kind: 'Pod', name: 'a' },
  message: 'a problem',
  ...more,
});

/** Never returns, and keeps the CPU busy. */
export const forever = () => {
  for (;;);
};

/** Never returns either, but leaves the CPU idle. */
export const still = () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
