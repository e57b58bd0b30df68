import { ec2Writes } from './ec2.ts';
import { eksWrites } from './eks.ts';
import { iamWrites } from './iam.ts';
import { otherWrites } from './others.ts';
import type { Write } from './write.ts';

/** The operations behind the commands that reports print, by IAM action. No scan needs any of them. */
export const writes: Readonly<Record<string, Write>> = { ...eksWrites, ...ec2Writes, ...iamWrites, ...otherWrites };
