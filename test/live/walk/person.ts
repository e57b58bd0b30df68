import { aSubnet } from '../../world/healthy.ts';
import { passTime } from './karpenter.ts';
import type { Stage } from './nodes.ts';
import type { Plan, Task } from './walk.ts';

/** What a person does besides pasting commands. All values are those of the task, its placeholders or its output. */
export interface Person {
  /** The value for a placeholder. */
  fill(placeholder: Plan['fillIn'][number]): string;
  /** What comes before the commands of the task. */
  prepare(task: Task): Promise<void>;
  /** What comes after them, with what they wrote. */
  finish(task: Task, said: string): Promise<void>;
}

interface Habit {
  /** Matches the task's kind and ID: `nodes nodes:karpenter/default:1.34`. */
  task: RegExp;
  when: 'before' | 'after';
  does(stage: Stage, said: string): Promise<void> | void;
}

/** Tasks whose commands do not do all of it. */
const habits: readonly Habit[] = [
  { task: /^see see:permissions$/, when: 'after', does: grantPrinted },
  { task: /^hold /, when: 'before', does: passTime },
  { task: /^nodes nodes:karpenter\//, when: 'before', does: passTime },
];

type Fill = (stage: Stage, meaning: string) => string;

const fills: Readonly<Record<string, Fill>> = {
  NEW_SUBNET_ID: createSubnet,
};

/** The person in front of this cluster. */
export function aPerson(stage: Stage): Person {
  const act = async (task: Task, when: Habit['when'], said: string): Promise<void> => {
    const name = `${task.kind} ${task.id}`;
    for (const habit of habits) if (habit.when === when && habit.task.test(name)) await habit.does(stage, said);
  };
  return {
    fill({ name, meaning }) {
      const fill = fills[name];
      if (fill === undefined) throw new Error(`no person knows ${name}: ${meaning}`);
      return fill(stage, meaning);
    },
    prepare: (task) => act(task, 'before', ''),
    finish: (task, said) => act(task, 'after', said),
  };
}

interface Policy {
  Statement: readonly { Action: readonly string[] }[];
}

/** Attaches the policy that the commands printed. */
function grantPrinted({ world }: Stage, said: string): void {
  const documents = [...said.matchAll(/^\{\n[^]*?^\}$/gm)].map(([text]) => JSON.parse(text) as Partial<Policy>);
  const Statement = documents.flatMap((one) => one.Statement ?? []);
  const granted = new Set(Statement.flatMap(({ Action }) => Action));
  world.deny = world.deny.filter((action) => !granted.has(action));
}

/** Creates a subnet in the zone that the placeholder's meaning names. */
function createSubnet({ world }: Stage, meaning: string): string {
  const [zone = ''] = meaning.match(/\b[a-z]{2}-[a-z]+-\d[a-z]\b/) ?? [];
  const id = `subnet-0${world.aws.subnets.length}${zone.replaceAll('-', '')}`;
  const CidrBlock = `10.0.${100 + world.aws.subnets.length}.0/24`;
  const subnet = { ...aSubnet(id, zone.slice(-1), 250), CidrBlock };
  world.aws.subnets = [...world.aws.subnets, subnet];
  return id;
}
