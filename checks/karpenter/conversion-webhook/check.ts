import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { servingController } from '../shared/karpenter-controller.ts';
import { toFinding } from './finding.ts';
import { addressProblem, authorityProblem, isConverted } from './problems.ts';

/** Without its webhooks, the chart removes the port of the Service, and the controller renews no CA bundle. */
const causedByOff: ReadonlySet<string> = new Set(['port', 'ca']);

export default defineCheck({
  id: 'karpenter/conversion-webhook',
  title: 'CRDs of Karpenter whose conversion webhook cannot respond',
  short: {
    namespace: 'webhook in a namespace without Karpenter',
    service: 'Service of its webhook does not exist',
    port: 'Service lacks the port of its webhook',
    ca: 'CA bundle of its webhook is invalid',
    url: 'URL of its webhook not checked',
  },
  task: 'Repair the conversion webhook of the CRD',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `In the last patches of 0.33 to 0.37 and in 1.0, the CRDs of Karpenter have the versions v1beta1 and v1, and
    the API server calls a webhook of the controller to convert between them. The CRDs in the chart \`karpenter\`
    always reference the Service karpenter in kube-system; a controller in another namespace needs
    \`webhook.serviceNamespace\` of the chart \`karpenter-crd\`. If the webhook does not respond, objects stored in
    the other version cannot be read. Up to Kubernetes 1.31, garbage collection also stops in the whole cluster, because
    it has to list every kind.

    The controller writes its CA bundle to the CRDs and renews it; an expired or missing CA bundle shows that it does
    not.

    karpenter/status judges whether the Service has ready pods, karpenter/settings judges disabled webhooks, and
    karpenter/crds judges CRDs that need a webhook which this version does not have.`,
  fix: advice`Set the conversion webhook of the CRDs to the Service of the running controller.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1-migration/',
    'https://karpenter.sh/v1.0/troubleshooting/',
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterCrds'],
  uses: ['karpenterConversionServices'],
  tables: ['karpenter-crds'],

  *run({ karpenterControllers, karpenterCrds, karpenterConversionServices }, { karpenter, now, tables }) {
    const controller = servingController(karpenterControllers, karpenter);
    if (controller === undefined) return;
    const namespaces = karpenterControllers.map(({ namespace }) => namespace);
    const isOff = controller.settings['DISABLE_WEBHOOK'] === 'true';
    const broken = karpenterCrds
      .filter((crd) => isConverted(crd, controller.version, tables['karpenter-crds']))
      .flatMap((crd) => {
        const problem = addressProblem(crd, namespaces, karpenterConversionServices) ?? authorityProblem(crd, now);
        return problem === undefined || (isOff && causedByOff.has(problem.rule)) ? [] : [{ crd, problem }];
      });
    for (const [first, ...others] of grouped(broken, ({ problem }) => problem.text).values()) {
      if (first === undefined) continue;
      const crds = [first, ...others].map(({ crd }) => crd);
      yield toFinding(first.problem, crds, controller);
    }
  },
});
