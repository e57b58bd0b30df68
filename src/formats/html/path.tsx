import { answerTexts, type AnswerText } from '../../report/answer-text.ts';
import type { Report } from '../../report/schema.ts';
import { Icon } from './icons.tsx';

/** The answers: whether Karpenter, the control plane and the nodes can be updated. */
export function Path({ report }: { report: Report }) {
  return (
    <section class="path" aria-labelledby="path-heading">
      <h2 id="path-heading">Answers</h2>
      <ol>
        {answerTexts(report).map((one) => (
          <Station key={one.question} {...one} />
        ))}
      </ol>
    </section>
  );
}

function Station({ question, answer, verdict }: AnswerText) {
  return (
    <li class={`station is-${verdict}`}>
      <Icon name={verdictIcon(verdict)} />
      <p class="move">{question.replaceAll('->', '→')}</p>
      <p class="state">{answer}</p>
    </li>
  );
}

function verdictIcon(verdict: string): 'ready' | 'partial' | 'incomplete' | 'blocked' {
  return verdict === 'ready' || verdict === 'partial' || verdict === 'incomplete' ? verdict : 'blocked';
}
