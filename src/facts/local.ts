import * as z from 'zod/mini';
import { softwareVersion } from './public-texts.ts';

/** Facts about the machine that the scan runs on. */

/** A program on PATH with the version that it prints; null if PATH has no such program. */
const program = z.nullable(z.object({ version: softwareVersion() }));

/** `kubectl version --client -o json`: `v1.33.5`. */
export const kubectl = program;

/** `eksctl version`: `0.215.0`. */
export const eksctl = program;
