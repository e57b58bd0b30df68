import type { PlanDocument } from '../../../src/report/plan/document.ts';
import type { Person } from './person.ts';
import type { Shell } from './shell.ts';

export type Plan = PlanDocument['plan'];
export type Task = Plan['tasks'][number];

/** A command as it was pasted, and how it ended. */
export interface Pasted {
  command: string;
  code: number;
  said: string;
}

/** What the walk did for a task. */
export interface Step {
  task: Task;
  pasted: readonly Pasted[];
  /** The commands of its conditions, except scans, if the walk runs them. */
  looked: readonly Pasted[];
  isLeftOut: boolean;
  before: string;
  after: string;
  seconds: number;
}

/** The state of a task that no condition can show as done. */
export const notCounted = 'not counted';

/** The state of each task, by its ID. */
export type States = ReadonlyMap<string, string>;

interface Walk {
  /** The text of `plan --format json`: all that the walk knows. */
  plan: PlanDocument;
  shell: Shell;
  person: Person;
  judge(): Promise<States>;
  /** Tasks that the person forgets. */
  leavesOut?: ((task: Task) => boolean) | undefined;
  /** Whether the commands of conditions run, too. */
  looks?: boolean | undefined;
}

/** Does each task of the plan, in order. */
export async function walkPlan({ plan: { plan }, judge, leavesOut, ...hands }: Walk): Promise<Step[]> {
  const steps: Step[] = [];
  const filled = new Map<string, string>();
  let states = await judge();
  for (const task of plan.tasks) {
    const started = Date.now();
    const before = states.get(task.id) ?? 'missing';
    const isLeftOut = leavesOut?.(task) === true;
    const done = isLeftOut ? nothing : await doTask(task, plan, hands, filled);
    if (before !== notCounted) states = await judge();
    const after = states.get(task.id) ?? 'missing';
    steps.push({ task, isLeftOut, ...done, before, after, seconds: (Date.now() - started) / 1000 });
  }
  return steps;
}

const nothing: Pick<Step, 'pasted' | 'looked'> = { pasted: [], looked: [] };

async function doTask(
  task: Task,
  plan: Plan,
  { shell, person, looks }: Pick<Walk, 'shell' | 'person' | 'looks'>,
  filled: Map<string, string>,
): Promise<Pick<Step, 'pasted' | 'looked'>> {
  for (const one of listPlaceholders(plan, task)) filled.set(one.name, filled.get(one.name) ?? person.fill(one));
  await person.prepare(task);
  const pasted: Pasted[] = [];
  for (const command of task.how.commands) pasted.push(await paste(shell, fill(command, filled)));
  const said = pasted.map((one) => one.said).join('');
  await person.finish(task, said);
  const [, id = 'none'] = said.match(/^update ID: (\S+)$/m) ?? [];
  const looked: Pasted[] = [];
  if (looks !== true) return { pasted, looked };
  for (const command of task.done.flatMap(({ commands }) => commands))
    if (!command.startsWith('eks-preflight ')) looked.push(await paste(shell, command.replaceAll('UPDATE_ID', id)));
  return { pasted, looked };
}

async function paste(shell: Shell, command: string): Promise<Pasted> {
  return { command, ...(await shell.paste(command)) };
}

/** The placeholders in the commands that are pasted. `UPDATE_ID` is what the commands of the task print. */
function listPlaceholders({ fillIn }: Plan, { how }: Task): Plan['fillIn'] {
  return fillIn.filter(({ name }) => name !== 'UPDATE_ID' && how.commands.some((command) => command.includes(name)));
}

function fill(command: string, filled: ReadonlyMap<string, string>): string {
  return [...filled].reduce((text, [name, value]) => text.replaceAll(name, value), command);
}

/** Commands that did not end as those who paste them expect: a scan that finds something ends with 1 or 2. */
export function listFailures(steps: readonly Step[]): string[] {
  return steps.flatMap(({ task, pasted, looked }) =>
    [...pasted, ...looked]
      .filter(({ command, code }) => code !== 0 && !(command.startsWith('eks-preflight scan ') && code < 3))
      .map(({ command, code, said }) => `${task.number} ${task.id}: ${code}\n${command}\n${said}`),
  );
}

/** The program and its verb, which tell the commands of a task apart: `aws eks update-addon`, `kubectl patch pdb`. */
function shorten(command: string): string {
  const [first = ''] = command
    .replace(/^\w+=\$\(/, '')
    .replace(/ -n \S+/, '')
    .split(/ -| \\|\n/);
  return first.split(' ').slice(0, 3).join(' ');
}

/** A line for each task: its number, ID, commands, and its state before and after. */
export function formatWalk(steps: readonly Step[]): string {
  return steps
    .map(({ task: { number, id, by }, isLeftOut, pasted, before, after }) => {
      const ran = isLeftOut ? 'left out' : pasted.map(({ command }) => shorten(command)).join('; ');
      return `${String(number).padStart(2)}  ${id} (${by})\n      ${ran}\n      ${before} -> ${after}\n`;
    })
    .join('');
}
