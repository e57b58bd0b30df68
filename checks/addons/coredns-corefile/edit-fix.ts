import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { editCorefile, type CorefileResource } from '../../../src/subjects/coredns.ts';

/** A change of the Corefile. The EKS add-on writes it anew where its configuration values hold one. */
export function editFix(resource: CorefileResource, change: Advice): Advice {
  return advice`${change}:\n${commands(editCorefile(resource))}\nWhere the configuration values of the EKS add-on hold
    the Corefile (\`corefile\`), change it there instead.`;
}
