import { lookAtService } from '../../../for-checks/called-service.ts';
import { advice, commands } from '../../../syntax/advice.ts';
import { continued, sh } from '../../../syntax/shell.ts';
import type { Health } from '../../health/schema.ts';
import { toAction } from '../group.ts';
import type { Comparing } from './seen-now.ts';
import type { Worse } from './worse-schema.ts';

type Addon = Health['addons'][number];
type Backend = Health['backends'][number];

/** The add-ons that are degraded, or whose last change failed, and were not. */
export function worseAddons(comparing: Comparing): Worse[] {
  const before = new Map(comparing.before.addons.map((one) => [one.name, one]));
  return comparing.health.addons.flatMap((now) => {
    const then = before.get(now.name);
    return then === undefined || isBad(then) || !isBad(now) ? [] : [worseAddon(now, then, comparing)];
  });
}

function isBad({ status }: Addon): boolean {
  return status === 'DEGRADED' || status.endsWith('_FAILED');
}

function worseAddon({ name, status }: Addon, then: Addon, { readings, tasks, done }: Comparing): Worse {
  const { addons, cluster } = readings;
  const own = addons?.ok === true ? addons.value.find((one) => one.name === name) : undefined;
  const issues = (own?.healthIssues ?? []).map(({ code, message }) => `${code}: ${message.replace(/\.$/, '')}.`);
  const updating = tasks.filter(({ kind, id }) => kind === 'add-on' && id.split(':')[1] === name);
  return {
    object: `addon/${name}`,
    text: `${status}, was ${then.status}`,
    state: null,
    since: null,
    task: updating.findLast(({ number }) => done.has(number))?.number ?? null,
    why: issues.length === 0 ? null : issues.join(' '),
    actions:
      cluster?.ok === true
        ? [
            toAction(
              advice`See the health of add-on ${name}.\n${commands(
                continued(
                  sh`aws eks describe-addon --region ${cluster.value.region} --cluster-name ${cluster.value.name}`,
                  sh`--addon-name ${name} --query 'addon.[status,health]'`,
                ),
              )}`,
            ),
          ]
        : [],
  };
}

/** The webhooks and aggregated APIs whose Service answered, and no longer does. */
export function worseBackends({ before, health }: Comparing): Worse[] {
  return health.backends.filter((now) => !now.isReady && wasReady(now, before.backends)).map(worseBackend);
}

/** An object that calls another Service than before: whether all that it called answered. */
function wasReady({ object, service }: Backend, before: readonly Backend[]): boolean {
  const own = before.filter((one) => one.object === object);
  const then = own.find((one) => one.service === service);
  if (then !== undefined) return then.isReady;
  return own.length > 0 && own.every(({ isReady }) => isReady);
}

function worseBackend({ object, service }: Backend): Worse {
  const [, namespace = '', name = ''] = service.split('/');
  const isApi = object.startsWith('apiservice/');
  return {
    object,
    text: isApi ? 'unavailable, was available' : `no ready endpoints in ${service}, had some`,
    state: null,
    since: null,
    task: null,
    why: isApi
      ? `The API server does not reach the aggregated API at ${service}.`
      : 'Depending on failurePolicy, the API server rejects these requests or skips the webhook.',
    actions: [
      toAction(
        advice`See the endpoints of ${service} and its pods.\n${commands(...lookAtService({ namespace, name }))}`,
      ),
    ],
  };
}
