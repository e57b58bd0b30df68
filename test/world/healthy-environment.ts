import { anIngressClassObject, anIngressObject } from './ingress-manifests.ts';
import { aNetworkPolicyObject, aServiceObject } from './network-manifests.ts';
import { aBindingObject, aRoleObject, aRule } from './rbac-manifests.ts';
import { aStorageClassObject } from './software-manifests.ts';

const names = ['cart', 'catalog'];

/** The rest of the healthy world: RBAC, StorageClasses, Ingresses, Services, NetworkPolicies, at least two of each. */
export function healthyEnvironment(): Record<string, unknown>[] {
  const isDefault = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  const rules = [aRule(['pods/exec'], ['get', 'create'])];
  const developers = [{ kind: 'Group', name: 'developers' }];
  return [
    aStorageClassObject('gp3', isDefault),
    aStorageClassObject('io2'),
    ...['alb', 'internal'].map((name) => anIngressClassObject(name, 'ingress.k8s.aws/alb')),
    ...names.map((name) => anIngressObject(`shop/${name}`, 'alb')),
    ...names.map((name) => aServiceObject(`shop/${name}`)),
    ...names.map((name) => aNetworkPolicyObject(`shop/${name}`, '10.0.0.0/8')),
    ...['debug', 'shop/debug', 'support', 'shop/support'].flatMap((path) => [
      aRoleObject(path, rules),
      aBindingObject(path, path.replace('shop/', ''), developers, path.includes('/') ? 'Role' : 'ClusterRole'),
    ]),
  ];
}
