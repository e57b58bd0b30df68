import type { Report } from '../../../src/report/schema.ts';
import { built } from '../../command.ts';
import type { Rival } from './rivals.ts';

/** A finding of a tool: an object, and whether 1.25 or a later version breaks it. */
export interface Reported {
  kind: string;
  name: string;
  when: 'gone' | 'later';
}

/** How to start a tool and parse its output. */
export interface Tool {
  name: string;
  argv: readonly string[];
  read: (stdout: string) => Reported[];
}

/** The tools in table order. eks-preflight gets the API server's URL as an option, the others from the kubeconfig. */
export function tools(programs: Record<Rival, string>, url: string): Tool[] {
  const scan = [process.execPath, built, 'scan', '--cluster', 'prod', '--format', 'json', '--kube-server', url];
  const secrets = ['--with', 'secrets'];
  return [
    { name: 'eks-preflight, `apis/*`', argv: [...scan, ...secrets, '--only', 'apis/*'], read: ownFindings },
    { name: 'eks-preflight, all', argv: [...scan, ...secrets], read: ownFindings },
    { name: 'kubent', argv: [programs.kubent, '-t', '1.25.0', '-o', 'json'], read: kubentFindings },
    {
      name: 'pluto',
      argv: [programs.pluto, 'detect-all-in-cluster', '-t', 'k8s=v1.25.0', '-o', 'json'],
      read: plutoFindings,
    },
  ];
}

const judging = ['apis/removed', 'apis/deprecated', 'apis/helm-releases', 'apis/pod-security-policies'];

/** A finding about a release names the release; the objects in the release are in its evidence. */
function ownFindings(stdout: string): Reported[] {
  const { results } = JSON.parse(stdout) as Report;
  return results
    .filter(({ id }) => judging.includes(id))
    .flatMap(({ id, findings }) =>
      findings
        .filter(({ level }) => level === 'fail' || level === 'warn')
        .map(({ at, resource }) => ({
          kind: resource.kind,
          name: resource.name,
          when:
            id === 'apis/deprecated' || (at !== null && at.version !== '1.25') ? ('later' as const) : ('gone' as const),
        })),
    );
}

function kubentFindings(stdout: string): Reported[] {
  const rows = JSON.parse(stdout || '[]') as { Kind: string; Name: string; RuleSet: string }[];
  return rows.map(({ Kind, Name, RuleSet }) => ({
    kind: Kind,
    name: Name,
    when: RuleSet.includes('1.25') ? 'gone' : 'later',
  }));
}

function plutoFindings(stdout: string): Reported[] {
  const { items = [] } = JSON.parse(stdout || '{}') as {
    items?: { name: string; api: { kind: string }; removed: boolean }[];
  };
  // For an object in a release, `name` is `release/name`.
  return items.map(({ name, api, removed }) => ({
    kind: api.kind,
    name: name.slice(name.lastIndexOf('/') + 1),
    when: removed ? 'gone' : 'later',
  }));
}
