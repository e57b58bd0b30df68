import * as z from 'zod/mini';
import type { RuleFlaw } from '../rule-files/flaws.ts';
import { describeNoAnswer, type PluginHost } from './host.ts';
import { declarationIn, withDeclared, type LoadingPlugins } from './load.ts';

/** The outcome of a test of a rule file. */
export interface TestOutcome {
  name: string;
  /** Its first line in the file, from 1. */
  line: number;
  /** Findings that it expects and that no rule reports. */
  missing: readonly string[];
  /** Findings that it does not expect. */
  unexpected: readonly string[];
  /** Rules that report an expected finding of a level other than unknown. */
  shown: readonly string[];
  /** Why the test has no result. */
  flaw?: string;
}

/** The outcomes of a rule file's tests, or all flaws of the file. */
export type TestedRules =
  | { rules: readonly string[]; outcomes: readonly TestOutcome[] }
  | { flaws: readonly RuleFlaw[] };

const declaredTests = z.object({
  tests: z.array(z.object({ name: z.string(), line: z.int(), rule: z.optional(z.string()) })),
});
type DeclaredTest = z.infer<typeof declaredTests>['tests'][number];

const texts = z.array(z.string());
const run = z.object({ missing: texts, unexpected: texts, shown: texts });

/**
 * Runs the tests of a rule file in a worker, as a scan runs its rules.
 * @throws ScanError (`usage`) if the file cannot be read, or its declaration is invalid
 */
export function testRuleFile(file: string, loading: LoadingPlugins): Promise<TestedRules> {
  return withDeclared(file, loading, async ({ host, said, flaws }) => {
    if (flaws.length > 0) {
      await host.close();
      return { flaws };
    }
    const { name, checks } = declarationIn(said, loading);
    const outcomes: TestOutcome[] = [];
    for (const [index, test] of declaredTests.parse(said).tests.entries())
      outcomes.push(await runRuleTest(file, test, index, host));
    await host.close();
    return { rules: checks.map(({ id }) => id.slice(name.length + 1)), outcomes };
  });
}

async function runRuleTest(
  file: string,
  { name, line, rule }: DeclaredTest,
  index: number,
  host: PluginHost,
): Promise<TestOutcome> {
  const reply = await host.request({ ask: 'test', test: index });
  if ('said' in reply) return { name, line, ...run.parse(reply.said) };
  const who = rule === undefined ? file : `rule ${rule}`;
  return { name, line, missing: [], unexpected: [], shown: [], flaw: describeNoAnswer(reply, who) };
}
