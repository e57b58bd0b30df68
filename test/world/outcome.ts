export interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  /** Without the lines about written files, which are in `written`. */
  stderr: string;
  written?: string[];
}

const wrote = /^eks-preflight: wrote (.*)\n/gm;

/** Takes the lines about written files out of the stderr of a command. */
export function withoutWritten<Ended extends Outcome>(ended: Ended): Ended {
  const written = [...ended.stderr.matchAll(wrote)].map(([, what = '']) => what);
  if (written.length === 0) return ended;
  // Not enumerable: outcomes are compared whole.
  return Object.defineProperty({ ...ended, stderr: ended.stderr.replaceAll(wrote, '') }, 'written', { value: written });
}
