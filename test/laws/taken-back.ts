import { takenApart, type Taken } from '../e2e/forbidden-commands.ts';

/** One setting of one object, and the value that a command gives it. */
interface Setting {
  what: string;
  value: string;
}

/**
 * Commands of one fix that undo an earlier one: pasting the whole block would change nothing. Each is named with its
 * setting. A step on the node itself (`sudo`) separates a drain from the `uncordon` that follows it.
 */
export function takenBack(commands: readonly string[]): string[] {
  const set = new Map<string, string>();
  return commands.flatMap((command) => {
    if (/^sudo\s/.test(command)) set.clear();
    return takenApart(command)
      .flatMap(toSettings)
      .flatMap(({ what, value }) => {
        const before = set.get(what);
        set.set(what, value);
        return before === undefined || before === value ? [] : [`${what}: ${before}, then ${value}: ${command}`];
      });
  });
}

/** Pairs of AWS operations that undo each other, by their first words. */
const opposites: Readonly<Record<string, string>> = {
  associate: 'disassociate',
  attach: 'detach',
  authorize: 'revoke',
  disable: 'enable',
  suspend: 'resume',
};

function toSettings(taken: Taken): Setting[] {
  if (taken.program === 'aws') return settingsOfAws(taken);
  if (taken.program !== 'kubectl') return [];
  const { words, flags } = taken;
  const [verb = '', ...rest] = words;
  const namespace = flags.get('-n') ?? flags.get('--namespace') ?? '';
  const object = (...target: readonly string[]) => [namespace, ...target].join('/');
  if (verb === 'cordon' || verb === 'drain') return [{ what: `pods on ${rest.join('/')}`, value: 'none' }];
  if (verb === 'uncordon') return [{ what: `pods on ${rest.join('/')}`, value: 'some' }];
  if (verb === 'scale') return [{ what: `replicas of ${object(...rest)}`, value: flags.get('--replicas') ?? '' }];
  if (verb === 'patch') {
    const patch: unknown = JSON.parse(flags.get('-p') ?? flags.get('--patch') ?? '{}');
    return leaves(patch, object(...rest));
  }
  if (['annotate', 'label', 'set', 'taint'].includes(verb)) {
    const target = rest.filter((word) => !isAssignment(word));
    return rest.filter(isAssignment).map((word) => assignment(word, `${verb} ${object(...target)}`));
  }
  return [];
}

/** `a=b` sets `a`, and `a-` removes it. */
function isAssignment(word: string): boolean {
  return word.includes('=') || word.endsWith('-');
}

function assignment(word: string, of: string): Setting {
  const [name = '', ...value] = word.replace(/(?:-)$/, '').split('=');
  return { what: `${of} ${name}`, value: value.join('=') };
}

function leaves(value: unknown, what: string): Setting[] {
  if (typeof value !== 'object' || value === null) return [{ what, value: JSON.stringify(value) }];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, `${what} ${key}`));
}

/** `modify-vpc-attribute` sets a value; `authorize-...` is undone by `revoke-...`. */
function settingsOfAws({ words, flags }: Taken): Setting[] {
  const [service = '', operation = ''] = words;
  const [verb = '', ...noun] = operation.split('-');
  const of = (chosen: (flag: string) => boolean) =>
    [...flags].filter(([flag]) => chosen(flag)).map(([flag, value]) => `${flag} ${value}`);
  const taken = Object.entries(opposites).find((pair) => pair.includes(verb));
  if (taken !== undefined) return [{ what: [service, ...noun, ...of(() => true)].join(' '), value: verb }];
  if (verb !== 'modify') return [];
  const isTarget = (flag: string) => /-ids?$|-name$/.test(flag);
  const target = [service, operation, ...of(isTarget)].join(' ');
  return [...flags].flatMap(([flag, value]) => (isTarget(flag) ? [] : [{ what: `${target} ${flag}`, value }]));
}
