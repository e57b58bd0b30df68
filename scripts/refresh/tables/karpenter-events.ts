import { isWithin } from '../../../src/karpenter/version-range.ts';
import { findMinor } from '../read/karpenter.ts';
import { parseTemplate, readTemplate } from '../read/karpenter-template.ts';
import type { Refresher, WrittenRow } from '../refresher.ts';

/** The events that the rules of the CloudFormation template send. What happens without one, a person reads. */
export const karpenterEvents: Refresher = {
  table: 'karpenter-events',
  from: 'web',
  identify: ({ eventSource, detailType }) => `${String(eventSource)}, ${String(detailType)}`,
  fetch: readTemplate,
  parse(files) {
    const { version, events } = parseTemplate(files);
    return {
      // Without `rule`, a new event is not complete: it is a question.
      rows: events.map((states: WrittenRow) => ({ states, whenNew: { from: version } })),
      covers: ({ from }) => isWithin(version, String(from), undefined),
      knownThrough: { karpenter: findMinor(version) },
    };
  },
};
