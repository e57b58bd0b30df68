/** When a message is sent, as `--notify-on` says. */
export const notifyOn = ['change', 'fail', 'always'] as const;
export type NotifyOn = (typeof notifyOn)[number];
