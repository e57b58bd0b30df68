/** Topics that users may expect, but that are not judged; the most frequent causes of failed upgrades first. */
const byImportance: readonly string[] = ['nodes/volume-limits'];

/** The topics sorted by name, for the report, the README and CHECKS.md. */
export const notCovered: readonly string[] = byImportance.toSorted();

/** The most important of these topics; undefined if there are none. */
export function mostImportant(topics: readonly string[]): string | undefined {
  return byImportance.find((topic) => topics.includes(topic)) ?? topics[0];
}
