import type { Finding } from '../../../src/check.ts';
import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { groupEvidence } from '../../../src/for-checks/pods-by-group.ts';
import type { RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import { mayBlockEvictions } from '../../../src/for-checks/webhook-requests.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { Drain } from '../../../src/for-checks/drained-pods.ts';

type Pod = Facts['pods'][number];

/** The facts of webhooks; undefined: not read, which the engine reports. */
type Given = { [Name in 'admissionWebhooks' | 'webhookServices']?: Facts[Name] | undefined };

/** A webhook whose ready pods all run on nodes of one group that the update drains. */
interface Exposed {
  webhook: AdmissionWebhook;
  group: RolledGroup;
  pods: readonly Pod[];
  /** How many nodes the pods run on. */
  nodes: number;
}

interface Judged extends Exposed {
  level: Finding['level'];
  text: string;
  short?: string;
}

/**
 * Findings for webhooks that do not respond while their nodes are drained, and that reject new pods then: one for each
 * configuration.
 */
export function* webhookFindings(drain: Drain, given: Given): Generator<Finding> {
  const judged = listExposed(drain, given).flatMap((exposed) => judge(exposed) ?? []);
  const byConfiguration = grouped(judged, ({ webhook }) => `${webhook.kind}/${webhook.configuration}`);
  for (const all of byConfiguration.values()) yield toFinding(all);
}

/** Fargate pods are redeployed, not drained. A webhook without a ready pod is judged by apis/webhooks. */
function listExposed(drain: Drain, { admissionWebhooks = [], webhookServices = [] }: Given): Exposed[] {
  const podsByPath = new Map(drain.pods.map((pod) => [`${pod.namespace}/${pod.name}`, pod]));
  return admissionWebhooks.flatMap((webhook) => {
    const { service, guardedPods } = webhook;
    if (service === null || (guardedPods === undefined && !mayBlockEvictions(webhook))) return [];
    const isCalled = (one: (typeof webhookServices)[number]) =>
      one.namespace === service.namespace && one.name === service.name;
    const called = webhookServices.find(isCalled);
    const names = called?.ports?.find(({ port }) => port === service.port)?.pods ?? [];
    const pods = names.flatMap((name) => podsByPath.get(`${service.namespace}/${name}`) ?? []);
    const groups = new Set(pods.map(({ node }) => drain.groupOf.get(node ?? '')));
    const [group] = groups;
    if (groups.size !== 1 || pods.length !== names.length) return [];
    if (group === undefined || group.computeType === 'fargate' || startsFirst(pods, group)) return [];
    return [{ webhook, group, pods, nodes: new Set(pods.map(({ node }) => node)).size }];
  });
}

/** A drain ignores the pods of a DaemonSet; a node that joins before runs another pod, which they still admit. */
function startsFirst(pods: readonly Pod[], { addsNode }: RolledGroup): boolean {
  return addsNode !== false && pods.some(({ controller }) => controller?.kind === 'DaemonSet');
}

/** Undefined: the webhook keeps responding, or no pod is rejected. */
function judge(exposed: Exposed): Judged | undefined {
  const { webhook, pods, nodes } = exposed;
  const { guardedPods, conditional, namespaces } = webhook;
  const hasOthers = namespaces === null || (namespaces.any && namespaces.pods !== false);
  if (guardedPods === undefined)
    return nodes > 1 || !hasOthers ? undefined : { ...exposed, level: 'warn', ...texts.evictions };
  const isGuarded = pods.every(({ name }) => (guardedPods ?? []).includes(name));
  if (nodes > 1) return isGuarded ? judgeTogether(exposed) : undefined;
  if (guardedPods === null) return { ...exposed, level: 'unknown', ...texts.unread };
  if (isGuarded && conditional) return { ...exposed, level: 'unknown', ...texts.conditional };
  if (isGuarded) return { ...exposed, level: 'fail', ...texts.own };
  return hasOthers ? { ...exposed, level: 'warn', ...texts.others } : undefined;
}

/** For nodes that are replaced by hand, no number limits how many are drained at the same time. */
function judgeTogether(exposed: Exposed): Judged | undefined {
  const { computeType, parallel } = exposed.group;
  if (parallel !== undefined && parallel.to < exposed.nodes) return undefined;
  const isByHand = computeType === 'self-managed' || computeType === 'hybrid';
  if (parallel === undefined && !isByHand) return { ...exposed, level: 'unknown', ...texts.parallel };
  return { ...exposed, level: 'warn', ...texts.together };
}

const rejectsOwn = 'the API server then rejects the pods that would replace them';
const texts = {
  own: { text: `on one node that is drained: ${rejectsOwn}`, short: 'rejects its own new pods' },
  together: { text: `on nodes that may be drained at the same time: ${rejectsOwn}` },
  parallel: { text: 'on nodes of one group: unknown whether they are drained at the same time' },
  others: {
    text: 'on one node that is drained: the API server rejects other new pods until they run again',
    short: 'rejects new pods during the drain',
  },
  evictions: {
    text: 'on one node that is drained: the API server rejects further evictions until they run again',
    short: 'rejects evictions',
  },
  conditional: {
    text: `on one node that is drained: unknown whether ${rejectsOwn}: matchConditions are not evaluated`,
  },
  unread: { text: `on one node that is drained: unknown whether ${rejectsOwn}: namespaces or pods were not read` },
};

const order = ['fail', 'unknown', 'warn'];

function toFinding(all: readonly [Judged, ...Judged[]]): Finding {
  const [worst = all[0], ...others] = all.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  const { webhook, group, pods, nodes, level, text, short } = worst;
  const more = others.length === 0 ? '' : ` (and ${others.length} more in this configuration)`;
  return {
    level,
    rule: 'webhook-on-drained-node',
    ...setFields({ short }),
    resource: { kind: webhook.kind, name: webhook.configuration },
    message: `all ready pods of webhook ${webhook.name}${more} run ${text}`,
    evidence: [
      {
        observed: `${formatCount(pods.length, 'ready pod')} on ${formatCount(nodes, 'node')}`,
        required: 'a ready pod on a node that is not drained at the same time',
        resource: webhook.name,
        fact: 'webhookServices',
      },
      ...groupEvidence([{ text: group.text, computeType: group.computeType, pods }]),
    ],
    groups: [group.text],
    fix: buildFix(worst),
  };
}

function buildFix({ webhook: { kind, configuration, service }, text }: Judged): Advice {
  const namespace = service?.namespace ?? '';
  const exclude =
    text === texts.others.text || text === texts.evictions.text
      ? advice``
      : advice`, or exclude the namespace ${namespace} with the \`namespaceSelector\` of the webhook`;
  return advice`Before the drain, run ready pods of the webhook on nodes that are not drained at the same time${exclude}.
    If its pods are already rejected, set \`failurePolicy: Ignore\` until they run.\n${commands(
      sh`kubectl -n ${namespace} get pods -o wide`,
      sh`kubectl get ${kind.toLowerCase()} ${configuration} -o yaml`,
    )}`;
}
