import { clusterNamed } from '../../report/cluster-named.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { setFields } from '../../syntax/set-fields.ts';
import type { Report } from '../../report/schema.ts';

/**
 * Where a finding is. GitHub rejects a whole file if one result names no artifact, and distinguishes alerts by their
 * artifacts. So a finding of a cluster is at the first line of a path that names the cluster
 * (`eks/111122223333/eu-west-1/prod`), as image scanners use the name of the image. A finding of a manifest is at its
 * line in the file.
 */
export function physicalLocation({ location }: ReportedFinding, report: Report): object {
  const { file, line } = location ?? { file: undefined, line: 1 };
  return {
    artifactLocation: { uri: file === undefined ? buildClusterUri(report) : pathUri(file.split(/[\\/]/)) },
    region: { startLine: Math.max(1, Math.trunc(line)) },
  };
}

/** The cluster, as a relative URI. */
export function buildClusterUri(report: Report): string {
  const { account, region, name } = clusterNamed(report);
  return pathUri(['eks', account, region, name]);
}

function pathUri(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => encodeURIComponent(part.replaceAll(/\p{Cs}/gu, '\uFFFD')))
    .join('/');
}

/** The resource by its ARN, or by API version, kind, namespace and name. */
export function logicalLocations({ resource }: ReportedFinding): object[] {
  const { text, kind, name, namespace, apiVersion, arn } = resource;
  const qualified = arn ?? [apiVersion, kind, namespace, name].filter((part) => part !== undefined).join('/');
  return [setFields({ name, fullyQualifiedName: qualified, kind: 'resource', properties: { text } })];
}
