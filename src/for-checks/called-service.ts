import type { CalledService, WebhookService } from '../facts/api-extensions.ts';
import { sh, type Command } from '../syntax/shell.ts';

/**
 * How many ready endpoints answer on the port that the API server calls.
 * @param service null: the API server calls no Service
 * @param services undefined: not read
 * @returns null: not seen, or outside the cluster
 */
export function countReadyEndpoints(
  service: CalledService | null,
  services: readonly WebhookService[] | undefined,
): number | null {
  if (service === null || services === undefined) return null;
  const found = services.find(({ namespace, name }) => namespace === service.namespace && name === service.name);
  if (found === undefined || found.external) return null;
  if (found.ports === null) return 0;
  const port = found.ports.find((one) => one.port === service.port);
  return port === undefined ? 0 : port.ready;
}

/** Commands that show a Service and its endpoints. */
export function lookAtService({ namespace, name }: Pick<CalledService, 'namespace' | 'name'>): Command[] {
  return [
    sh`kubectl describe service ${name} --namespace ${namespace}`,
    sh`kubectl get endpointslices --namespace ${namespace} --selector kubernetes.io/service-name=${name}`,
    sh`kubectl get pods --namespace ${namespace}`,
  ];
}
