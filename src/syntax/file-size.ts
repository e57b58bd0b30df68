const units = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in powers of a thousand: `512 bytes`, `1.2 GB`, `50 GB`. */
export function fileSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length);
  const unit = units[power - 1];
  if (unit === undefined) return `${bytes} bytes`;
  const amount = bytes / 1000 ** power;
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${unit}`;
}
