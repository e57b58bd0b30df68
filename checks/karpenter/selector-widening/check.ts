import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { nodeClassFacts, ownObjects, poolFacts } from '../../../src/karpenter/own-objects.ts';
import { reads } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { selectingOf, type Selecting } from './selecting.ts';
import { conditionsOf, dropped, termsFor, termText, wantedBy } from './terms.ts';
import { versionUnknown } from '../../../src/subjects/karpenter-controller.ts';
import { firstFrom } from '../../../src/karpenter/version-range.ts';

const fields = {
  subnets: { old: 'subnetSelector', new: 'subnetSelectorTerms', what: 'subnets' },
  securityGroups: { old: 'securityGroupSelector', new: 'securityGroupSelectorTerms', what: 'security groups' },
  amis: { old: 'amiSelector', new: 'amiSelectorTerms', what: 'images' },
} as const;
const parts = ['subnets', 'securityGroups', 'amis'] as const;
type Part = (typeof parts)[number];

export default defineCheck({
  id: 'karpenter/selector-widening',
  title: 'Selectors that match more, or nothing, once they are written as terms',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `The selectors of an AWSNodeTemplate ask for all of their keys together. An EC2NodeClass has a list of terms, of which
    one is enough. Two keys that become two terms match every subnet that has either tag: nodes start in public subnets, with
    other security groups, from other images. All keys belong into one term.

    An alpha value may be a comma list. Terms take no lists from 0.33 on: the text with its commas is one value, which
    no subnet carries. Each alternative is a term of its own.`,
  fix: advice`Write all conditions that hold together into one term, and each alternative as a term of its own.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#subnetselector-securitygroupselector-and-amiselector',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts],
  counts: ['karpenterPools', 'karpenterNodeClasses'],

  *run({ karpenterControllers, ...facts }, { karpenter: { versions } }) {
    const [today] = versions;
    if (today === undefined) {
      yield* versionUnknown(karpenterControllers, 'nor whether its selectors are about to be rewritten');
      return;
    }
    const objects = ownObjects(facts);
    const at = firstFrom(versions, '0.32.0');
    if (at !== undefined && reads(today, 'AWSNodeTemplate')) {
      for (const one of selectingOf(objects)) for (const part of parts) yield* wideningFindings(one, part, at);
    }
    const listless = firstFrom(versions, '0.33.0');
    if (listless === undefined || listless === today) return;
    for (const nodeClass of objects.nodeClasses) yield* listFindings(nodeClass, listless);
  },
});

function* wideningFindings({ resource, selectors, twin }: Selecting, part: Part, at: string): Generator<Finding> {
  const selector = selectors[part];
  if (selector === null || Object.keys(selector).length === 0) return;
  const wanted = wantedBy(selector);
  const together = conditionsOf(wanted);
  const { old, new: field, what } = fields[part];
  const alone = wanted.ids.length > 0 && together.length > 1 ? '; a term with an id takes nothing else beside it' : '';
  const fix = advice`Write \`${field}: [${termsFor(wanted).join(', ')}]\`${alone}.`;
  if (twin === undefined) {
    const isList = Object.values(selector).some((value) => value.includes(','));
    if (together.length < 2 && !isList) return;
    const told =
      together.length < 2
        ? `takes a list of values: each becomes a term of its own`
        : `asks for ${together.join(' and ')} together: as terms of their own, one of them would be enough`;
    const evidence = [{ observed: `${old}: ${together.join(' and ')}`, required: termsFor(wanted).join(', ') }];
    yield { level: 'warn', rule: part, atKarpenter: at, resource, message: `${old} ${told}`, evidence, fix };
    return;
  }
  const wider = twin.terms[part].flatMap((term) => {
    const missing = dropped(term, wanted);
    return missing.length === 0 ? [] : [{ term: termText(term), missing }];
  });
  const [first] = wider;
  if (first === undefined) return;
  const missing = first.missing.join(' and ');
  yield {
    level: 'warn',
    rule: part,
    atKarpenter: at,
    resource: { kind: twin.kind, name: twin.name, apiVersion: twin.apiVersion },
    message: `takes ${what} with ${first.term}, whether or not ${missing}, which ${resource.kind} ${resource.name} also asks for`,
    evidence: wider.map(({ term }) => ({ observed: `${field}: ${term}`, required: together.join(' and ') })),
    fix,
  };
}

/** Comma lists in terms, which 0.32 still takes apart. */
function* listFindings({ kind, name, apiVersion, terms }: KarpenterNodeClass, at: string): Generator<Finding> {
  for (const part of parts) {
    const listed = terms[part].flatMap(({ tags }) => Object.entries(tags).filter(([, value]) => value.includes(',')));
    const [first] = listed;
    if (first === undefined) continue;
    const field = fields[part].new;
    yield {
      level: 'fail',
      rule: `list-${part}`,
      atKarpenter: at,
      resource: { kind, name, apiVersion },
      message: `${field} asks for ${first.join('=')}, which Karpenter ${at} takes for one value: no ${fields[part].what} match`,
      evidence: listed.map(([key, value]) => ({ observed: `${key}: ${value}`, required: 'a term for each value' })),
      fix: advice`Write a term for each value in \`${field}\` of ${kind} ${name}.`,
    };
  }
}
