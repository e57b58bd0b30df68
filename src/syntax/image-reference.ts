/** An image as a container runtime reads it: `docker.io/library/redis`, `7.2`, `sha256:0a1b`. */
export interface ImageReference {
  /** With the registry: `redis` is `docker.io/library/redis`. */
  repository: string;
  /** `latest` if neither a tag nor a digest is given. */
  tag: string | undefined;
  digest: string | undefined;
}

/** Reads `host:port/path/name:tag@digest`; without a registry, the image is on Docker Hub. */
export function parseImageReference(image: string): ImageReference {
  const [named = '', digest] = image.split('@');
  const repository = named.replace(/:[^/:]*$/, '');
  const tag = named.slice(repository.length + 1);
  const unset = digest === undefined ? 'latest' : undefined;
  return { repository: withRegistry(repository), tag: tag === '' ? unset : tag, digest };
}

/** Whether a repository is a path of a registry, or lies below it. */
export function isBelowPath(repository: string, path: string): boolean {
  return repository === path || repository.startsWith(`${path}/`);
}

function withRegistry(repository: string): string {
  const [first = '', ...rest] = repository.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (isHost && first !== 'docker.io' && first !== 'index.docker.io' && first !== 'registry-1.docker.io')
    return repository;
  const path = isHost ? rest : [first, ...rest];
  return ['docker.io', ...(path.length === 1 ? ['library'] : []), ...path].join('/');
}
