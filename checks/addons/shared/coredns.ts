import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding, Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { linesText, separateOutsideLines, type Directive } from './corefile-lines.ts';

export type CorednsCopy = Facts['coredns'][number];
export type Corefile = CorednsCopy['corefile'];
export type ParsedCorefile = Extract<Corefile, { state: 'parsed' }>;
/** The problems of a Corefile that cannot be judged, by rule. */
export const corefileProblems = {
  'corefile-missing': 'Corefile not found',
  'corefile-not-readable': 'Corefile cannot be parsed',
  'unresolved-import': 'imported files were not read',
  'version-not-readable': 'CoreDNS version cannot be read',
};

/** A ConfigMap with a Corefile. */
export type CorefileResource = Resource & { namespace: string };

/**
 * The first CoreDNS that reads EndpointSlices.
 * Sources: https://github.com/coredns/deployment/pull/246, https://github.com/coredns/coredns/issues/5495
 */
export const endpointSlicesFrom = '1.8.1';

/** The step before a self-managed copy older than {@link endpointSlicesFrom} is updated to that version or newer. */
export const endpointSlicesFirst = advice`First, allow the ClusterRole to list and watch EndpointSlices, which CoreDNS
  ${endpointSlicesFrom} and later reads: without this rule, CoreDNS cannot resolve Service names.\n${commands(
    sh`kubectl get clusterrole system:coredns -o yaml > coredns-clusterrole.yaml`,
    sh`kubectl edit clusterrole system:coredns`,
  )}\nAdd this rule if it is missing: \`apiGroups: [discovery.k8s.io]\`, \`resources: [endpointslices]\`,
  \`verbs: [list, watch]\`. Then set the image:\n`;

/** True, or the reason why the check does not apply: the cluster has no Corefile. */
export function hasCoredns(coredns: Facts['coredns'], cluster: Facts['cluster']): true | string {
  if (coredns.length > 0) return true;
  return cluster.autoMode ? 'EKS Auto Mode has its own DNS' : 'no CoreDNS runs in this cluster';
}

/** A ConfigMap with a Corefile, and the workloads that mount it. */
export interface MountedCorefile<Content extends Corefile = Corefile> {
  resource: CorefileResource;
  corefile: Content;
  /** Lines outside of the server blocks: CoreDNS does not start with them. */
  outside: readonly Directive[];
  copies: readonly CorednsCopy[];
}

/** One group per Corefile, so that each line is reported once, with its worst effect. */
function groupCopiesByCorefile(coredns: Facts['coredns']): MountedCorefile[] {
  const groups = grouped(coredns, ({ namespace, corefile }) => `${namespace}/${corefile.configMap}`);
  return [...groups.values()].map((copies) => {
    const [{ namespace, corefile }] = copies;
    return { resource: { kind: 'ConfigMap', namespace, name: corefile.configMap }, corefile, outside: [], copies };
  });
}

/**
 * The check's findings for each Corefile, and findings for missing or invalid Corefiles and for unread imports.
 * @param lookFor what the user should look for in files that were not read
 * @param findingsIn returns the check's findings for a valid Corefile
 * @param importsThatMatter unread imports that may contain what the check looks for; by default, all
 */
export function* corefileFindings(
  coredns: Facts['coredns'],
  lookFor: Advice,
  findingsIn: (mounted: MountedCorefile<ParsedCorefile>) => Iterable<Finding>,
  importsThatMatter = ({ unresolvedImports }: ParsedCorefile) => unresolvedImports,
): Iterable<Finding> {
  for (const { resource, corefile, copies } of groupCopiesByCorefile(coredns)) {
    if (corefile.state !== 'parsed') {
      yield notReadable(resource, corefile, lookFor);
      continue;
    }
    yield* unseenImportFindings(resource, importsThatMatter(corefile), lookFor);
    const { blocks, outside } = separateOutsideLines(corefile.blocks);
    yield* findingsIn({ resource, corefile: { ...corefile, blocks }, outside, copies });
  }
}

/** The CoreDNS version that EKS lists for a Kubernetes version; undefined if the table has none. */
export function shippedWith(minor: Minor, rows: Tables['corefile']): string | undefined {
  const shipped = rows.flatMap((row) => (row.rowKind === 'shipped' && row.from <= minor ? [row] : []));
  return shipped.sort((a, b) => b.from - a.from)[0]?.coredns;
}

/** The finding for imports of files that were not read. */
function* unseenImportFindings(
  resource: Resource,
  imports: ParsedCorefile['unresolvedImports'],
  lookFor: Advice,
): Iterable<Finding> {
  if (imports.length === 0) return;
  const names = [...new Set(imports.map(({ pattern }) => pattern))].join(', ');
  const lines = [...new Set(imports.map(({ line }) => line))].sort((a, b) => a - b);
  const [imported, brought] = forCount(lines.length, ['imports', 'it contains'], ['import', 'they contain']);
  yield {
    level: 'unknown',
    rule: 'unresolved-import',
    resource,
    message: `Corefile ${linesText(lines)} ${imported} ${names}: what ${brought} is unknown`,
    evidence: imports.map(({ line, pattern }) => ({ observed: `Corefile line ${line}: import ${pattern}` })),
    fix: advice`Check the imported files for ${lookFor}.`,
  };
}

/** The finding for a Corefile that does not exist or that CoreDNS itself cannot parse. */
function notReadable(resource: Resource, corefile: Exclude<Corefile, ParsedCorefile>, lookFor: Advice): Finding {
  if (corefile.state === 'missing') {
    return {
      level: 'unknown',
      rule: 'corefile-missing',
      resource,
      message: 'does not exist, or has no key Corefile: the configuration of CoreDNS is unknown',
      fix: advice`Find the Corefile that CoreDNS reads (see its argument \`-conf\` and its volumes), and check it for ${lookFor}.`,
    };
  }
  return {
    level: 'unknown',
    rule: 'corefile-not-readable',
    resource,
    message: `cannot read Corefile line ${corefile.line}: ${corefile.message}`,
    fix: advice`Fix the Corefile: CoreDNS cannot read it either, and only keeps running until its next start.`,
  };
}

/**
 * The first version of the path for which EKS lists CoreDNS `from` or newer, and a clause about the effect of that
 * CoreDNS. No version for a copy outside kube-system, because EKS does not install such copies.
 * @param from the first CoreDNS version with the effect
 * @param does the effect: `does not start with it`
 */
export function nextCoredns(
  { namespace, version }: CorednsCopy,
  from: string,
  versions: readonly Minor[],
  rows: Tables['corefile'],
  does: string,
): { at?: Minor; by: string } {
  const runs = version === null ? '' : `, ${version} runs`;
  const at = versions.find((minor) => !isBelow(shippedWith(minor, rows) ?? '0.0.0', from));
  if (at === undefined || namespace !== 'kube-system') return { by: `CoreDNS from ${from} on ${does}${runs}` };
  const by = `the CoreDNS ${shippedWith(at, rows)} that EKS lists for ${format(at)} ${does}${runs}`;
  return { at, by };
}

function editCorefile({ namespace, name }: CorefileResource): Command {
  return sh`kubectl -n ${namespace} edit configmap ${name} -o yaml`;
}

/** How to edit the Corefile. The EKS add-on overwrites it if the add-on's configuration values contain one. */
export function editFix(
  resource: CorefileResource,
  change: Advice,
  copies: readonly CorednsCopy[],
  look: readonly Command[] = [],
): Advice {
  const { namespace, name } = resource;
  const save = sh`kubectl -n ${namespace} get configmap ${name} -o yaml > ${`${name}-old.yaml`}`;
  const edit = commands(...look, save, editCorefile(resource));
  const [copy] = copies;
  if (copy === undefined) return advice`${change}:\n${edit}`;
  return advice`${change}. ${changeByOwner(copy, {
    goal: advice`the changed Corefile`,
    addon: () =>
      advice`If the configuration values of the EKS add-on set the Corefile (\`corefile\`), change it there instead of:\n${edit}`,
    byHand: edit,
  })}`;
}
