import type { ReportedFinding } from '../judge/result.ts';

/** The short names of kinds that `kubectl api-resources` lists, and one of AWS. */
const shortNames: Readonly<Record<string, string>> = {
  ConfigMap: 'cm',
  CronJob: 'cronjob',
  CustomResourceDefinition: 'crd',
  DaemonSet: 'ds',
  Deployment: 'deploy',
  HorizontalPodAutoscaler: 'hpa',
  Ingress: 'ing',
  NetworkPolicy: 'netpol',
  PersistentVolume: 'pv',
  PersistentVolumeClaim: 'pvc',
  PodDisruptionBudget: 'pdb',
  PodSecurityPolicy: 'psp',
  ReplicaSet: 'rs',
  SelfManagedNodeGroup: 'self-managed',
  Service: 'svc',
  ServiceAccount: 'sa',
  StatefulSet: 'sts',
  StorageClass: 'sc',
};

/** IDs of AWS begin with the kind of their resource. */
const ids = /^(?:subnet|sg|vpc|lt|i|ami|eni|vol)-[0-9a-z]+$/;

/** A resource as kubectl writes it: `deploy/shop/cart`, `nodegroup/legacy`; an ID of AWS alone; other things as text. */
export function resourceName({ kind, name, namespace, text }: ReportedFinding['resource']): string {
  if (ids.test(name)) return name;
  if (!/^[A-Z][A-Za-z0-9]+$/.test(kind) || /\s/.test(name)) return text;
  return [shortNames[kind] ?? kind.toLowerCase(), ...(namespace === undefined ? [] : [namespace]), name].join('/');
}
