import { countReadyEndpoints } from '../../for-checks/called-service.ts';
import type { AdmissionWebhook, ApiService } from '../../facts/api-extensions.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import { grouped } from '../../syntax/grouped.ts';
import type { Health } from './schema.ts';

type Backend = Health['backends'][number];
type Unseen = Health['unseen'][number];

/** A backend; `isReady` is null if that was not seen. */
type Judged = Omit<Backend, 'isReady'> & { isReady: boolean | null };

/** The Services that the API server calls, in any order, and those whose state was not seen. */
export function healthBackends({ admissionWebhooks, webhookServices, apiServices }: Readings): {
  backends: Backend[];
  unseen: Unseen[];
} {
  const webhooks = admissionWebhooks?.ok === true ? admissionWebhooks.value : [];
  const services = webhookServices?.ok === true ? webhookServices.value : undefined;
  const judged = [
    ...(services === undefined ? [] : webhookBackends(webhooks, services)),
    ...(apiServices?.ok === true ? apiServices.value : []).flatMap(apiBackend),
  ];
  return {
    backends: judged.flatMap(({ isReady, ...backend }) => (isReady === null ? [] : [{ ...backend, isReady }])),
    unseen: judged.flatMap(({ isReady, ...backend }) => (isReady === null ? [toUnseen(backend)] : [])),
  };
}

/** One for each configuration and Service. A Service of type ExternalName answers outside the cluster. */
function webhookBackends(webhooks: readonly AdmissionWebhook[], services: Facts['webhookServices']): Judged[] {
  const external = new Set(services.flatMap((one) => (one.external ? [toServiceName(one)] : [])));
  const called = webhooks.flatMap(({ kind, configuration, service }) => {
    if (service === null || external.has(toServiceName(service))) return [];
    const object = `${kind.toLowerCase()}/${configuration}`;
    return [{ object, service: toServiceName(service), ready: countReadyEndpoints(service, services) }];
  });
  return [...grouped(called, ({ object, service }) => `${object} ${service}`).values()].map((own) => {
    const [{ object, service }] = own;
    return { object, service, isReady: allReady(own.map(({ ready }) => ready)) };
  });
}

function allReady(counts: readonly (number | null)[]): boolean | null {
  if (counts.includes(0)) return false;
  return counts.includes(null) ? null : true;
}

function apiBackend({ name, service, available }: ApiService): Judged[] {
  if (service === null) return [];
  const status = available?.status;
  const isReady = status === 'True' ? true : status === 'False' ? false : null;
  return [{ object: `apiservice/${name}`, service: toServiceName(service), isReady }];
}

function toServiceName({ namespace, name }: { namespace: string; name: string }): string {
  return `svc/${namespace}/${name}`;
}

function toUnseen({ object, service }: Pick<Backend, 'object' | 'service'>): Unseen {
  const reason = object.startsWith('apiservice/')
    ? 'its condition Available is missing or Unknown'
    : `the endpoints of ${service} were not read`;
  return { part: 'backends', what: object, reason, permission: null };
}
