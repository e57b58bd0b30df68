import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import type { ApiService } from '../../src/facts/api-extensions.ts';
import { lookAtService } from '../../src/for-checks/called-service.ts';
import { sh } from '../../src/syntax/shell.ts';
import { bundleProblem, bundleRequired, installedBy } from './shared/called-services.ts';
import { setFields } from '../../src/syntax/set-fields.ts';

export default defineCheck({
  id: 'apis/api-services',
  title: 'Aggregated APIs that are unavailable',
  short: {
    'not-reported': 'availability unknown',
    unavailable: 'aggregated API is unavailable',
  },
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `An APIService delegates a group and version of the API to a Service in the cluster, such as
    \`metrics.k8s.io/v1beta1\` to Metrics Server. While it is unavailable, API discovery is incomplete: deleted namespaces
    stay in \`Terminating\`, tools that read all kinds fail, and HorizontalPodAutoscalers cannot read the metrics that they
    scale by. An update of the control plane does not fix this, and these failures can be mistaken for
    failures of the update.

    The API server checks each APIService, and reports the result and the reason in the condition \`Available\`.
    APIServices that the API server serves itself (local APIServices) are always available.`,
  fix: advice`Restore the Service behind the APIService.`,
  links: [
    'https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/',
    'https://kubernetes.io/docs/tasks/extend-kubernetes/configure-aggregation-layer/',
  ],
  needs: ['apiServices'],

  *run({ apiServices }, { now }) {
    for (const one of apiServices) {
      if (one.service === null) continue;
      if (one.available?.status === 'True') yield* bundleFindings(one, now);
      else yield one.available?.status === 'False' ? unavailable(one) : notReported(one);
    }
  },
});

const toResource = ({ name }: ApiService) => ({ kind: 'APIService', name });

function unavailable(one: ApiService): Warning {
  const { reason = null, message = null } = one.available ?? {};
  const why = reason === null ? '' : ` (${reason})`;
  return {
    level: 'warn',
    rule: 'unavailable',
    resource: toResource(one),
    message: `the aggregated API is unavailable${why}: discovery is incomplete, and namespaces cannot be deleted`,
    evidence: [{ observed: message ?? `Available is False${why}`, required: 'Available is True' }],
    fix: restore(one),
  };
}

function notReported(one: ApiService): Warning {
  const state =
    one.available === null ? 'has no condition Available' : `has the condition Available ${one.available.status}`;
  return {
    level: 'unknown',
    rule: 'not-reported',
    resource: toResource(one),
    message: `${state}: it is unknown whether the aggregated API responds`,
    fix: restore(one),
  };
}

function* bundleFindings(one: ApiService, now: string): Iterable<Warning> {
  const problem = bundleProblem(one.caExpires, now);
  if (problem?.rule !== 'ca-expires') return;
  yield {
    level: 'warn',
    rule: problem.rule,
    ...setFields({ short: problem.short }),
    resource: toResource(one),
    message: `its CA bundle ${problem.text}: from then on, the aggregated API is unavailable`,
    evidence: [{ observed: problem.observed, required: bundleRequired[problem.rule] }],
    fix: advice`Renew the certificate of the Service, and update \`spec.caBundle\` of the APIService.${installedBy(one)}\n${commands(
      sh`kubectl get apiservice ${one.name} --output yaml`,
    )}`,
  };
}

function restore(one: ApiService) {
  const look = commands(
    sh`kubectl describe apiservice ${one.name}`,
    ...(one.service === null ? [] : lookAtService(one.service)),
  );
  return advice`Restore the pods behind the Service.${installedBy(one)} If the software was uninstalled and nothing uses
    this API any more, delete the APIService. The following commands show what is missing.\n${look}`;
}
