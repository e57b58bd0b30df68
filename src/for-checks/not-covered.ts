/** Topics that users may expect and that no check judges yet, sorted by name, for the report, the README and CHECKS.md. */
export const notCovered: readonly string[] = [];
