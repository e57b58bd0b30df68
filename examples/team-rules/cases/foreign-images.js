import { aWorkload, defineCases } from 'eks-preflight/testing';
import foreignImages from '../checks/foreign-images.js';

/** @param {string[]} images */
const containers = (...images) => images.map((image, at) => ({ name: `c${at}`, image }));
const none = { deployments: [], daemonSets: [], statefulSets: [], cronJobs: [] };
const ours = 'registry.example.com/acme/cart:1.4.2';

export const foreignImagesCases = defineCases(foreignImages, [
  {
    name: 'an image of ours',
    facts: { ...none, deployments: [aWorkload({ containers: containers(ours) })] },
    finds: [],
  },
  {
    name: 'images of EKS in kube-system',
    facts: { ...none, daemonSets: [aWorkload({ kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-node' })] },
    finds: [],
  },
  {
    name: 'an image of ours beside two others',
    facts: {
      ...none,
      deployments: [aWorkload({ containers: containers(ours, 'redis:7', 'docker.io/library/nginx') })],
    },
    finds: [
      {
        level: 'warn',
        resource: 'Deployment shop/cart',
        message: 'pulls redis:7, docker.io/library/nginx',
        evidence: [{ observed: 'redis:7' }, { observed: 'docker.io/library/nginx' }],
      },
    ],
  },
  {
    name: 'a registry that only begins like ours',
    facts: {
      ...none,
      cronJobs: [
        aWorkload({ kind: 'CronJob', name: 'report', containers: containers('registry.example.com/acme-old/x:1') }),
      ],
    },
    finds: [{ resource: 'CronJob shop/report' }],
  },
]);
