import type { Result } from '../../judge/result.ts';
import { isOurLink } from '../markdown/links.ts';
import { block, linkItem } from '../markdown/escape.ts';
import { messageText } from './message.ts';

/** A check as a rule. Its level is the worst that it may report. */
export function ruleOf({ id, title, why: said, severity, category, docs, links }: Result): object {
  const why = said.replaceAll('**', '');
  const level = severity === 'fail' ? 'error' : 'warning';
  const sources = links.map(linkItem);
  return {
    id,
    name: id,
    shortDescription: { text: messageText(title) },
    fullDescription: { text: messageText(why.replaceAll(/\s+/g, ' ')) },
    help: {
      text: messageText([why, ...links].join('\n')),
      markdown: [block(why), ...sources].join('\n\n').replaceAll(/[{}]/g, '$&$&'),
    },
    ...(isOurLink(docs) ? { helpUri: docs } : {}),
    defaultConfiguration: { level },
    properties: { tags: [category], 'problem.severity': level },
  };
}
