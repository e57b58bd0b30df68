import { toBool, buildCostFailure, spend, type Frame, type Run } from './cost.ts';
import type { NodeOf } from './syntax.ts';
import {
  describeType,
  failure,
  isFailure,
  isList,
  isMap,
  isOptional,
  noValue,
  toOptional,
  type CelValue,
  type Failure,
  type Outcome,
} from './values.ts';

type LoopNode = NodeOf<'loop'>;

/** Evaluates a part of a loop with its variable set to an element. */
type Step = (frame: Frame, element: CelValue) => Outcome;

interface Parts {
  readonly range: Run;
  readonly body: Run;
  readonly filter: Run | undefined;
  /** The index of the variable in `Frame.slots`. */
  readonly slot: number;
}

/** Builds a comprehension from compiled parts. Each step costs one, plus the cost of its nodes. */
export function loop(node: LoopNode, { range, body, filter: condition, slot }: Parts): Run {
  const step = createStep(body, slot);
  const filter = condition === undefined ? undefined : createStep(condition, slot);
  if (node.macro === 'optMap' || node.macro === 'optFlatMap') return buildOptional(node, range, step);
  const walk = createWalk(node, step, filter);
  return (frame) => {
    const values = range(frame);
    if (isFailure(values)) return values;
    if (isList(values)) return walk(frame, values);
    return isMap(values)
      ? walk(frame, values.keys())
      : failure(`${node.macro}() needs a list or a map, got ${describeType(values)}`);
  };
}

function createStep(run: Run, slot: number): Step {
  return (frame, element) => {
    if (!spend(frame.cost, 1)) return buildCostFailure(frame.cost);
    frame.slots[slot] = element;
    return run(frame);
  };
}

type Walk = (frame: Frame, elements: Iterable<CelValue>) => Outcome;

function createWalk(node: LoopNode, step: Step, filter: Step | undefined): Walk {
  if (node.macro === 'all') return quantifier(node, step, false);
  if (node.macro === 'exists') return quantifier(node, step, true);
  if (node.macro === 'exists_one') return (frame, elements) => hasExactlyOne(select(node, step, frame, elements));
  if (node.macro === 'filter') return (frame, elements) => select(node, step, frame, elements);
  return (frame, elements) => {
    if (filter === undefined) return mapElements(step, frame, elements);
    const chosen = select(node, filter, frame, elements);
    return isFailure(chosen) ? chosen : mapElements(step, frame, chosen);
  };
}

/** True decides `exists`, and false `all`, even if other elements fail; otherwise the first failure is the result. */
function quantifier(node: LoopNode, step: Step, decides: boolean): Walk {
  return (frame, elements) => {
    let first: Failure | undefined;
    for (const element of elements) {
      const outcome = toBool(step(frame, element), node.body);
      if (outcome === decides || (isFailure(outcome) && outcome.isFinal)) return outcome;
      if (isFailure(outcome)) first ??= outcome;
    }
    return first ?? !decides;
  };
}

function select(node: LoopNode, step: Step, frame: Frame, elements: Iterable<CelValue>): readonly CelValue[] | Failure {
  const chosen: CelValue[] = [];
  for (const element of elements) {
    const outcome = toBool(step(frame, element), node.filter ?? node.body);
    if (isFailure(outcome)) return outcome;
    if (outcome) chosen.push(element);
  }
  return chosen;
}

function hasExactlyOne(chosen: readonly CelValue[] | Failure): Outcome {
  return isFailure(chosen) ? chosen : chosen.length === 1;
}

function mapElements(step: Step, frame: Frame, elements: Iterable<CelValue>): Outcome {
  const values: CelValue[] = [];
  for (const element of elements) {
    const value = step(frame, element);
    if (isFailure(value)) return value;
    values.push(value);
  }
  return values;
}

function buildOptional({ macro }: LoopNode, range: Run, step: Step): Run {
  return (frame) => {
    const optional = range(frame);
    if (isFailure(optional)) return optional;
    if (!isOptional(optional)) return failure(`expected an optional, got ${describeType(optional)}`);
    if (optional.value === undefined) return noValue;
    const outcome = step(frame, optional.value);
    if (isFailure(outcome)) return outcome;
    if (macro === 'optMap') return toOptional(outcome);
    return isOptional(outcome) ? outcome : failure(`expected an optional, got ${describeType(outcome)}`);
  };
}
