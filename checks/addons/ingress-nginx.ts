import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Warning } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { formatCount, forCount, formatList } from '../../src/syntax/english.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, type Minor } from '../../src/syntax/versions.ts';
import { calledWithVersion, observedVersion, toResource } from '../../src/for-checks/components.ts';
import type { Tables } from '../../src/tables/tables.ts';

type Controller = Facts['ingressNginxControllers'][number];
type IngressClass = Facts['ingressClasses'][number];
type Counts = Facts['nginxIngresses']['counts'];
type Row = Tables['ingress-nginx'][number];

const shownNamespaces = 5;
const retirement = 'https://kubernetes.io/blog/2025/11/11/ingress-nginx-retirement/';

export default defineCheck({
  id: 'addons/ingress-nginx',
  title: 'Ingress NGINX, which the Kubernetes project has retired',
  short: {
    controller: 'retired, no further security fixes',
    class: 'uses Ingress NGINX, which is retired',
  },
  task: 'Replace Ingress NGINX',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'after',
  why: `The Kubernetes project retired Ingress NGINX in March 2026: there are no further releases and no security fixes.
    Existing deployments continue to work, so you can replace Ingress NGINX after the update. If the path includes a
    Kubernetes version that the last release was not tested with, the check warns before the update: problems with
    that version are not fixed.

    The check judges Deployments and DaemonSets of the controller, which it recognizes by image (including mirrors and
    the Bitnami image) or by labels. It also judges IngressClasses of the controller, and counts the Ingresses of each class. The
    NGINX Ingress Controller by F5 (\`nginx.org/ingress-controller\`) is a different product and is not reported. A fork
    that a vendor maintains looks like a mirror and is reported. Ingresses without a class, which the controller may also
    serve, are not counted.`,
  fix: advice`Move the Ingresses to Gateway API or to another Ingress controller, then remove Ingress NGINX.`,
  links: [
    retirement,
    'https://gateway-api.sigs.k8s.io/guides/',
    'https://kubernetes.io/docs/concepts/services-networking/ingress-controllers/',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html',
  ],
  needs: [],
  uses: ['ingressNginxControllers', 'ingressClasses', 'nginxIngresses'],
  counts: ['nginxIngresses'],
  tables: ['ingress-nginx'],

  *run({ ingressNginxControllers = [], ingressClasses = [], nginxIngresses }, { versions, tables }) {
    const names = new Set(ingressClasses.map(({ name }) => name));
    const unclaimed = nginxIngresses?.counts.filter((entry) => !names.has(entry.class)) ?? [];
    for (const row of tables['ingress-nginx']) {
      const when = resolveTiming(row, versions);
      for (const copy of ingressNginxControllers) yield { ...when, ...buildControllerFinding(copy, row, unclaimed) };
      for (const one of ingressClasses.filter(({ ingressNginx }) => ingressNginx)) {
        yield {
          ...when,
          ...buildClassFinding(
            one,
            nginxIngresses?.counts.filter((entry) => entry.class === one.name),
          ),
        };
      }
    }
  },
});

/** The task is due after the update; before it, if a version of the path was not tested with the last release. */
function resolveTiming({ testedThrough }: Row, versions: readonly Minor[]): Pick<Warning, 'level' | 'at' | 'phase'> {
  const untested = versions.find((version) => version > testedThrough);
  return untested === undefined ? { level: 'warn', phase: 'after' } : { level: 'warn', at: untested, phase: 'before' };
}

const remedy = 'replace-ingress-nginx';

function buildControllerFinding(copy: Controller, row: Row, unclaimed: Counts): Omit<Warning, 'level'> {
  return {
    rule: 'controller',
    remedy,
    resource: toResource(copy),
    message: `${calledWithVersion(copy, 'Ingress NGINX')}: retired in ${row.retired}, no further security fixes; its last release, ${row.lastRelease}, was tested with Kubernetes up to ${format(row.testedThrough)}`,
    evidence: [
      { observed: observedVersion(copy), required: 'a maintained controller', fact: 'ingressNginxControllers' },
      ...countEvidence(unclaimed),
    ],
    fix: replaceFix(),
    links: [retirement, row.source],
  };
}

function buildClassFinding({ name, controller }: IngressClass, counts: Counts | undefined): Omit<Warning, 'level'> {
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
  if (total === 0) return '; no Ingress uses it';
  const most = counts.toSorted((a, b) => b.count - a.count).map(({ namespace }) => namespace);
  return `; ${formatCount(total, 'Ingress', 'Ingresses')} in ${forCount(most.length, 'namespace', 'namespaces')} ${formatList(most)} ${forCount(total, 'uses', 'use')} it`;
}

/** Counts per namespace, largest first. */
function countEvidence(counts: Counts): Evidence[] {
  const sorted = counts.toSorted((a, b) => b.count - a.count);
  const shown = sorted.slice(0, shownNamespaces).map(({ namespace, count, class: name }): Evidence => ({
    observed: `${formatCount(count, 'Ingress', 'Ingresses')} of class ${name}`,
    resource: `Namespace ${namespace}`,
    fact: 'nginxIngresses',
  }));
  const rest = sorted.slice(shownNamespaces);
  if (rest.length === 0) return shown;
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  const observed = `${formatCount(others, 'Ingress', 'Ingresses')} in ${formatCount(rest.length, 'more namespace')}`;
  return [...shown, { observed, fact: 'nginxIngresses' }];
}

function replaceFix() {
  return advice`Choose a Gateway API implementation (the tool \`ingress2gateway\` converts Ingresses of this controller)
    or another Ingress controller, and run it alongside Ingress NGINX. Move the Ingresses one at a time, update the DNS
    records, and then remove Ingress NGINX. Other controllers ignore the annotations \`nginx.ingress.kubernetes.io/*\`:
    replace them with the equivalents of the new controller. The following command lists the Ingresses with their
    classes:\n${commands(sh`kubectl get ingresses --all-namespaces`)}`;
}
