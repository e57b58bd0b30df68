import type { Delivery, DeliveryContext } from './contract.ts';
import { jsonText } from './json.ts';

/** Prints the whole message as one line of JSON, for log collectors and pipes. */
export async function printMessage({ message }: Delivery, { stdout }: DeliveryContext): Promise<void> {
  await stdout(`${jsonText(message)}\n`);
}
