import { answerTexts } from '../../report/answer-text.ts';
import type { Report } from '../../report/schema.ts';
import { paint, wrap, type Layout } from './layout.ts';

/** On a narrower terminal, an answer is below its question. */
const shortestAnswers = 60;

/** One line for each question, with its answer; more lines where it does not fit. */
export function answerLines(report: Report, layout: Layout): string[] {
  const texts = answerTexts(report);
  const width = Math.max(...texts.map(({ question }) => question.length)) + 4;
  const isNarrow = layout.columns < shortestAnswers;
  return texts.flatMap(({ question, answer, note = '', verdict }) => {
    const lines = isNarrow
      ? [...wrap(question, layout, 2), ...wrap(answer, layout, 4)]
      : wrap(answer, layout, width + 2, `  ${question.padEnd(width)}`);
    if (note !== '') lines.push(...wrap(note, layout, isNarrow ? 4 : width + 2));
    return lines.map((line) => (verdict === 'blocked' ? paint(layout, 'bold', line) : line));
  });
}
