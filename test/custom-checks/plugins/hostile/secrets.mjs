import { defineObjects, f } from 'eks-preflight';
import { one } from './one.mjs';
const project = ({ metadata: { name } }) => ({ name });
const tokens = defineObjects({
  name: 'tokens',
  group: '',
  versions: ['v1'],
  resource: 'secrets',
  schema: f.object({ name: f.name() }),
  project,
});
export default one(
  'secrets',
  ({ tokens: all }) => [
    { level: 'warn', resource: { kind: 'Secret', name: 'all' }, message: `read ${typeof all.length}` },
  ],
  { needs: [tokens] },
);
