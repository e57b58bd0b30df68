import { advice, defineCheck } from 'eks-preflight';
import { baseImages } from '../data/base-images.js';

export default defineCheck({
  id: 'acme/old-base-images',
  title: 'Workload on a base image that the platform team does not support',
  severity: 'fail',
  blocks: 'workloads',
  why: 'The tag of an image names its base: `cart:1.4.2-jdk8`. The platform team tests each base up to a Kubernetes version.',
  fix: advice`Build the image on a supported base.`,
  links: ['https://wiki.example.com/platform/base-images'],
  needs: ['deployments', 'statefulSets'],
  tables: [baseImages],
  *run({ deployments, statefulSets }, { tables }) {
    for (const { kind, namespace, name, containers } of [...deployments, ...statefulSets]) {
      for (const { base, unsupportedFrom, instead } of tables.baseImages) {
        const built = containers.find(({ image }) => image.endsWith(`-${base}`));
        if (built === undefined) continue;
        yield {
          level: 'fail',
          resource: { kind, namespace, name },
          rule: base,
          message: `${built.image} is built on ${base}, which is supported below 1.${unsupportedFrom}`,
          at: unsupportedFrom,
          fix: advice`Build the image on ${instead}.`,
        };
      }
    }
  },
});
