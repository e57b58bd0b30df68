import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { nodeClassFacts, ownObjects, poolFacts, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { reads } from '../../../src/karpenter/generations.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { emptyTermFindings } from './empty-terms.ts';
import { listSelectorObjects, type Selecting } from './selecting.ts';
import { listConditions, dropped, termsFor, termText, wantedBy } from './terms.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { nameObjectManager } from '../shared/object-manager.ts';
import { versionUnknown } from '../shared/karpenter-controller.ts';
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
  title: 'Selector terms that match more than intended, or nothing',
  short: {
    subnets: 'terms match more subnets',
    securityGroups: 'terms match more security groups',
    amis: 'terms match more AMIs',
    'list-subnets': 'list in a term matches no subnet',
    'list-securityGroups': 'list in a term matches no security group',
    'list-amis': 'list in a term matches no AMI',
    'empty-subnets': 'term without a condition for subnets',
    'empty-securityGroups': 'term without condition, security groups',
    'empty-amis': 'term without a condition for AMIs',
    version: 'Karpenter version unknown',
  },
  task: 'Correct selector terms',
  severity: 'fail',
  blocks: 'karpenter',
  phase: 'before',
  why: `The selectors of an AWSNodeTemplate require all of their keys together. An EC2NodeClass has a list of terms,
    and one matching term is enough. If two keys become two terms, they match every subnet with either tag: nodes
    launch in public subnets, with other security groups, from other AMIs. Write all keys in one term.

    An alpha value may be a comma-separated list. Terms do not support lists from 0.33 on: the text with its
    commas is one value, which no subnet has. Write a separate term for each alternative.

    The CRD allows a term with empty \`tags\`, \`name\` or \`ssmParameter\`. Karpenter selects everything in the account
    and Region by it; 1.9.4, 1.14.4, 1.15.3 and later releases ignore such a term.`,
  fix: advice`Write all conditions that must match together in one term, and each alternative as a separate term.`,
  links: [
    'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#subnetselector-securitygroupselector-and-amiselector',
    'https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0330',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, ...nodeClassFacts],
  counts: ['karpenterPools', 'karpenterNodeClasses'],
  tables: ['karpenter-empty-terms', 'managed-changes'],

  *run({ karpenterControllers, ...facts }, { karpenter: { versions }, tables }) {
    const [today] = versions;
    if (today === undefined) {
      yield* versionUnknown(karpenterControllers, 'whether its selectors must be converted');
      return;
    }
    const objects = ownObjects(facts);
    for (const finding of selectorFindings(objects, [today, ...versions.slice(1)], tables['karpenter-empty-terms']))
      yield nameObjectManager(finding, { ...objects, rows: tables['managed-changes'] });
  },
});

function* selectorFindings(
  objects: OwnObjects,
  versions: readonly [string, ...string[]],
  rows: Tables['karpenter-empty-terms'],
): Generator<Finding> {
  const [today] = versions;
  for (const nodeClass of objects.nodeClasses) {
    for (const part of parts) {
      const selector = { part, field: fields[part].new, what: fields[part].what };
      yield* emptyTermFindings(nodeClass, selector, versions, rows);
    }
  }
  const at = firstFrom(versions, '0.32.0');
  if (at !== undefined && reads(today, 'AWSNodeTemplate')) {
    for (const one of listSelectorObjects(objects)) for (const part of parts) yield* wideningFindings(one, part, at);
  }
  const listless = firstFrom(versions, '0.33.0');
  if (listless === undefined || listless === today) return;
  for (const nodeClass of objects.nodeClasses) yield* listFindings(nodeClass, listless);
}

function* wideningFindings({ resource, selectors, twin }: Selecting, part: Part, at: string): Generator<Finding> {
  const selector = selectors[part];
  if (selector === null || Object.keys(selector).length === 0) return;
  const wanted = wantedBy(selector);
  const together = listConditions(wanted);
  const { old, new: field, what } = fields[part];
  const alone = wanted.ids.length > 0 && together.length > 1 ? '; a term with an id cannot have other fields' : '';
  const fix = advice`Write \`${field}: [${termsFor(wanted).join(', ')}]\`${alone}.`;
  if (twin === undefined) {
    const isList = Object.values(selector).some((value) => value.includes(','));
    if (together.length < 2 && !isList) return;
    const problem =
      together.length < 2
        ? `has a list of values: each becomes a separate term`
        : `requires ${together.join(' and ')} together: as separate terms, one of them would be enough`;
    const evidence = [{ observed: `${old}: ${together.join(' and ')}`, required: termsFor(wanted).join(', ') }];
    const short = together.length < 2 ? { short: 'list of values must become terms' } : {};
    const message = `${old} ${problem}`;
    yield { level: 'warn', rule: part, ...short, atKarpenter: at, resource, message, evidence, fix };
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
    message: `matches ${what} with ${first.term}, even without ${missing}, which ${resource.kind} ${resource.name} also requires`,
    evidence: wider.map(({ term }) => ({ observed: `${field}: ${term}`, required: together.join(' and ') })),
    fix,
  };
}

/** Findings for comma-separated lists in terms, which 0.32 still splits. */
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
      message: `${field} requires ${first.join('=')}, which Karpenter ${at} reads as one value: no ${fields[part].what} match`,
      evidence: listed.map(([key, value]) => ({ observed: `${key}: ${value}`, required: 'one term for each value' })),
      fix: advice`Write one term for each value in \`${field}\` of ${kind} ${name}.`,
    };
  }
}
