import * as z from 'zod/mini';

/** A ConfigMap mounted as a folder. */
export interface ConfigMapMount {
  configMap: string;
  folder: string;
  /** File names by key, if the volume sets them; if undefined, each key is a file name. */
  files: ReadonlyMap<string, string> | undefined;
}

const configMap = z.optional(
  z.nullable(
    z.object({
      name: z.optional(z.string()),
      items: z.optional(z.nullable(z.array(z.object({ key: z.string(), path: z.string() })))),
    }),
  ),
);
const workload = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({
            volumeMounts: z.optional(
              z.nullable(
                z.array(z.object({ name: z.string(), mountPath: z.string(), subPath: z.optional(z.string()) })),
              ),
            ),
          }),
        ),
        volumes: z.optional(
          z.nullable(
            z.array(
              z.object({
                name: z.string(),
                configMap,
                projected: z.optional(
                  z.nullable(z.object({ sources: z.optional(z.nullable(z.array(z.object({ configMap })))) })),
                ),
              }),
            ),
          ),
        ),
      }),
    }),
  }),
});

/** The ConfigMaps that the containers of a Deployment or DaemonSet mount as folders; omits single files (subPath). */
export function listConfigMapMounts(raw: unknown): ConfigMapMount[] {
  const { containers, volumes } = workload.parse(raw).spec.template.spec;
  const mounts = containers.flatMap(({ volumeMounts }) => volumeMounts ?? []);
  return mounts.flatMap(({ name, mountPath, subPath }) => {
    const volume = (volumes ?? []).find((one) => one.name === name);
    if (volume === undefined || subPath !== undefined) return [];
    const folder = mountPath.endsWith('/') ? mountPath.slice(0, -1) : mountPath;
    const sources = [{ configMap: volume.configMap }, ...(volume.projected?.sources ?? [])];
    return sources.flatMap(({ configMap: source }) => {
      if (source?.name === undefined) return [];
      const items = source.items ?? undefined;
      const files = items === undefined ? undefined : new Map(items.map(({ key, path }) => [key, path]));
      return [{ configMap: source.name, folder, files }];
    });
  });
}
