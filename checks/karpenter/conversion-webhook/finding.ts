import type { Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { json, sh } from '../../../src/syntax/shell.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';
import { isStoredOtherwise } from '../shared/stored-versions.ts';
import type { Problem } from './problems.ts';

/** The finding for CRDs with the same problem. */
export function toFinding(problem: Problem, crds: readonly KarpenterCrd[], controller: KarpenterController): Finding {
  const [first] = crds;
  const isStopped = crds.some(isStoredOtherwise);
  const effect = isStopped
    ? 'objects stored in another version cannot be read, and up to Kubernetes 1.31, garbage collection stops in the whole cluster'
    : 'requests for versions other than v1 fail';
  return {
    level: problem.rule === 'url' ? 'unknown' : isStopped ? 'fail' : 'warn',
    rule: problem.rule,
    ...setFields({ short: problem.short }),
    resource: {
      kind: 'CustomResourceDefinition',
      name: first?.name ?? '',
      ...(crds.length > 1 ? { note: `and ${crds.length - 1} more` } : {}),
    },
    message: problem.rule === 'url' ? problem.text : `${problem.text}: ${effect}`,
    evidence: crds.map(({ name, storedVersions }) => ({
      observed: `${problem.observed}, stored as ${storedVersions.join(', ')}`,
      required: problem.required,
      resource: name,
    })),
    fix: buildFix(problem, crds, controller),
  };
}

function buildFix({ rule }: Problem, crds: readonly KarpenterCrd[], { namespace, name }: KarpenterController): Advice {
  if (rule === 'url')
    return advice`Check \`spec.conversion.webhook.clientConfig\` of the CRD, and whether its URL responds.`;
  if (rule === 'ca') {
    return advice`The controller writes its CA bundle to the CRDs. Restart it, and check its log if it does not; it
      needs the verbs get and update for CustomResourceDefinitions.\n${commands(
        sh`kubectl rollout restart deployment ${name} --namespace ${namespace}`,
        sh`kubectl logs deployment/${name} --namespace ${namespace} --since 10m`,
      )}`;
  }
  const service = { namespace, name, port: 8443 };
  const patch = json({ spec: { conversion: { webhook: { clientConfig: { service } } } } });
  const gitOps = crds.find(({ owner }) => owner.managedBy === 'Argo CD' || owner.managedBy === 'Flux');
  if (gitOps !== undefined) {
    return advice`Set \`spec.conversion.webhook.clientConfig.service\` of the CRDs to ${name} in namespace ${namespace},
      port 8443, in the repository that ${gitOps.owner.managedBy ?? ''} applies.`;
  }
  return advice`Set \`webhook.serviceName\`, \`webhook.serviceNamespace\` and \`webhook.port\` in the values of the
    chart \`karpenter-crd\`, or the next update reverts the change. The following commands take effect immediately;
    objects
    and
    versions do not change.\n${commands(
      ...crds.map((crd) => sh`kubectl patch crd ${crd.name} --type merge --patch ${patch}`),
    )}`;
}
