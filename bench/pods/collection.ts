/**
 * Reads all pods from the URL in its argument as a scan does, through source and collector, and keeps them. Prints
 * their number.
 */

const [{ collect }, { collectors }, { createKubeSource }] = await Promise.all([
  import('../../src/collectors/collect.ts'),
  import('../../src/collectors/index.ts'),
  import('../../src/sources/kube/source.ts'),
]);

const [server = ''] = process.argv.slice(2);
const kube = createKubeSource({ server, headers: () => Promise.resolve({}) }, { userAgent: 'bench' });
const unused = undefined as never;
const sources = { aws: unused, local: unused, kube: () => Promise.resolve(kube) };
const { pods } = await collect(collectors, ['pods'], sources);
kube.close();
if (pods?.ok !== true) throw new Error(JSON.stringify(pods?.reason));
console.log(String((pods.value as readonly unknown[]).length));
