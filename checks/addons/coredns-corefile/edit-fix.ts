import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { editCorefile, type CorefileResource } from '../../../src/subjects/coredns.ts';

/** A change to the Corefile. The EKS add-on overwrites it if its configuration values contain a Corefile. */
export function editFix(resource: CorefileResource, change: Advice): Advice {
  return advice`${change}:\n${commands(editCorefile(resource))}\nWhere the configuration values of the EKS add-on hold
    the Corefile (\`corefile\`), change it there instead.`;
}
