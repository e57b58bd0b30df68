import { execFileSync } from 'node:child_process';

/** Makes a named pipe: node itself cannot. */
export function mkfifoSync(file: string): void {
  execFileSync('mkfifo', [file]);
}
