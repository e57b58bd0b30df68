import { expect } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { lexShell } from './shell-lexer.ts';

/** A printed fix, with the facts that its check judged. */
export interface PrintedFix {
  check: string;
  text: string;
  commands: readonly string[];
  facts: Partial<Facts>;
}

/** One command of a fix, parsed. */
export interface Taken {
  program: string;
  /** Words that are neither flags nor their values: `['scale', 'deployment/cart']`. */
  words: readonly string[];
  /** The value of each flag; empty for a flag without a value. */
  flags: ReadonlyMap<string, string>;
}

interface Shape {
  name: string;
  /** Why no fix may print the command. */
  why: string;
  isMet(command: Taken, printed: PrintedFix, at: number): boolean;
}

const precious =
  /^(crds?|customresourcedefinitions?|ns|namespaces?|pvc?|persistentvolumes?|persistentvolumeclaims?|sts|statefulsets?|volumeattachments?)(\.|$)/i;

/** Per service: operations that delete something that other resources may need. */
const losing: Readonly<Record<string, RegExp>> = {
  autoscaling: /^(delete|terminate)-/,
  dynamodb: /^delete-/,
  ec2: /^(delete-(volume|snapshot|subnet|vpc|security-group)|terminate-instances|detach-volume)/,
  eks: /^(delete-cluster|delete-fargate-profile)/,
  iam: /^(delete-role|delete-policy|delete-instance-profile|delete-open-id-connect-provider)$/,
};

/** Checks that print `kubectl scale` only for one program each, which is stateless. */
const stateless = ['addons/ebs-csi-driver', 'addons/health', 'karpenter/status'];

/** Commands that no fix may print. For some, the facts or the rest of the fix may make an exception. */
export const forbidden: readonly Shape[] = [
  {
    name: 'scale a StatefulSet',
    why: 'two database processes, each with a volume of its own, are no replica of each other: clients get either',
    isMet: ({ program, words: [verb, ...targets] }) =>
      program === 'kubectl' &&
      verb === 'scale' &&
      targets.some((target) => /^(sts|statefulsets?)(\.|\/|$)/i.test(target)),
  },
  {
    name: 'scale a workload with a claim',
    why: 'two pods write to one volume, or the second one never starts',
    isMet: (command, { check, facts }) =>
      command.program === 'kubectl' &&
      command.words[0] === 'scale' &&
      !stateless.includes(check) &&
      !isWithoutClaim(command, facts),
  },
  {
    name: 'delete',
    why: 'what it deletes takes data, or everything in it, along',
    isMet: ({ program, words: [verb = '', kind = '', ...more], flags }) =>
      (program === 'kubectl' &&
        verb === 'delete' &&
        ([kind, ...more].some((word) => word.split(',').some((one) => precious.test(one.split('/')[0] ?? ''))) ||
          flags.has('--all') ||
          flags.has('-f'))) ||
      (program === 'aws' && losing[verb]?.test(kind) === true) ||
      (program === 'helm' && ['uninstall', 'delete', 'del', 'un'].includes(verb)) ||
      (program === 'eksctl' && verb === 'delete' && kind !== 'nodegroup') ||
      program === 'rm',
  },
  {
    name: 'trust policy',
    why: 'it replaces the whole policy: whoever else assumes the role no longer may',
    isMet: ({ program, words }, { text, commands }, at) =>
      program === 'aws' &&
      words[1] === 'update-assume-role-policy' &&
      !(/replaces the whole policy/i.test(textBefore(text, commands[at] ?? '')) && isShownBefore(commands, at)),
  },
  {
    name: 'forced update',
    why: 'EKS updates the cluster by itself once standard support ends',
    isMet: ({ program, flags }) =>
      program === 'aws' && [...flags.values()].some((value) => /supportType=STANDARD/.test(value)),
  },
  {
    name: 'force',
    why: 'pods end without their grace period, their budget, or a controller that starts them again',
    isMet: ({ program, flags }) =>
      ['kubectl', 'aws', 'helm', 'eksctl'].includes(program) &&
      (flags.has('--force') ||
        flags.has('--disable-eviction') ||
        flags.get('--grace-period') === '0' ||
        flags.get('--disable-eviction') === 'true'),
  },
  {
    name: 'prune',
    why: 'it deletes what a file does not name',
    isMet: ({ program, flags }) => program === 'kubectl' && flags.has('--prune'),
  },
  {
    name: 'finalizers',
    why: 'what they protect is left behind, and nobody manages it',
    isMet: ({ program, words, flags }) =>
      program === 'kubectl' && words[0] === 'patch' && [...flags.values()].some((value) => /finalizers/.test(value)),
  },
  {
    name: 'wait after an update',
    why: 'a waiter of the AWS CLI succeeds after a failed update too: the node group is active again',
    isMet: ({ program, words: [service, operation] }, { commands }, at) =>
      program === 'aws' &&
      service === 'eks' &&
      operation === 'wait' &&
      /\baws eks (?:update|associate|disassociate)-/.test(commands.slice(0, at + 1).join('\n')),
  },
  {
    name: 'placeholder',
    why: 'the text does not say what replaces it',
    isMet: ({ words, flags }, { text, commands }) => {
      const said = withoutCommands(text, commands);
      return [...words, ...flags.values()].some((word) => placeholdersIn(word).some((name) => !said.includes(name)));
    },
  },
];

const placeholder =
  /(?<![\w$.{-])(?:NEW_[A-Z_]+|[A-Z][A-Z0-9_]*_(?:IDS?|ARN|TYPES?|TEMPLATE|PROFILE|NAME|VERSION|GROUP)|VERSION|POLICY|NAME|VALUE|RELEASE|ROLE|MINIMUM|TAG|IMAGE)(?![\w:=-])/g;

/** Words of a command that its reader replaces: `NEW_SUBNET_ID`. */
function placeholdersIn(word: string): string[] {
  return [...word.matchAll(placeholder)].map(([name]) => name);
}

function withoutCommands(text: string, commands: readonly string[]): string {
  return commands.reduce((left, command) => left.replaceAll(command, ''), text);
}

/** True if the facts say that the Deployment mounts no claim; false if this is unknown. */
function isWithoutClaim(
  { words, flags }: Taken,
  { deployments = [], budgetedPods = [], pods = [] }: Partial<Facts>,
): boolean {
  const namespace = flags.get('-n') ?? flags.get('--namespace') ?? 'default';
  const [kind = '', name = ''] = words.slice(1).join('/').split('/');
  if (!/^deploy(ments?)?(\.|$)/i.test(kind)) return false;
  const isIts = (one: { namespace: string; name: string }) => one.namespace === namespace && one.name === name;
  const known = deployments.find(isIts);
  if (known !== undefined) return known.claims === false;
  const own = new Set(
    pods.flatMap((pod) =>
      pod.namespace === namespace && pod.controller?.kind === 'Deployment' && pod.controller.name === name
        ? [pod.name]
        : [],
    ),
  );
  const budgets = budgetedPods.filter(
    (budget) => budget.namespace === namespace && budget.pods.some((pod) => own.has(pod)),
  );
  return budgets.length > 0 && budgets.every(({ claims }) => claims === false);
}

function textBefore(text: string, command: string): string {
  const [first = ''] = command.split('\n');
  return text.slice(0, Math.max(0, text.indexOf(first))).replaceAll(/\s+/g, ' ');
}

function isShownBefore(commands: readonly string[], at: number): boolean {
  return commands.slice(0, at).some((command) => takenApart(command).some(({ words }) => words[1] === 'get-role'));
}

/** Flags that take no value; all others take the next word unless it is a flag. */
const switches = new Set([
  '-A',
  '--all',
  '--all-namespaces',
  '--approve',
  '--delete-emptydir-data',
  '--disable-eviction',
  '--force',
  '--ignore-daemonsets',
  '--include-all',
  '--install',
  '--overwrite',
  '--preserve',
  '--prune',
  '--reset-then-reuse-values',
]);

/** Words of the shell before a command, and assignments. */
const leading = /^(?:(?:sudo|while|do|done|if|then|fi|!)$|\w+=)/;

/** The commands in a shell text, each parsed. */
export function takenApart(text: string): Taken[] {
  return lexShell(text).commands.map(([...argv]) => {
    while (leading.test(argv[0] ?? '')) argv.shift();
    const [program = '', ...rest] = argv;
    const words: string[] = [];
    const flags = new Map<string, string>();
    for (let at = 0; at < rest.length; at++) {
      const word = rest[at] ?? '';
      const next = rest[at + 1];
      if (!/^-{1,2}[A-Za-z]/.test(word)) words.push(word);
      else if (word.includes('=')) flags.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
      else if (switches.has(word) || next === undefined || next.startsWith('-')) flags.set(word, '');
      else {
        flags.set(word, next);
        at += 1;
      }
    }
    return { program, words, flags };
  });
}

/** The forbidden shapes that match a fix: `<check>: scale a StatefulSet (<why>): kubectl scale ...`. */
export function losses(printed: PrintedFix): string[] {
  return printed.commands.flatMap((command, at) =>
    takenApart(command).flatMap((taken) =>
      forbidden
        .filter((shape) => shape.isMet(taken, printed, at))
        .map(({ name, why }) => `${printed.check}: ${name} (${why}): ${command}`),
    ),
  );
}

/** Expects that no printed command loses data. */
export function expectNoLoss(printed: PrintedFix): void {
  expect(losses(printed)).toEqual([]);
}
