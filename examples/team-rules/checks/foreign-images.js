import { advice, defineCheck } from 'eks-preflight';

const registry = 'registry.example.com/acme/';

/** EKS installs what runs here. */
const systemNamespaces = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

export default defineCheck({
  id: 'acme/foreign-images',
  title: 'Workload with an image from another registry',
  severity: 'warn',
  blocks: 'workloads',
  why: `During an update every node is replaced, and every new node pulls its images anew. Images in \`${registry}\` are there
for as long as a workload needs them. Images elsewhere can be deleted, or are limited to some pulls an hour.`,
  fix: advice`Push the image to \`${registry}\`, and name it there in the manifest of the workload.`,
  links: ['https://wiki.example.com/platform/registry'],
  needs: ['deployments', 'daemonSets', 'statefulSets', 'cronJobs'],
  *run({ deployments, daemonSets, statefulSets, cronJobs }) {
    for (const { kind, namespace, name, containers } of [...deployments, ...daemonSets, ...statefulSets, ...cronJobs]) {
      if (systemNamespaces.has(namespace)) continue;
      const images = containers.map(({ image }) => image).filter((image) => !image.startsWith(registry));
      if (images.length === 0) continue;
      yield {
        level: 'warn',
        resource: { kind, namespace, name },
        message: `pulls ${images.join(', ')}`,
        evidence: images.map((image) => ({ observed: image, required: `${registry}...` })),
      };
    }
  },
});
