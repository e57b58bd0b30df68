/** The thread in which a plug-in's module runs: it gets facts and questions, and answers with data. */
import { register } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { KubernetesObject, Plugin } from '../../plugin-api/define.ts';
import type { Answer, ModuleAt, Question, RulesAt } from '../protocol.ts';
import { declarationOf, objectsOf, pluginOf } from './declare.ts';
import { frozen } from './frozen.ts';
import { judgeCheck } from './judge.ts';

const known = new Map<string, unknown>();
let plugin: Plugin = { name: '', checks: [] };

async function declare(module: ModuleAt | RulesAt): Promise<unknown> {
  plugin = 'rules' in module ? await ruled(module) : await imported(module);
  return declarationOf(plugin);
}

async function ruled({ file, rules }: RulesAt): Promise<Plugin> {
  const [{ readSoundRules }, { pluginOfRules }] = await Promise.all([
    import('../../rule-files/read.ts'),
    import('../../rule-files/plugin.ts'),
  ]);
  return pluginOfRules(await readSoundRules(rules, file));
}

async function imported({ specifier, from }: ModuleAt): Promise<Plugin> {
  register(new URL('./plugin-resolve.js', import.meta.url), { data: { from, api: workerData } });
  return pluginOf((await import(`eks-preflight-plugin:${specifier}`)) as object);
}

async function answerTo(question: Question): Promise<unknown> {
  if (question.ask === 'declare') return declare(question.module);
  if (question.ask === 'know') return know(question.facts);
  if (question.ask === 'project') return project(question.objects, question.items);
  const check = plugin.checks.find(({ id }) => id === question.check);
  if (check === undefined) throw new Error(`it has no check ${question.check}`);
  return judgeCheck(check, question, known);
}

function know(facts: Readonly<Record<string, unknown>>): null {
  for (const [name, value] of Object.entries(facts)) known.set(name, frozen(value));
  return null;
}

function project(name: string, items: readonly unknown[]): unknown[] {
  const found = objectsOf(plugin.checks).find(({ objects }) => objects === name);
  if (found === undefined) throw new Error(`it has no objects ${name}`);
  return items.flatMap((item) => {
    const kept = found.definition.project(item as KubernetesObject);
    return kept === undefined ? [] : [kept];
  });
}

parentPort?.on('message', (question: Question) => {
  const failed = (error: unknown): Answer => ({ failed: error instanceof Error ? error.message : String(error) });
  void answerTo(question).then(
    (said) => answer({ said }),
    (error: unknown) => answer(failed(error)),
  );
});

/** What cannot be cloned, a function in a finding, is a failure of its own. */
function answer(given: Answer): void {
  try {
    parentPort?.postMessage(given);
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies Answer);
  }
}
