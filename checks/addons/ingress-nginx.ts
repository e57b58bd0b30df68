import { advice, commands } from '../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { counted, forCount, listed } from '../../src/languages/english.ts';
import { sh } from '../../src/languages/shell.ts';
import { format, type Minor } from '../../src/languages/versions.ts';
import { calledWithVersion, observedVersion, resourceOf } from '../../src/subjects/components.ts';
import type { Tables } from '../../src/tables/tables.ts';

type Controller = Facts['ingressNginxControllers'][number];
type IngressClass = Facts['ingressClasses'][number];
type Counts = Facts['nginxIngresses']['counts'];
type Row = Tables['ingress-nginx'][number];

const shownNamespaces = 5;
const retirement = 'https://kubernetes.io/blog/2025/11/11/ingress-nginx-retirement/';

export default defineCheck({
  id: 'addons/ingress-nginx',
  title: 'Ingress NGINX, which its project has retired',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'after',
  why: `The Kubernetes project retired Ingress NGINX in March 2026: it gets no releases and no security fixes any more.
    What is installed keeps running, so no update of the cluster has to wait for its replacement, and the finding
    belongs to the time after the update. It is a warning before the update if the path leaves the versions that the
    last release was tested with: problems with a later version of Kubernetes are not fixed.

    The check judges Deployments and DaemonSets of the controller (by image, also from mirrors and of Bitnami, or by labels)
    and IngressClasses that it answers to, with the Ingresses of each class. The NGINX Ingress Controller of F5
    (\`nginx.org/ingress-controller\`) is another product and not reported. A fork that a vendor maintains looks like a
    mirror and is reported. Ingresses without a class, which the controller may also serve, are not counted.`,
  fix: advice`Move the Ingresses to Gateway API or to another Ingress controller, then remove Ingress NGINX.`,
  links: [
    retirement,
    'https://gateway-api.sigs.k8s.io/guides/',
    'https://kubernetes.io/docs/concepts/services-networking/ingress-controllers/',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
  ],
  needs: [],
  uses: ['ingressNginxControllers', 'ingressClasses', 'nginxIngresses'],
  tables: ['ingress-nginx'],

  *run({ ingressNginxControllers = [], ingressClasses = [], nginxIngresses }, { versions, tables }) {
    const names = new Set(ingressClasses.map(({ name }) => name));
    const unclaimed = nginxIngresses?.counts.filter((entry) => !names.has(entry.class)) ?? [];
    for (const row of tables['ingress-nginx']) {
      const when = whenOf(row, versions);
      for (const copy of ingressNginxControllers) yield { ...when, ...ofController(copy, row, unclaimed) };
      for (const one of ingressClasses.filter(({ ingressNginx }) => ingressNginx)) {
        yield {
          ...when,
          ...ofClass(
            one,
            nginxIngresses?.counts.filter((entry) => entry.class === one.name),
          ),
        };
      }
    }
  },
});

/** Nothing about the update has to wait for a replacement, until it leaves what the last release was tested with. */
function whenOf({ testedThrough }: Row, versions: readonly Minor[]): Pick<Finding, 'level' | 'at' | 'phase'> {
  const untested = versions.find((version) => version > testedThrough);
  return untested === undefined ? { level: 'warn', phase: 'after' } : { level: 'warn', at: untested, phase: 'before' };
}

const remedy = 'replace-ingress-nginx';

function ofController(copy: Controller, row: Row, unclaimed: Counts): Omit<Finding, 'level'> {
  return {
    rule: 'controller',
    remedy,
    resource: resourceOf(copy),
    message: `${calledWithVersion(copy, 'Ingress NGINX')}: retired by its project in ${row.retired}, no security fixes any more; its last release, ${row.lastRelease}, was tested with Kubernetes up to ${format(row.testedThrough)}`,
    evidence: [
      { observed: observedVersion(copy), required: 'a maintained controller', fact: 'ingressNginxControllers' },
      ...countEvidence(unclaimed),
    ],
    fix: replaceFix(),
    links: [retirement, row.source],
  };
}

function ofClass({ name, controller }: IngressClass, counts: Counts | undefined): Omit<Finding, 'level'> {
  return {
    rule: 'class',
    remedy,
    resource: { kind: 'IngressClass', name, apiVersion: 'networking.k8s.io/v1' },
    message: `its controller is Ingress NGINX, which is retired${usedBy(counts)}`,
    evidence: [
      { observed: controller ?? 'none', required: 'a maintained controller', fact: 'ingressClasses' },
      ...countEvidence(counts ?? []),
    ],
    fix: replaceFix(),
  };
}

function usedBy(counts: Counts | undefined): string {
  if (counts === undefined) return '';
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return '; no Ingress names it';
  const most = counts.toSorted((a, b) => b.count - a.count).map(({ namespace }) => namespace);
  return `; ${counted(total, 'Ingress', 'Ingresses')} in ${forCount(most.length, 'namespace', 'namespaces')} ${listed(most)} ${forCount(total, 'names', 'name')} it`;
}

/** The namespaces with the most Ingresses. */
function countEvidence(counts: Counts): Evidence[] {
  const sorted = counts.toSorted((a, b) => b.count - a.count);
  const shown = sorted.slice(0, shownNamespaces).map(({ namespace, count, class: name }): Evidence => ({
    observed: `${counted(count, 'Ingress', 'Ingresses')} of class ${name}`,
    resource: `Namespace ${namespace}`,
    fact: 'nginxIngresses',
  }));
  const rest = sorted.slice(shownNamespaces);
  if (rest.length === 0) return shown;
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  const observed = `${counted(others, 'Ingress', 'Ingresses')} in ${counted(rest.length, 'more namespace')}`;
  return [...shown, { observed, fact: 'nginxIngresses' }];
}

function replaceFix() {
  return advice`Choose a Gateway API implementation (the tool \`ingress2gateway\` converts Ingresses of this controller)
    or another Ingress controller, run it next to Ingress NGINX, move the Ingresses one at a time, switch DNS over, and
    remove Ingress NGINX last. Its annotations \`nginx.ingress.kubernetes.io/*\` mean nothing to other controllers:
    translate them. List the Ingresses with their classes:\n${commands(sh`kubectl get ingresses --all-namespaces`)}`;
}
