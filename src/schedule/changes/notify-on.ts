/** The values of `--notify-on`: when a message is sent. */
export const notifyOn = ['change', 'fail', 'always'] as const;
export type NotifyOn = (typeof notifyOn)[number];
