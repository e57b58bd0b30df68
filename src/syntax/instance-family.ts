/** The letters that an instance type begins with: `m` of m6i.large, `im` of im4gn.large, `dl` of dl1.24xlarge. */
export function instanceFamily(type: string): string {
  return /^[a-z]+/.exec(type)?.[0] ?? '';
}
