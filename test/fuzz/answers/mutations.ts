import { toProtobuf } from '../../world/kube/protobuf.ts';
import { mutateJson } from './json-members.ts';
import type { Mutation } from './mutation.ts';
import type { Answer, Recorded } from './recorded.ts';
import { mutateWhole } from './whole-answers.ts';
import { mutateXml } from './xml-members.ts';

/** How many answers to the same call replace one, of this world and of the others. */
const replacements = 2;

/** Every change of an answer of one of these worlds. */
export function* listMutations(answer: Answer, world: Recorded, worlds: readonly Recorded[]): Generator<Mutation> {
  const same = (answers: readonly Answer[]): readonly Answer[] =>
    answers
      .filter((other) => family(other.call) === family(answer.call) && other.body !== answer.body)
      .slice(0, replacements);
  const others = worlds.filter((other) => other !== world).flatMap(({ answers }) => answers);
  yield* mutateWhole(answer, { here: same(world.answers), elsewhere: same(others) });
  if (answer.body.startsWith('<?xml')) yield* mutateXml(answer.body);
  if (!answer.body.startsWith('{')) return;
  const hasProtobuf = toProtobuf(answer.body) !== undefined;
  for (const mutation of mutateJson(answer.body)) {
    yield mutation;
    if (hasProtobuf) yield { ...mutation, isProtobuf: true };
  }
}

/** A call without the name of one object: answers about objects of one kind. */
function family(call: string): string {
  return call.replace(/^(GET \/.*\/namespaces)\/[^/]+\/([^/]+)\/[^/]+$/, '$1/*/$2/*');
}
