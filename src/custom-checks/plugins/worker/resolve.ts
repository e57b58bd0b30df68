/** Module hooks of a worker: plug-ins import the API of the running eks-preflight, from any folder. */

interface Data {
  /** The `file:` URL from which the plug-in is looked up. */
  from: string;
  /** The modules of the API as `file:` URLs, by the names that plug-ins import. */
  api: Readonly<Record<string, string>>;
}

interface Resolving {
  parentURL?: string | undefined;
}

type Next = (specifier: string, context: Resolving) => Promise<{ url: string }>;

const scheme = 'eks-preflight-plugin:';
let given: Data = { from: '', api: {} };

/** Called once by Node, with the data of `register`. */
export function initialize(data: Data): void {
  given = data;
}

/** Called by Node for every import. */
export async function resolve(
  specifier: string,
  context: Resolving,
  next: Next,
): Promise<{ url: string; shortCircuit?: boolean }> {
  const own = Object.hasOwn(given.api, specifier) ? given.api[specifier] : undefined;
  if (own !== undefined) return { url: own, shortCircuit: true };
  if (!specifier.startsWith(scheme)) return next(specifier, context);
  return next(specifier.slice(scheme.length), { ...context, parentURL: given.from });
}
