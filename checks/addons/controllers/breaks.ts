import type { Context, Finding } from '../../../src/check.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { toResource } from '../../../src/for-checks/components.ts';
import { advice, type Advice } from '../../../src/syntax/advice.ts';
import { format } from '../../../src/syntax/versions.ts';
import { versionEvidence, nameCopy } from './copy-text.ts';
import type { Judgement } from './judge.ts';

type Broken = Extract<Judgement, { is: 'broken' }>;

/** A break that surely stops the controller fails, unless it stopped already or is scaled to 0. */
export function breakFinding({ copy, known, broken, at, isCertain }: Broken, { current }: Context): Finding {
  const text = broken.condition !== undefined && 'text' in broken.condition ? ` if ${broken.condition.text}` : '';
  const when = at === undefined ? `on ${format(current)} already` : `on ${format(at)}`;
  return {
    level: isCertain && at !== undefined && copy.replicas !== 0 ? 'fail' : 'warn',
    ...(at === undefined ? {} : { at }),
    rule: 'break',
    short: shorts[broken.effect],
    resource: toResource(copy),
    message: `${nameCopy(copy, known)} ${broken.what} (${when}${text})`,
    evidence: [versionEvidence(copy, releaseWithout(broken) ?? 'another release')],
    fix: breakFix({ copy, known, broken }),
    links: [broken.source, known.row.releases],
  };
}

const shorts: { [Effect in Broken['broken']['effect']]: string } = {
  stops: 'known to stop',
  degraded: 'known to lose a function',
  'install-only': 'its manifest can no longer be applied',
  'deprecated-only': 'uses a deprecated API',
  unknown: 'not made for this version',
};

function releaseWithout({ below, from }: Broken['broken']): string | undefined {
  if (below !== undefined) return `${below} or later`;
  return from === undefined ? undefined : `a release before ${from}`;
}

function breakFix({ copy, known: { row }, broken }: Pick<Broken, 'copy' | 'known' | 'broken'>): Advice {
  const release = releaseWithout(broken) ?? 'another release';
  const { condition } = broken;
  const instead =
    condition !== undefined && 'withoutVariable' in condition
      ? advice` Until then, the environment variable \`${condition.withoutVariable}\` avoids it.`
      : condition !== undefined && 'flag' in condition
        ? advice` Until then, run it without \`${condition.flag}\`.`
        : advice``;
  const change = changeByOwner(copy, {
    goal: advice`${row.title} ${release}`,
    chart: { ...row.chart, version: 'newer' },
    byHand: advice`Release notes: ${row.releases}`,
  });
  return advice`Update ${row.title} to ${release}.${instead} ${change}`;
}
