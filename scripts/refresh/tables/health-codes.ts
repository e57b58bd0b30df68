import { readPackage } from '../read/npm-package.ts';
import type { Refresher } from '../refresher.ts';

/** The enums of the SDK for EKS, and the page of the API for each. */
const enums = [
  { of: 'cluster', name: 'ClusterIssueCode', page: 'API_ClusterIssue' },
  { of: 'nodegroup', name: 'NodegroupIssueCode', page: 'API_Issue' },
  { of: 'fargate', name: 'FargateProfileIssueCode', page: 'API_FargateProfileIssue' },
  { of: 'addon', name: 'AddonIssueCode', page: 'API_AddonIssue' },
];
const pages = 'https://docs.aws.amazon.com/eks/latest/APIReference/';

/** The codes that the API names. Those that only the user guide names are by hand, as is what each code means. */
export const healthCodes: Refresher = {
  table: 'health-codes',
  from: 'registry',
  identify: ({ of, code }) => `${String(of)} ${String(code)}`,
  fetch: ({ day }) => readPackage('@aws-sdk/client-eks', ['dist-types/models/enums.d.ts'], day),
  parse(files) {
    const found = parseEnums([...files.values()].join('\n'));
    return {
      rows: enums.flatMap(({ of, name, page }) => {
        const codes = found.get(name) ?? [];
        if (codes.length === 0) throw new Error(`the SDK has no ${name}`);
        return codes.map((code) => ({ states: { of, code }, whenNew: { source: `${pages}${page}.html` } }));
      }),
      covers: ({ source }) => String(source).startsWith(pages),
    };
  },
};

/** `export declare const ClusterIssueCode: {⏎ readonly ACCESS_DENIED: "AccessDenied";` */
function parseEnums(types: string): ReadonlyMap<string, readonly string[]> {
  const all = [...types.matchAll(/^export declare const (\w+): \{\n([^}]*)\}/gm)];
  return new Map(
    all.map(([, name = '', members = '']) => [name, [...members.matchAll(/: "(\w+)";/g)].map(([, code = '']) => code)]),
  );
}
