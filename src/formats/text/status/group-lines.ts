import type { StatusDocument, StatusGroup, StatusNode } from '../../../report/status/schema.ts';
import { ageText, clockText } from '../../../syntax/dates.ts';
import { grouped } from '../../../syntax/grouped.ts';
import { formatCount, formatList } from '../../../syntax/english.ts';
import { firstClauses } from '../first-clauses.ts';
import { oneLine } from '../../../syntax/one-line.ts';
import { columnsTable } from '../columns-table.ts';
import { paint, wrapMarkdown, type Layout } from '../layout.ts';

/** How many nodes, causes and commands one screen has room for. */
const listedNodes = 4;
const listedHolds = 2;
const listedCommands = 2;
/** Longer prose takes a third line, a longer clause a second one. */
const longestProse = 140;
const longestClause = 70;

/** Everything about one group. */
export async function groupLines(group: StatusGroup, { readAt }: StatusDocument, layout: Layout): Promise<string[]> {
  const { holds, next, not, actions, later, update } = group;
  const errors = group.state === 'failed' ? (update?.errors ?? []) : [];
  const texts = [
    ...errors.map(({ code, text }) => ['Error', `${code}: ${holds.length > 0 ? firstSentence(text) : text}`] as const),
    ...group.issues
      .slice(0, listedHolds)
      .map((issue) => ['Health', `EKS reports ${issue.replace(/\.$/, '')}.`] as const),
    ...whyTexts(holds).map((text) => ['Why', text] as const),
    ...(next === null ? [] : [['Next', next] as const]),
  ];
  return [
    ...headingLines(group, readAt, layout),
    ...(await nodeLines(group.nodes, readAt, layout)),
    ...texts.flatMap(([label, text], at) => labelled(texts[at - 1]?.[0] === label ? '' : label, text, layout)),
    ...actionLines('Do now', actions[0], layout),
    ...(group.state === 'failed' && actions.length > 1 ? actionLines('Then', actions.at(-1), layout) : []),
    ...actionLines('Later', laterAction(later[0], group), layout),
    ...(not === null ? [] : labelled('Not', not, layout)),
  ];
}

function headingLines(group: StatusGroup, readAt: string, layout: Layout): string[] {
  const { name, to } = group;
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}${to === null ? '' : ` -> ${to}`}`;
  const about = runText(group, readAt);
  const heading = paint(layout, 'bold', title);
  if (about === '') return [heading];
  return title.length + 4 + about.length <= Math.min(80, layout.columns)
    ? [`${heading}    ${about}`]
    : [heading, ...wrapMarkdown(about, layout, 2)];
}

type Run = Pick<StatusGroup, 'update' | 'refresh' | 'text'> & Partial<Pick<StatusGroup, 'state' | 'kind'>>;

/** The update or the instance refresh; without one, the state of the group. */
export function runText({ update, refresh, text, state, kind }: Run, readAt: string, showsId = true): string {
  const run = refresh ?? update;
  if (run === null && state === 'running' && kind === 'managed') return 'update ID not seen';
  if (run === null) return text.includes(': ') ? text.slice(text.indexOf(': ') + 2) : '';
  const what = `${refresh === null ? 'update' : 'instance refresh'}${showsId ? ` ${shortId(run.id)}` : ''} ${run.status}`;
  if (run.since === null) return what;
  const age = Date.parse(readAt) - Date.parse(run.since);
  return run.status === 'InProgress' && age >= 0
    ? `${what} for ${ageText(age)}`
    : `${what}, began ${clockText(run.since, readAt)}`;
}

function shortId(id: string | null): string {
  return id === null ? '(ID not seen)' : id.slice(0, 8);
}

async function nodeLines(nodes: readonly StatusNode[], readAt: string, layout: Layout): Promise<string[]> {
  if (nodes.length === 0) return [];
  const shown = nodes.length <= listedNodes + 1 || layout.all ? nodes : nodes.slice(0, listedNodes);
  const rest = nodes.slice(shown.length);
  const table = await columnsTable(
    [
      { head: 'node', cells: shortNames(shown) },
      { head: 'version', cells: shown.map(({ version }) => version) },
      { head: 'state', cells: shown.map(({ state }) => state) },
      { head: 'since', cells: shown.map(({ since }) => sinceText(since, readAt)) },
      { head: 'pods left', cells: shown.map(({ pods }) => (pods === null ? '' : `${pods}`)), align: 'right' },
      { head: 'held by', cells: shown.map(({ heldBy }) => heldBy.map(shortHolder).join(', ') || '-') },
    ],
    2,
    layout,
    2,
  );
  const counts = [...grouped(rest, ({ state, isOld }) => `${state} (${isOld ? 'old' : 'new'})`)].map(
    ([state, own]) => `${own.length} ${state}`,
  );
  return [
    ...table,
    ...(rest.length === 0 ? [] : [`  and ${formatCount(rest.length, 'node')} more: ${counts.join(', ')}`]),
  ];
}

/** The first label of each name; the whole name if two share it. */
function shortNames(nodes: readonly StatusNode[]): string[] {
  const short = ({ name }: StatusNode): string => name.split('.')[0] ?? name;
  const counts = grouped(nodes, short);
  return nodes.map((node) => (counts.get(short(node))?.length === 1 ? short(node) : node.name));
}

/** A webhook without the kind of its configuration, which the cause names: the line has 80 columns. */
function shortHolder(by: string): string {
  return by.replace(/^(?:validating|mutating)webhookconfiguration\//, 'webhook/');
}

/** The time of day, with the date if that is another one. */
function sinceText(since: string | null, readAt: string): string {
  if (since === null) return '-';
  return since.slice(0, 10) === readAt.slice(0, 10)
    ? since.slice(11, 16)
    : `${since.slice(5, 10)} ${since.slice(11, 16)}`;
}

type Action = StatusGroup['actions'][number];

/** What follows, in short: its command says the rest. */
function laterAction(action: Action | undefined, { state, update }: StatusGroup): Action | undefined {
  const continues = state === 'stuck' && update !== null ? 'The update continues by itself. ' : '';
  return action && { ...action, text: `${continues}Restore the budget afterwards.`, managers: [] };
}

/** What happened, without what to do: the causes that were seen say more. */
function firstSentence(text: string): string {
  const [first = text] = text.split('. ');
  return first.endsWith('.') ? first : `${first}.`;
}

/** Why a budget allows no disruption although it leaves room: its pod does not run yet. */
const beneath: readonly string[] = ['volume'];

function whyTexts(holds: StatusGroup['holds']): string[] {
  const holding = holds.filter(({ isHolding }) => isHolding);
  const first =
    holding.length > 0
      ? [...holding, ...holds.filter(({ isHolding, cause }) => !isHolding && beneath.includes(cause))]
      : holds;
  const texts = first.slice(0, listedHolds).map(({ text, pods }) => {
    const more = pods.length > 1 ? ` (and ${formatCount(pods.length - 1, 'more pod')})` : '';
    return `${text}${more}.`;
  });
  const rest = first.length - listedHolds;
  return rest > 0 ? [...texts, `And ${formatCount(rest, 'more cause')}: --format json has all.`] : texts;
}

/** An action in two lines or one, and its commands. */
function actionLines(label: string, action: Action | undefined, layout: Layout): string[] {
  if (action === undefined) return [];
  const { text, commands, managers } = action;
  const prose = oneLine(text.split('```')[0] ?? '').replace(/[.:]$/, '');
  const place = managers.length === 0 ? '' : ` (managed by ${formatList(managers)})`;
  const lines = commands.slice(0, listedCommands).flatMap((command) => command.split('\n'));
  return [
    ...labelled(label, `${prose.length <= longestProse ? prose : firstClause(text)}${place}.`, layout),
    ...lines.map((line) => `    ${line}`),
  ];
}

/** What to do first, without how long it applies. */
function firstClause(text: string): string {
  const clauses = firstClauses(text);
  const short = clauses.find(({ length }) => length <= longestClause) ?? clauses.at(-1) ?? '';
  return short.split(/, and | for the time of /)[0] ?? short;
}

function labelled(label: string, text: string, layout: Layout): string[] {
  return wrapMarkdown(text, layout, 10, label.padEnd(10));
}
