import type { Advice } from '../../syntax/advice.ts';
import { unwrap } from '../../syntax/markdown.ts';
import type { Draft, Task } from './draft.ts';

type Needed = 'id' | 'kind' | 'title' | 'hop' | 'stage' | 'how';

const defaults: Omit<Draft, Needed> = {
  at: null,
  rank: 0,
  closes: [],
  stops: [],
  unknown: false,
  area: null,
  groups: [],
  after: [],
  from: null,
  to: null,
  by: 'by hand',
  done: [],
  disturbs: null,
  notes: [],
};

/**
 * A task from its parts; what is left out has no effect. Without `by`, the first command says who does it. Helm has
 * one spelling, that of its program.
 */
export function draftTask(parts: Pick<Draft, Needed> & Partial<Draft>): Draft {
  const task = { ...defaults, by: findProgram(parts.how.commands), ...parts };
  return { ...task, by: task.by === 'Helm' ? 'helm' : task.by };
}

/** How to do a task, from advice. */
export function toHow({ text, commands }: Advice): Task['how'] {
  return { text: unwrap(text), commands: [...commands] };
}

/** Programs of tools that manage objects, and this one, by the names that the plan has for them. */
const toolsOfPrograms: ReadonlyMap<string, string> = new Map([
  ['terraform', 'Terraform'],
  ['tofu', 'OpenTofu'],
  ['terragrunt', 'Terragrunt'],
  ['cdk', 'AWS CDK'],
  ['argocd', 'Argo CD'],
  ['flux', 'Flux'],
  ['eks-preflight', 'scan'],
]);

const program = /(?:^|[\s(])(aws|kubectl|helm|eksctl|eks-preflight|terraform|tofu|terragrunt|cdk|argocd|flux) /;

/** The program that the first commands run, or its tool: `aws`, `Terraform`; `by hand` if there is none. */
export function findProgram(commands: readonly string[]): string {
  const name = program.exec(commands.join('\n'))?.[1] ?? 'by hand';
  return toolsOfPrograms.get(name) ?? name;
}
