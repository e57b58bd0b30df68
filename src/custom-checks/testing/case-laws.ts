import { isObject } from '../../syntax/json.ts';
import { printable, printableBlock } from '../../syntax/printable.ts';
import type { AnyPluginCheck } from '../api/define.ts';
import type { AnyCase } from './case.ts';
import { shown } from './data.ts';
import { guarded } from './guard.ts';
import { findCrash, judgeCase } from './judge-case.ts';

/** One law; `holds` throws an Error if the check breaks it. */
export interface Law {
  name: string;
  holds(): Promise<void>;
}

/** The laws that a check must satisfy in each of its cases, and one for the check's own texts. */
export function lawsOfEachCase(check: AnyPluginCheck, cases: readonly AnyCase[]): Law[] {
  const inEach = (name: string, flawOf: (entry: AnyCase) => Promise<string | undefined>): Law => ({
    name,
    async holds() {
      for (const entry of cases) {
        const flaw = await flawOf(entry);
        if (flaw !== undefined) throw new Error(`case '${entry.name}': ${flaw}`);
      }
    },
  });
  return [
    inEach('does not crash or change its facts, and makes each fix with advice', async (entry) =>
      findCrash((await judgeCase(check, entry)).result),
    ),
    inEach('says the same twice', (entry) => notTheSame(check, entry)),
    inEach('uses no clock, no random numbers, no network, no files', (entry) => touchedIn(check, entry)),
    inEach('says in one printable line what is wrong', async (entry) =>
      badText((await judgeCase(check, entry)).said?.findings ?? [], 'findings'),
    ),
    { name: 'has printable texts', holds: async () => insistPrintable(check) },
  ];
}

async function notTheSame(check: AnyPluginCheck, entry: AnyCase): Promise<string | undefined> {
  const [first, second] = [await judgeCase(check, entry), await judgeCase(check, entry)];
  const [before, after] = [shown(first.said), shown(second.said)];
  return JSON.stringify(first.said) === JSON.stringify(second.said) ? undefined : `\n- ${before}\n+ ${after}`;
}

async function touchedIn(check: AnyPluginCheck, entry: AnyCase): Promise<string | undefined> {
  const uses: string[] = [];
  await judgeCase(check, entry, (run) => guarded(run, (use) => uses.push(use)));
  return uses.length === 0 ? undefined : `it uses ${[...new Set(uses)].join(', ')}`;
}

function insistPrintable({ id, title, why, fix, links = [] }: AnyPluginCheck): void {
  const flaw = badText({ id, title, why, fix: { ...fix }, links }, '');
  if (flaw !== undefined) throw new Error(flaw);
}

/** Fields that may have several lines: Markdown and commands by the check's author. */
const blocks: ReadonlySet<string> = new Set(['why', 'text', 'commands']);

function badText(data: unknown, place: string, isBlock = false): string | undefined {
  if (typeof data === 'string') {
    if ((isBlock ? printableBlock(data) : printable(data)) !== data)
      return `${place} cannot be printed as it is: ${JSON.stringify(data)}`;
    return /\bundefined\b|\bNaN\b|\[object /.test(data) ? `${place} says ${JSON.stringify(data)}` : undefined;
  }
  if (!isObject(data) && !Array.isArray(data)) return undefined;
  for (const [key, value] of Object.entries(data)) {
    const below = Array.isArray(data) ? `${place}[${key}]` : `${place === '' ? '' : `${place}.`}${key}`;
    const flaw = badText(value, below, isBlock || blocks.has(key));
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}
