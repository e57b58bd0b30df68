import check from '../../../checks/addons/ingress-nginx.ts';
import type { IngressCount } from '../../../src/facts/ingress.ts';
import { aComponent, checkCases } from '../cases.ts';

const of = (...counts: IngressCount[]) => ({ listed: 40, counts });
const none = { ingressNginxControllers: [], ingressClasses: [], nginxIngresses: of() };
const controller = aComponent({
  namespace: 'ingress-nginx',
  name: 'ingress-nginx-controller',
  image: 'registry.k8s.io/ingress-nginx/controller:v1.12.1',
  version: '1.12.1',
});
const nginx = { name: 'nginx', controller: 'k8s.io/ingress-nginx', ingressNginx: true };
const f5 = { name: 'nginx', controller: 'nginx.org/ingress-controller', ingressNginx: false };
const alb = { name: 'alb', controller: 'ingress.k8s.aws/alb', ingressNginx: false };
const count = (namespace: string, number: number, name = 'nginx'): IngressCount => ({
  class: name,
  namespace,
  count: number,
});
const fix = `Choose a Gateway API implementation (the tool \`ingress2gateway\` converts Ingresses of this controller)
    or another Ingress controller, and run it alongside Ingress NGINX. Move the Ingresses one at a time, update the DNS
    records, and then remove Ingress NGINX. Other controllers ignore the annotations \`nginx.ingress.kubernetes.io/*\`:
    replace them with the equivalents of the new controller. The following command lists the Ingresses with their
    classes:\n\`\`\`sh\nkubectl get ingresses --all-namespaces\n\`\`\``;

checkCases(check, [
  { it: 'is silent without the controller and its classes', facts: none, findings: [] },
  {
    it: 'is silent about the controllers of F5 and AWS',
    facts: { ...none, ingressClasses: [f5, alb] },
    findings: [],
  },
  {
    it: 'warns of the controller and of its class, after the update',
    facts: {
      ingressNginxControllers: [controller],
      ingressClasses: [alb, nginx],
      nginxIngresses: of(count('edge', 1), count('shop', 12)),
    },
    findings: [
      {
        level: 'warn',
        phase: 'after',
        rule: 'controller',
        resource: { kind: 'Deployment', namespace: 'ingress-nginx', name: 'ingress-nginx-controller' },
        message:
          'Ingress NGINX 1.12.1: retired in March 2026, no further security fixes; its last release, 1.15.1, was tested with Kubernetes up to 1.35',
        evidence: [
          {
            observed: '1.12.1 (image tag)',
            required: 'a maintained controller',
            fact: 'ingressNginxControllers',
          },
        ],
        fix,
        links: [
          'https://kubernetes.io/blog/2025/11/11/ingress-nginx-retirement/',
          'https://github.com/kubernetes/ingress-nginx#supported-versions-table',
        ],
      },
      {
        level: 'warn',
        phase: 'after',
        rule: 'class',
        resource: { kind: 'IngressClass', name: 'nginx', apiVersion: 'networking.k8s.io/v1' },
        message: 'its controller is Ingress NGINX, which is retired; 13 Ingresses in namespaces shop and edge use it',
        evidence: [
          { observed: 'k8s.io/ingress-nginx', required: 'a maintained controller', fact: 'ingressClasses' },
          { observed: '12 Ingresses of class nginx', resource: 'Namespace shop', fact: 'nginxIngresses' },
          { observed: '1 Ingress of class nginx', resource: 'Namespace edge', fact: 'nginxIngresses' },
        ],
        fix,
      },
    ],
  },
  {
    it: 'warns before the update where the path leaves what the last release was tested with',
    current: '1.34',
    target: '1.36',
    facts: { ...none, ingressNginxControllers: [controller] },
    findingsLike: [{ level: 'warn', at: 36, phase: 'before', remedy: 'replace-ingress-nginx' }],
  },
  {
    it: 'names the five namespaces with the most Ingresses, and counts the others',
    facts: {
      ...none,
      ingressClasses: [nginx],
      nginxIngresses: of(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((namespace, index) => count(namespace, index + 1))),
    },
    findingsLike: [
      {
        message:
          'its controller is Ingress NGINX, which is retired; 28 Ingresses in namespaces g, f, e and 4 more use it',
        evidence: [
          { observed: 'k8s.io/ingress-nginx', required: 'a maintained controller', fact: 'ingressClasses' },
          ...['7 g', '6 f', '5 e', '4 d', '3 c'].map((text) => {
            const [number, namespace] = text.split(' ');
            return {
              observed: `${number} Ingresses of class nginx`,
              resource: `Namespace ${namespace}`,
              fact: 'nginxIngresses' as const,
            };
          }),
          { observed: '3 Ingresses in 2 more namespaces', fact: 'nginxIngresses' },
        ],
      },
    ],
  },
  {
    it: 'says so of a class that no Ingress names',
    facts: { ...none, ingressClasses: [nginx] },
    findingsLike: [{ message: 'its controller is Ingress NGINX, which is retired; no Ingress uses it' }],
  },
  {
    it: 'counts nothing where Ingresses were not read',
    facts: { ingressNginxControllers: [], ingressClasses: [nginx] },
    findingsLike: [{ message: 'its controller is Ingress NGINX, which is retired' }],
  },
  {
    it: 'shows Ingresses by annotation at the controller where no class is defined',
    facts: { ...none, ingressNginxControllers: [controller], nginxIngresses: of(count('shop', 2)) },
    findingsLike: [
      {
        rule: 'controller',
        evidence: [
          { observed: '1.12.1 (image tag)', required: 'a maintained controller', fact: 'ingressNginxControllers' },
          { observed: '2 Ingresses of class nginx', resource: 'Namespace shop', fact: 'nginxIngresses' },
        ],
      },
    ],
  },
  {
    it: 'says that a copy is scaled to 0 and that its version is unknown',
    facts: {
      ...none,
      ingressNginxControllers: [{ ...controller, kind: 'DaemonSet', replicas: 0, version: null, versionSource: null }],
    },
    findingsLike: [
      {
        resource: { kind: 'DaemonSet', namespace: 'ingress-nginx', name: 'ingress-nginx-controller' },
        message:
          'Ingress NGINX (scaled to 0): retired in March 2026, no further security fixes; its last release, 1.15.1, was tested with Kubernetes up to 1.35',
      },
    ],
  },
]);
