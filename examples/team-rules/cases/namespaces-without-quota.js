import { defineCases } from 'eks-preflight/testing';
import namespacesWithoutQuota from '../checks/namespaces-without-quota.js';

/** @param {string[]} names */
const namespaces = (...names) => names.map((name) => ({ name, podSecurityLabelled: true }));

export const namespacesWithoutQuotaCases = defineCases(namespacesWithoutQuota, [
  {
    name: 'a quota that limits pods',
    facts: {
      namespaces: namespaces('shop', 'kube-system', 'default'),
      resourceQuotas: [{ namespace: 'shop', name: 'team', limits: ['pods'] }],
    },
    finds: [],
    status: 'pass',
  },
  {
    name: 'a quota in another namespace, and one without limits',
    facts: {
      namespaces: namespaces('shop', 'ci'),
      resourceQuotas: [
        { namespace: 'web', name: 'team', limits: ['pods'] },
        { namespace: 'ci', name: 'team', limits: [] },
      ],
    },
    finds: [
      { resource: 'Namespace ci', at: null },
      {
        level: 'warn',
        resource: 'Namespace shop',
        at: null,
        commands: ['kubectl create quota team --namespace shop --hard=pods=100'],
      },
    ],
    status: 'warn',
  },
]);
