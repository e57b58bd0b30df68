/** The process that runs a plug-in's module. It receives facts and questions, and answers with data. */
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { Socket } from 'node:net';
import { deserialize } from 'node:v8';
import { ScanError } from '../../../facts/reason.ts';
import type { Plugin } from '../../api/define.ts';
import type { TestRun } from '../../rule-files/run-tests.ts';
import { buildFrame, createFrameParser } from '../frames.ts';
import type { Answer, ModuleAt, Question, RulesAt, RulesAnswer } from '../protocol.ts';
import { toDeclaration, listObjects, requirePlugin } from './declare.ts';
import { frozen } from './frozen.ts';
import { judgeCheck } from './judge.ts';
import { projected } from './project.ts';
import { formatCrash, formatError, withPlace } from './place.ts';
import { watchProcess } from './watch.ts';

/** File descriptors from the parent process. */
const pipes = { questions: 3, answers: 4 };

const known = new Map<string, unknown>();
let plugin: Plugin = { name: '', checks: [] };
let tests: readonly (() => TestRun)[] = [];

async function declare({ module, api }: Extract<Question, { ask: 'declare' }>): Promise<unknown> {
  if ('rules' in module) return declareRules(module);
  plugin = await loadPluginModule(module, api);
  return toDeclaration(plugin);
}

async function declareRules({ file, rules }: RulesAt): Promise<RulesAnswer> {
  const [{ readRules }, { pluginOfRules }, { createTests, listTestObjects }] = await Promise.all([
    import('../../rule-files/read.ts'),
    import('../../rule-files/plugin.ts'),
    import('../../rule-files/run-tests.ts'),
  ]);
  try {
    const read = await readRules(rules, file);
    if ('length' in read) return { flaws: read };
    plugin = pluginOfRules(read);
    tests = createTests(read);
    const declared = read.tests.map(({ name, line, rule }) => ({ name, line, rule }));
    return { ...toDeclaration(plugin), tests: declared, testObjects: listTestObjects(read) };
  } catch (error) {
    if (error instanceof ScanError) return { refused: error.reason };
    throw error;
  }
}

async function loadPluginModule({ specifier, from }: ModuleAt, api: Readonly<Record<string, string>>): Promise<Plugin> {
  register(new URL('./plugin-resolve.js', import.meta.url), { data: { from, api } });
  return requirePlugin(await importModule(specifier));
}

/**
 * Imports a module. Throws a syntax error again as an uncaught one: only then does Node print its file and line.
 * @throws Error with the file and the line that threw
 */
async function importModule(specifier: string): Promise<object> {
  try {
    return (await import(`eks-preflight-plugin:${specifier}`)) as object;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw withPlace(error);
    setImmediate(() => {
      throw error;
    });
    return new Promise(() => undefined);
  }
}

async function answerTo(question: Question): Promise<unknown> {
  if (question.ask === 'declare') return declare(question);
  if (question.ask === 'know') return know(question.facts);
  if (question.ask === 'project') return project(question.objects, question.items);
  if (question.ask === 'test') return tests[question.test]?.();
  const check = plugin.checks.find(({ id }) => id === question.check);
  if (check === undefined) throw new Error(`it has no check ${question.check}`);
  return judgeCheck(check, question, known);
}

function know(facts: Readonly<Record<string, unknown>>): null {
  for (const [name, value] of Object.entries(facts)) known.set(name, frozen(value));
  return null;
}

function project(name: string, items: readonly unknown[]): unknown[] {
  const found = listObjects(plugin.checks).find(({ objects }) => objects === name);
  if (found === undefined) throw new Error(`it has no objects ${name}`);
  try {
    return projected(found, items);
  } catch (error) {
    throw new Error(formatCrash(error), { cause: error });
  }
}

/** Writes an answer; if it is not JSON (a cycle), the error instead. */
function answer(given: Answer): void {
  let text: string;
  try {
    text = JSON.stringify(given);
  } catch (error) {
    text = JSON.stringify({ failed: formatError(error) } satisfies Answer);
  }
  writeFileSync(pipes.answers, buildFrame(Buffer.from(text)));
}

watchProcess();
// An unhandled rejection in the module must not fail the check that is running.
process.on('unhandledRejection', (error) => process.stderr.write(`unhandled rejection: ${formatError(error)}\n`));
const questions = new Socket({ fd: pipes.questions, readable: true, writable: false });
questions.once('close', () => process.exit());
questions.on(
  'data',
  createFrameParser(Infinity, {
    tooLong: () => undefined,
    frame: (body) => {
      answerTo(deserialize(body) as Question)
        .then(
          (said) => answer({ said }),
          (error: unknown) => answer({ failed: formatError(error) }),
        )
        .catch(() => process.exit(1));
    },
  }),
);
