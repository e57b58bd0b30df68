import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import type { HelmManifest } from '../../../src/facts/helm.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format } from '../../../src/syntax/versions.ts';
import { isOfManifest, type Outdated } from './outdated.ts';

type Some = readonly [Outdated, ...Outdated[]];

/** How to move the stored manifest to newer API versions: update the chart, or rewrite the manifest. */
export function manifestFix(release: HelmManifest, outdated: Some): Advice {
  const same = advice`If the chart selects the API version by what the API server serves (\`.Capabilities\`), the same
    chart version is enough.`;
  const otherwise = advice`If no such chart version exists, or if the control plane is already updated, rewrite the stored
    manifest instead.`;
  return joinAdvice(
    [update(outdated, advice`uses`), same, ...driver(release), otherwise, rewrite(release, outdated)],
    ' ',
  );
}

/** How to update the hooks of a release: no Helm plugin changes them. */
export function hookFix(release: HelmManifest, outdated: Some): Advice {
  const { namespace, name, revision } = release;
  const look = commands(sh`helm get hooks ${name} --namespace ${namespace} --revision ${revision}`);
  return joinAdvice([update(outdated, advice`has hooks that use`), ...driver(release), advice`\n${look}`], ' ');
}

/** How to fix a release that Helm cannot update: rewrite its stored manifest first. */
export function unservedFix(release: HelmManifest, outdated: Some): Advice {
  return joinAdvice([rewriteFirst(outdated), ...driver(release), rewrite(release, outdated)], ' ');
}

/** How to fix a release that Helm cannot update today, and that also uses versions that a step removes. */
export function bothFix(release: HelmManifest, broken: Some, outdated: Some): Advice {
  const manifest = outdated.filter(isOfManifest);
  const [first, ...others] = manifest;
  const later =
    first === undefined ? update(outdated, advice`has hooks that use`) : update([first, ...others], advice`uses`);
  return joinAdvice([rewriteFirst(broken), later, ...driver(release), rewrite(release, [...broken, ...manifest])], ' ');
}

function rewriteFirst(broken: Some): Advice {
  return advice`Rewrite the stored manifest, then update the release to a chart version that uses ${formatGoal(broken)}.`;
}

function update(outdated: Some, uses: Advice): Advice {
  const [{ move, removal }] = outdated;
  const when = move?.when ?? advice`Before the update to ${format(removal.version)}`;
  return advice`${when}, update the release with \`helm upgrade\` and its current values to a chart version that ${uses}
    ${formatGoal(outdated)}. If Flux or a pipeline runs Helm, change the chart version there.`;
}

/** `policy/v1 and no PodSecurityPolicy`. */
function formatGoal(outdated: Some): Advice {
  const apis = [...new Set(outdated.flatMap(({ move }) => move?.api ?? []))];
  const none = outdated.flatMap(({ move, object }) => (move === null ? [`no ${object.kind}`] : []));
  return advice`${formatList([...apis, ...new Set(none)], apis.length + none.length)}`;
}

function driver({ storage }: HelmManifest): Advice[] {
  if (storage === 'Secret') return [];
  return [advice`Set \`HELM_DRIVER=configmap\` for all Helm commands: the release is stored in ConfigMaps.`];
}

/**
 * The plugin copies the newest revision, whatever its status, and stores the copy as deployed: its commands are only
 * shown if that revision is deployed. Source: pkg/v3/release.go of helm/helm-mapkubeapis.
 */
function rewrite({ namespace, name, revision, newest }: HelmManifest, outdated: Some): Advice {
  if (newest.revision !== revision || newest.status !== 'deployed') {
    return advice`The plugin \`mapkubeapis\` does this, but it always copies the newest revision, and revision
      ${newest.revision} has the status ${newest.status}: first restore the release to the status \`deployed\`.\n${commands(
        sh`helm history ${name} --namespace ${namespace}`,
      )}`;
  }
  const dropped = outdated.some(({ move }) => move === null)
    ? advice` Objects of a kind that has no newer version are removed from the manifest, not from the cluster.`
    : advice``;
  return advice`The plugin \`mapkubeapis\` adds a revision with the newer API versions, and does not change objects in the
    cluster.${dropped} It changes only the kinds in its mapping file, and no hooks: compare the output of \`--dry-run\` with
    the evidence. Do not roll back to an earlier revision afterwards.\n${commands(
      sh`helm plugin install https://github.com/helm/helm-mapkubeapis`,
      sh`helm mapkubeapis ${name} --namespace ${namespace} --dry-run`,
      sh`helm mapkubeapis ${name} --namespace ${namespace}`,
    )}`;
}
