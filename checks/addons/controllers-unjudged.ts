import { defineCheck, type Context, type Warning } from '../../src/check.ts';
import { calledWithVersion, toResource } from '../../src/for-checks/components.ts';
import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { formatCount } from '../../src/syntax/english.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, isRollback } from '../../src/syntax/versions.ts';
import { isUnjudged, judgeAll, type Judgement } from './shared/controller-judgements.ts';

type Beyond = Extract<Judgement, { is: 'beyond' }>;

export default defineCheck({
  id: 'addons/controllers-unjudged',
  title: 'Self-managed controllers that cannot be judged at the target',
  short: 'its project does not list the version',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `addons/controllers compares the controllers that you install yourself with the Kubernetes versions that their
    projects list. For some time after a new Kubernetes version, many projects list it for no release, and this
    release of eks-preflight does not contain lists of a later day. Whether such a controller works with the target
    cannot be judged.

    The check warns about each of these controllers. It only names those for which no list exists or applies at any
    version: the project lists no versions, the release is not in its list, the version cannot be read, or a
    vendor built it.`,
  fix: advice`Look up the Kubernetes versions that the project lists for the release.`,
  links: ['https://docs.aws.amazon.com/eks/latest/best-practices/cluster-upgrades.html'],
  needs: ['controllers'],
  tables: ['controllers'],
  applies: {
    needs: ['controllers'],
    when({ controllers }, context) {
      const judgements = judgeAll(controllers, context);
      const unjudged = judgements.filter(isUnjudged);
      if (judgements.length === 0) return 'no controller that addons/controllers recognizes runs in this cluster';
      if (unjudged.length === 0 || unjudged.some(({ is }) => is === 'beyond')) return true;
      return `${formatCount(unjudged.length, 'controller')} seen, not judged (${listUnlisted(unjudged)})`;
    },
  },
  basis({ controllers }, context) {
    const judgements = judgeAll(controllers, context);
    const others = judgements.filter(({ is }) => is === 'not judged');
    const judged = judgements.filter((one) => !isUnjudged(one)).length;
    const beyond = judgements.length - judged - others.length;
    return [
      ...(judged === 0 ? [] : [`${formatCount(judged, 'controller')} judged by addons/controllers`]),
      ...(beyond === 0 ? [] : [`${beyond} not judged at the target`]),
      ...(others.length === 0 ? [] : [`${others.length} not judged at any version (${listUnlisted(others)})`]),
    ].join('; ');
  },

  *run({ controllers }, context) {
    for (const one of judgeAll(controllers, context)) if (one.is === 'beyond') yield beyondFinding(one, context);
  },
});

/** By reason, the controllers with their versions. */
function listUnlisted(judgements: readonly Judgement[]): string {
  const unlisted = judgements.flatMap((one) => (one.is === 'not judged' ? [one] : []));
  const reasons = [...grouped(unlisted, ({ why }) => why)].map(([why, own]) => {
    const copies = grouped(own, ({ title, copy: { version } }) => (version === null ? title : `${title} ${version}`));
    const names = [...copies].map(([name, { length }]) => (length === 1 ? name : `${name} (${length})`));
    return `${why}: ${names.join(', ')}`;
  });
  return reasons.join('; ');
}

/** All of them are one entry: one look-up, with one update of eks-preflight for all. */
function beyondFinding({ copy, known, range, end, at }: Beyond, context: Context): Warning {
  const { target } = context;
  const called = calledWithVersion(copy, known.row.title);
  const unlisted = format(at ?? target);
  return {
    level: 'warn',
    ...(at === undefined ? {} : { at }),
    rule: 'beyond',
    remedy: 'look-up-controllers',
    resource: toResource(copy),
    message: `${called} is not judged: the table ends at ${format(end)} for it, ${unlisted} is later`,
    evidence: [
      { observed: `the newest Kubernetes version listed for ${range.releases} is ${format(end)}`, source: 'table' },
      { observed: called, required: `a release that lists ${unlisted}`, fact: 'controllers' },
    ],
    fix: lookUpFix({ copy, known, range }, context),
    links: [range.source, known.row.releases],
  };
}

function lookUpFix({ copy, known, range }: Pick<Beyond, 'copy' | 'known' | 'range'>, context: Context): Advice {
  const { kind, namespace, name, version } = copy;
  const list = commands(
    sh`# ${[known.row.title, version].join(' ').split(' ')}: ${range.source}`,
    sh`kubectl -n ${namespace} get ${kind.toLowerCase()}/${name} -o wide`,
  );
  const target = format(context.target);
  return isRollback(context)
    ? advice`Before you roll back the control plane, look up the Kubernetes versions that each project lists. If the
        running release does not list ${target}, test it with ${target} first. A later release of eks-preflight may
        know more.\n${list}`
    : advice`Look up the Kubernetes versions that each project lists. If a release lists ${target}, update the
        controller to it before you update the control plane. If none does, test the controller with ${target} first. A
        later release of eks-preflight may know more.\n${list}`;
}
