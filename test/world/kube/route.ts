import { permissionText } from '../../../src/facts/reason.ts';
import { failure, type Reply } from './reply.ts';

/** What a path refers to, as the authorizer sees it: whether the server serves the resource is still unknown. */
export type Route =
  | { at: 'path'; path: string }
  | {
      at: 'resource';
      group: string;
      version: string;
      resource: string;
      subresource?: string;
      namespace?: string;
      name?: string;
    };

/** Parses a path as the API server's request info does. */
export function parseRoute(path: string): Route {
  const [prefix, ...rest] = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  const group = prefix === 'apis' ? rest.shift() : '';
  const version = rest.shift();
  if ((prefix !== 'api' && prefix !== 'apis') || group === undefined || version === undefined || rest.length === 0)
    return { at: 'path', path };
  const scoped = rest[0] === 'namespaces' && rest.length > 2;
  const namespace = scoped ? rest[1] : undefined;
  const [resource = '', name, subresource] = scoped ? rest.slice(2) : rest;
  return {
    at: 'resource',
    group,
    version,
    resource,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
}

/** The permission that a GET of this route needs, as in the denials and faults of worlds. */
export function routePermission(route: Route): string {
  if (route.at === 'path') return permissionText({ nonResourceURL: route.path });
  const { group, resource, subresource, name } = route;
  const full = subresource === undefined ? resource : `${resource}/${subresource}`;
  return permissionText({ apiGroup: group, resource: full, verb: name === undefined ? 'list' : 'get' });
}

/** The authorizer's 403, with the message that kubectl shows. */
export function forbidden(user: string, route: Route): Reply {
  if (route.at === 'path')
    return failure(403, { message: `forbidden: User "${user}" cannot get path "${route.path}"`, details: {} });
  const { group, resource, subresource, namespace, name } = route;
  const full = subresource === undefined ? resource : `${resource}/${subresource}`;
  const what = `${resource}${group === '' ? '' : `.${group}`}${name === undefined ? '' : ` "${name}"`}`;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const verb = name === undefined ? 'list' : 'get';
  return failure(403, {
    message: `${what} is forbidden: User "${user}" cannot ${verb} resource "${full}" in API group "${group}" ${where}`,
    details: { ...(name !== undefined && { name }), ...(group !== '' && { group }), kind: resource },
  });
}
