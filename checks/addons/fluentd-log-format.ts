import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, isBelow, parseVersion, type Minor } from '../../src/syntax/versions.ts';

type Agent = Facts['logAgents'][number];
type Rows = Tables['log-formats'];

/** The log formats that an agent can read. */
type Reads = { format: 'both' } | { format: 'docker'; observed: string } | { format: 'unknown'; observed: string };

/** The manifests of 1.3.12 contain the version 1.3.11. Source: tag k8s/1.3.12 of the Container Insights samples. */
const AMBIGUOUS = '1.3.11';

export default defineCheck({
  id: 'addons/fluentd-log-format',
  title: 'Log agents that only parse the Docker log format',
  short: 'parses only the Docker log format',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `Docker writes container logs as JSON, containerd as plain lines with a prefix; nodes of 1.24 and later run
    containerd. Fluentd, as Container Insights installed it before September 2022, only parses JSON: on such
    nodes, it ships no log lines and fills its own log with errors. The user guide asks you to migrate to Fluent
    Bit before the update.

    Fluentd DaemonSets in any namespace are judged by the parser in their environment
    (\`FLUENT_CONTAINER_TAIL_PARSER_TYPE\`; if unset, the images of \`fluentd-kubernetes-daemonset\` parse JSON; a custom
    configuration may differ and is not read). Fluentd is recognized by the image's name, else by the labels or the
    name of the DaemonSet; if another image (\`fluent/fluentd\`, \`bitnami/fluentd\`, a renamed one) does not set the
    parser, it is unknown. Fluent Bit of Container Insights is judged by the release of its manifests (\`CI_VERSION\`;
    1.3.12 is the first that supports both formats). Findings are reported if a step of the path moves nodes from
    Docker to containerd, or if nodes still run Docker. Other log agents are not judged.`,
  fix: advice`Migrate from Fluentd to Fluent Bit, or configure Fluentd with a parser for the CRI format, before nodes run
    containerd.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/dockershim-deprecation.html',
    'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Container-Insights-setup-logs-FluentBit.html',
    'https://github.com/fluent/fluentd-kubernetes-daemonset#use-cri-parser-for-containerdcri-o-logs',
  ],
  needs: ['logAgents'],
  uses: ['nodes', 'nodegroups'],
  tables: ['log-formats'],
  applies: {
    needs: [],
    uses: ['nodes', 'nodegroups'],
    when: (compute, context) => !runsNoDocker({ ...context, ...compute }) || 'no node runs Docker',
  },

  *run({ logAgents, nodes, nodegroups }, { current, versions, tables }) {
    const rows = tables['log-formats'];
    const from = rows.find((row) => row.rowKind === 'containerd')?.from;
    const moves = from === undefined ? undefined : movesAt(from, { current, versions, nodes, nodegroups });
    if (from === undefined || moves === undefined) return;
    const { at, isCertain } = moves;
    for (const agent of logAgents) {
      const reads = resolveFormats(agent, rows);
      if (reads.format === 'both') continue;
      yield {
        level: reads.format === 'docker' && isCertain ? 'warn' : 'unknown',
        at,
        resource: { kind: 'DaemonSet', namespace: agent.namespace, name: agent.name },
        ...(reads.format === 'unknown' ? { short: 'log format of its parser is unknown' } : {}),
        message: buildMessage(agent, reads, from),
        evidence: [{ observed: reads.observed, required: 'a parser for the containerd log format', fact: 'logAgents' }],
        fix: bothFormatsFix(agent),
      } satisfies Finding;
    }
  },
});

interface Cluster {
  current: Minor;
  versions: readonly Minor[];
  nodes?: Facts['nodes'] | undefined;
  nodegroups?: Facts['nodegroups'] | undefined;
}

/**
 * The first version, not below `from`, at which nodes change from Docker to containerd; the current one if some still run
 * Docker. Undefined: no nodes change. `isCertain`: nodes and groups were read, or a node runs Docker.
 */
function movesAt(
  from: Minor,
  { current, versions, nodes, nodegroups }: Cluster,
): { at: Minor; isCertain: boolean } | undefined {
  const hasDocker = nodes?.some(({ containerRuntimeVersion }) => containerRuntimeVersion.startsWith('docker:'));
  if (current >= from) return hasDocker === true ? { at: current, isCertain: true } : undefined;
  const at = versions.find((version) => version >= from);
  if (at === undefined) return undefined;
  if (hasDocker === true) return { at, isCertain: true };
  const own = nodes?.filter(({ computeType }) => computeType !== 'fargate') ?? [];
  const empty = nodegroups?.filter(({ name }) => !own.some(({ group }) => group === name));
  const mayHaveDocker = empty?.some(({ amiType }) => !/^(AL2023|BOTTLEROCKET)_/.test(amiType ?? ''));
  if (own.length > 0 && mayHaveDocker === false) return undefined;
  return { at, isCertain: nodes !== undefined && nodegroups !== undefined };
}

/** True if nodes were read, and none of them runs Docker, today or before the path reaches containerd. */
function runsNoDocker({ tables, ...cluster }: Cluster & Pick<Context<'log-formats'>, 'tables'>): boolean {
  const from = tables['log-formats'].find((row) => row.rowKind === 'containerd')?.from;
  if (from === undefined || !cluster.versions.some((version) => version >= from)) return false;
  return (cluster.nodes ?? []).length > 0 && movesAt(from, cluster) === undefined;
}

function resolveFormats(agent: Agent, rows: Rows): Reads {
  return agent.agent === 'fluentd' ? fluentdFormats(agent) : fluentBitFormats(agent, rows);
}

/** Any parser except `json` was set explicitly: `cri`, or the pattern that Container Insights has set since 1.3.12. */
function fluentdFormats({ parser = 'json' }: Agent): Reads {
  const unread = 'the parser cannot be read from FLUENT_CONTAINER_TAIL_PARSER_TYPE';
  if (parser === null) return { format: 'unknown', observed: unread };
  return parser === 'json'
    ? { format: 'docker', observed: 'FLUENT_CONTAINER_TAIL_PARSER_TYPE is json, or unset' }
    : { format: 'both' };
}

function fluentBitFormats({ manifests }: Agent, rows: Rows): Reads {
  const version = parseVersion((manifests ?? '').replace(/^k8s\//, ''));
  const minimum = rows.find((row) => row.rowKind === 'manifests')?.minimum;
  const observed = `Container Insights ${manifests ?? 'of a release that is set from another source'}`;
  if (version === undefined || version === AMBIGUOUS) return { format: 'unknown', observed };
  return minimum !== undefined && isBelow(version, minimum) ? { format: 'docker', observed } : { format: 'both' };
}

function buildMessage({ agent }: Agent, reads: Reads, from: Minor): string {
  const name = agent === 'fluentd' ? 'Fluentd' : 'Fluent Bit';
  const nodes = `nodes of ${format(from)} and later write containerd's`;
  if (reads.format === 'unknown') return `unknown whether ${name} parses formats other than Docker's; ${nodes}`;
  return `${name} parses container logs in Docker's format (JSON); ${nodes}`;
}

function bothFormatsFix({ agent, namespace, name }: Agent): Advice {
  if (agent === 'fluentd') {
    return advice`Migrate to Fluent Bit with the Container Insights manifests, then remove the DaemonSet. To keep
      Fluentd, check the \`<parse>\` section of its \`tail\` sources; if it uses the environment variable, set the parser
      (images from v1.12.0 on include the parser \`cri\`):\n${commands(
        sh`kubectl -n ${namespace} set env daemonset/${name} FLUENT_CONTAINER_TAIL_PARSER_TYPE=cri`,
        sh`kubectl -n ${namespace} rollout status daemonset/${name}`,
      )}`;
  }
  return advice`Apply the newest Container Insights manifests for Fluent Bit: their \`tail\` inputs use
    \`multiline.parser docker, cri\`. Check the current configuration:\n${commands(
      sh`kubectl -n ${namespace} get configmap fluent-bit-config -o yaml | grep -E 'multiline.parser|Parser +docker'`,
    )}`;
}
