import type { Io } from '../io.ts';

/** A count of what was read. */
export interface ProgressLine {
  done(): void;
  end(): void;
}

/** A counter on one line of stderr, only for a person at a terminal. */
export function progressLine(io: Io, total: number, verbose: boolean): ProgressLine {
  const shown = io.stderrIsTerminal && !verbose && io.env['CI'] === undefined && io.env['TERM'] !== 'dumb';
  if (!shown) return { done: () => undefined, end: () => undefined };
  let count = 0;
  let ended = false;
  const erase = '\r\u001B[K';
  io.stderr(`${erase}Reading 0 of ${total} facts`);
  return {
    done() {
      if (ended) return;
      count += 1;
      io.stderr(`${erase}Reading ${count} of ${total} facts`);
    },
    end() {
      if (ended) return;
      ended = true;
      io.stderr(erase);
    },
  };
}
