import type { AdmissionPolicy } from '../../../src/facts/api-extensions.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';
import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import { continued, json, sh, type Command } from '../../../src/syntax/shell.ts';
import { installedBy } from '../shared/called-services.ts';

/** How to fix a policy whose paramKind nothing serves. It may be the only thing that enforces a rule: save it first. */
export function missingKindFix(policy: AdmissionPolicy): Advice {
  const { paramKind } = policy;
  const first = advice`If you still need the policy, install what defines the kind \`${paramKind.kind}\` again, such as its
    CRD.${installedBy(policy)}\n${commands(...looks(policy))}`;
  const own = resolveOwner(policy).kind;
  const isOthers = own === 'controller' || own === 'gitops' || own === 'helm';
  return joinAdvice(
    [
      first,
      ...(isOthers
        ? []
        : [
            advice`If you uninstalled its software, save the policy, then delete it.\n${commands(save(policy), remove(policy))}`,
          ]),
      advice`Until then, set \`failurePolicy: Ignore\`: the API server then admits requests that the policy has not evaluated.
        ${change(policy, 'failurePolicy: Ignore', { failurePolicy: 'Ignore' })}`,
    ],
    '\n',
  );
}

/** How to name another version of the kind. */
export function changeVersionFix(policy: AdmissionPolicy, api: string): Advice {
  const { kind } = policy.paramKind;
  return advice`Set \`apiVersion\` in \`spec.paramKind\` to \`${api}\`, and compare the expressions that use \`params\` with the fields
    of that version.${installedBy(policy)} ${change(policy, `paramKind.apiVersion: ${api}`, { paramKind: { apiVersion: api, kind } })}`;
}

/** What ends the rejections of API servers that start. */
export function slowStartFix(policy: AdmissionPolicy): Advice {
  return advice`The rejections end when the API server reads the kinds again, and most clients retry. If the policy matches leases or
    the status of nodes, or if rejected pods matter, set \`failurePolicy: Ignore\` before the control plane update, and
    \`Fail\` after it: in between, the API server admits requests that the policy has not evaluated. ${change(policy, 'failurePolicy: Ignore', { failurePolicy: 'Ignore' })}`;
}

function looks({ kind, name }: AdmissionPolicy): Command[] {
  const resource = kind.toLowerCase();
  return [
    sh`kubectl get ${resource} ${name} --output yaml`,
    sh`kubectl get ${`${resource}binding`} --output 'custom-columns=NAME:.metadata.name,POLICY:.spec.policyName'`,
  ];
}

function change(policy: AdmissionPolicy, goal: string, spec: Readonly<Record<string, unknown>>): Advice {
  const { kind, name, owner } = policy;
  return changeByOwner(
    { ...(owner === undefined ? {} : { owner }), namespace: owner?.releaseNamespace ?? 'default' },
    {
      goal: advice`\`${goal}\``,
      byHand: commands(
        save(policy),
        continued(sh`kubectl patch ${kind.toLowerCase()} ${name} --type merge`, sh`--patch ${json({ spec })}`),
      ),
    },
  );
}

function save({ kind, name }: AdmissionPolicy): Command {
  const resource = kind.toLowerCase();
  return sh`kubectl get ${resource} ${name} --output yaml > ${`${resource}-${name}.yaml`}`;
}

function remove({ kind, name }: AdmissionPolicy): Command {
  return sh`kubectl delete ${kind.toLowerCase()} ${name}`;
}
