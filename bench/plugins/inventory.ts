import { readFile } from 'node:fs/promises';

/** The stored inventory of a healthy cluster, with `count` pods in many namespaces. */
export async function inventoryOfPods(count: number): Promise<string> {
  const file = new URL('../../test/inventories/healthy.json', import.meta.url);
  const inventory = JSON.parse(await readFile(file, 'utf8')) as { readings: Record<string, { value: unknown[] }> };
  const value = Array.from({ length: count }, (_, index) => ({
    namespace: `team-${index % 200}`,
    name: `web-${index}`,
    node: `ip-10-0-${index % 250}-1.eu-west-1.compute.internal`,
    phase: 'Running',
    ready: true,
    terminating: false,
    controller: { kind: 'ReplicaSet', name: `web-${index % 3_000}` },
    podSecurityPolicy: null,
    hostPaths: index % 100 === 0 ? [{ volume: 'logs', path: '/var/log' }] : [],
  }));
  return JSON.stringify({ ...inventory, readings: { ...inventory.readings, pods: { ok: true, value } } });
}

/** `count` rules in CEL: each looks at every pod and finds nothing. */
export function rulesFile(count: number): string {
  const rules = Array.from({ length: count }, (_, index) => ({
    id: `rule-${index}`,
    title: `Rule ${index}`,
    level: 'warn',
    fact: 'pods',
    match: `object.namespace != 'kube-${index}'`,
    when: `object.hostPaths.exists(h, h.path == '/secret-${index}') || object.name == 'none-${index}'`,
    message: 'found',
    fix: 'Mend it.',
  }));
  return JSON.stringify({ plugin: 'bench', rules });
}

/** The same rules as one check in JavaScript. */
export function checkModule(count: number): string {
  return `import { advice, defineCheck, definePlugin } from 'eks-preflight';
const check = defineCheck({
  id: 'bench/rules', title: 'Rules', severity: 'warn', blocks: 'workloads', why: 'Why.', fix: advice\`Mend it.\`, needs: ['pods'],
  *run({ pods }) {
    for (let index = 0; index < ${count}; index += 1)
      for (const { kind = 'Pod', namespace, name, hostPaths } of pods) {
        if (namespace === \`kube-\${index}\`) continue;
        if (hostPaths.some((one) => one.path === \`/secret-\${index}\`) || name === \`none-\${index}\`)
          yield { level: 'warn', resource: { kind, namespace, name }, message: 'found' };
      }
  },
});
export default definePlugin({ name: 'bench', checks: [check] });
`;
}
