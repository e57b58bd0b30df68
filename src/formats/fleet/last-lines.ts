import { fleetExitText } from '../../report/fleet/fleet-text.ts';
import { formatAlternatives } from '../../syntax/quoted.ts';
import { paint, wrap } from '../text/layout.ts';
import type { ListContext } from './context.ts';
import { firstStep } from './first-step.ts';

/** What a person sees at the end: the exit code and why, what to do first, how to see more. */
export function lastLines({ fleet, names, layout }: ListContext): string[] {
  const { all, hasPage = false } = layout;
  const { what, command } = firstStep(fleet, names);
  const views = [...(all ? [] : ['--show all']), ...(hasPage ? [] : ['-o fleet.html'])];
  return [
    ...wrap(fleetExitText(fleet), layout, 0).map((line) => paint(layout, 'bold', line)),
    ...(what === undefined ? [] : wrap(`${what}${command === undefined ? '.' : ':'}`, layout, 0)),
    // A command broken into lines would run in pieces.
    ...(command === undefined ? [] : [`  ${command}`]),
    ...(views.length === 0 ? [] : wrap(`To see more, add ${formatAlternatives(views)}.`, layout, 0)),
  ];
}
