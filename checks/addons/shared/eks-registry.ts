import type { Tables } from '../../../src/tables/tables.ts';

/** An image of a private registry of Amazon ECR: account and the rest of the host. */
const ecr = /^(\d{12})\.dkr\.ecr\.[a-z0-9-]+\.[a-z0-9.-]+(?=\/)/;

/** The registry of EKS that an image comes from, `602401143452.dkr.ecr.eu-west-1.amazonaws.com`; undefined: a mirror. */
export function eksRegistryOf(image: string, rows: Tables['eks-registries']): string | undefined {
  const [registry, account] = ecr.exec(image) ?? [];
  return rows.some((row) => row.account === account) ? registry : undefined;
}
