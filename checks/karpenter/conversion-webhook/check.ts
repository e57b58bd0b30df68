import { advice } from '../../../src/languages/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { servingController } from '../../../src/subjects/karpenter-controller.ts';
import { findingOf } from './finding.ts';
import { addressProblem, authorityProblem, isConverted } from './problems.ts';

export default defineCheck({
  id: 'karpenter/conversion-webhook',
  title: 'CRDs of Karpenter whose conversion webhook cannot answer',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `From the last patches of 0.33 to 0.37 on, and in 1.0, Karpenter's CRDs hold v1beta1 and v1, and the API server asks a
    webhook of the controller to convert between them. The CRDs in the chart \`karpenter\` always name the Service karpenter
    in kube-system; a controller in another namespace needs \`webhook.serviceNamespace\` of the chart \`karpenter-crd\`. Where
    the webhook does not answer, objects stored in the other version cannot be read, and the garbage collection of the whole
    cluster stops: it has to list every kind.

    The controller writes its own certificate authority to the CRDs and renews it; one that has expired, or is not there,
    shows that it does not.

    Whether pods stand behind the Service is judged by karpenter/status. Webhooks that are switched off are judged by
    karpenter/settings, CRDs that ask for a webhook which this version does not have by karpenter/crds.`,
  fix: advice`Point the CRDs at the Service of the controller that runs.`,
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
        const problem =
          addressProblem(crd, namespaces, karpenterConversionServices) ??
          (isOff ? undefined : authorityProblem(crd, now));
        return problem === undefined ? [] : [{ crd, problem }];
      });
    for (const [first, ...others] of grouped(broken, ({ problem }) => problem.text).values()) {
      if (first === undefined) continue;
      const crds = [first, ...others].map(({ crd }) => crd);
      yield findingOf(first.problem, crds, controller);
    }
  },
});
