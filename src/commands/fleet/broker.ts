import type { WireAnswer } from '../../sources/aws/answer.ts';
import { greeting, type Channel, type ScanMessage, type Reply } from '../../sources/aws/beside.ts';
import { createTurns } from './turns.ts';

/** How long an answer is given to others, in milliseconds. */
const freshMs = 5 * 60_000;
/** What is kept of answers, in bytes. */
const mostBytes = 64 * 1024 * 1024;

type Answer = (reply: Reply['reply']) => void;

/** A request: the scan that reads its answer, and those that wait for it. */
interface Reading {
  reader: Channel;
  waiting: { who: Channel; tell: Answer }[];
}

/**
 * Carries answers from one scan to the scans beside it, and gives turns to throttled calls.
 * @returns a function that connects a scan
 */
export function createBroker(): (scan: Channel) => void {
  const readings = createReadings();
  const turns = createTurns();
  return (scan) => {
    const hear = (message: ScanMessage): void => {
      if (message.says === 'read') return readings.end(message.key, scan, message.answer);
      if (message.says === 'tried') return turns.tried(message.key, message.isThrottled);
      const tell: Answer = (reply) => scan.send({ id: message.id, reply } satisfies Reply);
      if (message.says === 'wants') readings.want(message.key, scan, tell);
      else turns.wait(message.key, scan, (isTurn) => tell(isTurn ? 'go' : 'alone'));
    };
    const leave = (): void => {
      turns.leave(scan);
      readings.leave(scan);
    };
    scan.listen((message) => {
      if (isForBroker(message)) hear(message);
    }, leave);
    scan.send(greeting);
  };
}

/** False for a message to the run itself, which has a `kind`. */
function isForBroker(message: unknown): message is ScanMessage {
  return typeof (Object(message) as { says?: unknown }).says === 'string';
}

/** Failures are not shared: those that wait then read on their own. */
function createReadings() {
  const readings = new Map<string, Reading>();
  const answers = new Map<string, { answer: WireAnswer; until: number }>();
  const keep = (key: string, answer: WireAnswer): void => {
    const now = performance.now();
    for (const [old, { until }] of answers) if (until < now) answers.delete(old);
    const kept = [...answers.values()].reduce((sum, one) => sum + one.answer.body.length, answer.body.length);
    if (kept <= mostBytes) answers.set(key, { answer, until: now + freshMs });
  };
  const end = (key: string, reader: Channel, answer: WireAnswer | null): void => {
    const reading = readings.get(key);
    if (reading?.reader !== reader) return;
    readings.delete(key);
    if (answer !== null) keep(key, answer);
    for (const { tell } of reading.waiting) tell(answer ?? 'alone');
  };
  return {
    want(key: string, who: Channel, tell: Answer): void {
      const known = answers.get(key);
      if (known !== undefined && performance.now() < known.until) return tell(known.answer);
      const reading = readings.get(key);
      if (reading !== undefined) return void reading.waiting.push({ who, tell });
      readings.set(key, { reader: who, waiting: [] });
      tell('go');
    },
    end,
    leave(scan: Channel): void {
      for (const [key, reading] of readings) {
        reading.waiting = reading.waiting.filter(({ who }) => who !== scan);
        end(key, scan, null);
      }
    },
  };
}
