import { execFileSync } from 'node:child_process';

/** Creates a named pipe, which Node itself cannot do. */
export function mkfifoSync(file: string): void {
  execFileSync('mkfifo', [file]);
}
