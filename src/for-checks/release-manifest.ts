import { advice, commands, type Advice } from '../syntax/advice.ts';
import { sh, type Command } from '../syntax/shell.ts';

/** A manifest of a release in a file, and the objects of the cluster that it would overwrite. */
export interface ReleaseManifest {
  file: string;
  /** Commands that write the file. */
  get: readonly Command[];
  /** Commands that save what is there now. */
  save: readonly Command[];
  /** What the manifest is known to reset, as sentences. */
  resets: Advice;
  /** Commands that follow the application. */
  after: readonly Command[];
}

/**
 * How to apply the manifest of a release over a copy that may differ from it: the copy is saved, `kubectl diff` lists what
 * the manifest would change, and only what belongs to the release may be left when it is applied.
 */
export function applyKeeping({ file, get, save, resets, after }: ReleaseManifest): Advice {
  return advice`${commands(...save, ...get, sh`kubectl diff -f ${file}`)}\nThe manifest overwrites what you changed. ${resets} \`kubectl diff\`
    lists all of it: arguments, environment variables, resources, tolerations, node selectors, affinity and ConfigMaps. Copy each removed
    line (\`-\`) that is yours into ${file}, and compare again until only changes of the release are left. Only then apply
    it:\n${commands(sh`kubectl apply -f ${file}`, ...after)}`;
}
