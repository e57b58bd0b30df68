import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** A function that is replaced while a check runs. */
interface Watched {
  what: string;
  holder: object;
  name: string;
}

const watched: readonly Watched[] = [
  ...of('the clock', performance, ['now']),
  ...of('the clock', process, ['hrtime', 'uptime']),
  ...of('random numbers', Math, ['random']),
  ...of('random numbers', crypto, ['randomUUID', 'getRandomValues']),
  ...of('the network', globalThis, ['fetch', 'WebSocket']),
  ...of('the network', net.Socket.prototype, ['connect']),
  ...of('timers', globalThis, ['setTimeout', 'setInterval', 'setImmediate']),
  ...of('files', fs, ['openSync', 'readFileSync', 'readdirSync', 'statSync', 'existsSync', 'writeFileSync']),
  ...of('files', fs.promises, ['open', 'readFile', 'readdir', 'stat', 'writeFile']),
  ...of('processes', childProcess, ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync']),
];

function of(what: string, holder: object, names: readonly string[]): Watched[] {
  return names.filter((name) => name in holder).map((name) => ({ what, holder, name }));
}

/**
 * Runs synchronous code. The usual functions for the clock, random numbers, the network, timers, files and processes
 * throw meanwhile, because the outcome of a check must depend only on its facts.
 * @param touched called with each use, even if the code catches the error
 */
export function guarded<Value>(run: () => Value, touched: (use: string) => void): Value {
  const refuse = (what: string, name: string): never => {
    touched(`${what} (${name})`);
    throw new Error(`a check must not use ${what} (${name})`);
  };
  const undo = [replaceDate(refuse), ...watched.map((one) => replace(one, refuse))];
  syncBuiltinESMExports();
  try {
    return run();
  } finally {
    for (const put of undo) put();
    syncBuiltinESMExports();
  }
}

type Refuse = (what: string, name: string) => never;

function replace({ what, holder, name }: Watched, refuse: Refuse): () => void {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, {
    configurable: true,
    writable: true,
    enumerable: before?.enumerable ?? false,
    value: () => refuse(what, name),
  });
  return () => {
    if (before === undefined) Reflect.deleteProperty(holder, name);
    else Object.defineProperty(holder, name, before);
  };
}

/** Replaces Date: a date from a string or a number is allowed, the current time is not. */
function replaceDate(refuse: Refuse): () => void {
  const Real = globalThis.Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) =>
      args.length === 0 ? refuse('the clock', 'new Date()') : (Reflect.construct(target, args, newTarget) as Date),
    apply: () => refuse('the clock', 'Date()'),
    get: (target, name, receiver) =>
      name === 'now' ? () => refuse('the clock', 'Date.now') : (Reflect.get(target, name, receiver) as unknown),
  });
  return () => {
    globalThis.Date = Real;
  };
}
