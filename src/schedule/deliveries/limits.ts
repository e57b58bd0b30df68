/** What one delivery may take. */
export interface DeliveryLimits {
  /** How often a message is sent at most. */
  tries: number;
  /** The time for all of them, in milliseconds. */
  allMs: number;
  /** The time of one try, from the connection to the status, in milliseconds. */
  tryMs: number;
  /** The wait before the second try, in milliseconds; it doubles. */
  waitMs: number;
}

export const deliveryLimits: DeliveryLimits = { tries: 4, allMs: 60_000, tryMs: 15_000, waitMs: 1_000 };

/** How much of an answer is read: only the code of an error is shown. */
export const answerBytes = 16 * 1024;
