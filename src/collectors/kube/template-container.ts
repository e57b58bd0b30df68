import * as z from 'zod/mini';
import type { Workload } from '../../facts/kube.ts';
import { imageParts } from './components.ts';
import { environmentSources } from './karpenter/template.ts';
import { gatesIn } from '../user-data/node-settings.ts';
import { environment, namedVariables } from './named-variables.ts';

const words = z.optional(z.nullable(z.array(z.string())));
/** A pod or a container with its seccomp profile. */
export const secured = z.optional(z.nullable(z.object({ seccompProfile: z.optional(z.unknown()) })));
/** A container of a pod template. */
export const templateContainer = z.object({
  name: z.string(),
  securityContext: secured,
  image: z.optional(z.string()),
  command: words,
  args: words,
  env: environment,
  envFrom: environmentSources,
  readinessProbe: z.optional(
    z.nullable(z.object({ httpGet: z.optional(z.nullable(z.object({ path: z.optional(z.string()) }))) })),
  ),
});

/** An init container of a pod template; with `restartPolicy: Always` it is a sidecar. */
export const initContainer = z.extend(templateContainer, {
  restartPolicy: z.optional(z.nullable(z.string())),
  resizePolicy: z.optional(z.nullable(z.array(z.object({ restartPolicy: z.optional(z.string()) })))),
});

/** Keeps only three flags of kube-proxy, and whether a flag names the VPC: a command line may hold secrets. */
export function projectContainer(
  raw: z.infer<typeof templateContainer>,
  hostNetwork: boolean,
): Workload['containers'][number] {
  const { name, image = '', command, args, readinessProbe } = raw;
  const [readinessPath] = (readinessProbe?.httpGet?.path ?? '').split('?');
  const line = [...(command ?? []), ...(args ?? [])].flatMap((part) => part.split(/\s+/));
  const runsKubeProxy = [imageParts(image).name, ...line].some((word) => /(^|[/-])kube-proxy$/.test(word));
  return {
    name,
    image,
    ...(readinessPath === undefined || readinessPath === '' ? {} : { readinessPath }),
    ...namedVariables(raw.env),
    ...(imageParts(image).name.endsWith('aws-load-balancer-controller')
      ? { knowsVpc: hostNetwork || vpcFlags.some((name) => (flag(line, name) ?? '') !== '') }
      : {}),
    ...(runsKubeProxy
      ? {
          kubeProxy: {
            mode: flag(line, '--proxy-mode'),
            config: flag(line, '--config'),
            ...gatesIn(flag(line, '--feature-gates') ?? ''),
          },
        }
      : {}),
  };
}

/** Source: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/installation/, "IMDSv2" */
const vpcFlags = ['--aws-vpc-id', '--aws-vpc-tags'];

/**
 * The value in `--flag=value` or `--flag value`; null without the flag. If it occurs more than once, the last one
 * counts.
 */
function flag(line: readonly string[], name: string): string | null {
  const at = line.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
  const value = line[at] === name ? line[at + 1] : line[at]?.slice(name.length + 1);
  return value === undefined ? null : value.replaceAll(/["']/g, '');
}
