export { toDrain, type Drain, type Drained } from '../../../src/for-checks/drained-pods.ts';
