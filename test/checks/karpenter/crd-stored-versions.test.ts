import check from '../../../checks/karpenter/crd-stored-versions.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { aCrd, theCrds } from './objects.ts';

const at = (version: string | null) => ({ karpenterControllers: [aKarpenter({ version })] });
const both = { served: ['v1', 'v1beta1'], storage: 'v1', storedVersions: ['v1beta1', 'v1'] };
const beta = { served: ['v1beta1'], storage: 'v1beta1', storedVersions: ['v1beta1'] };
const kind = 'CustomResourceDefinition';

checkCases(check, [
  {
    it: 'skips where no controller runs',
    facts: { karpenterControllers: [], karpenterCrds: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  { it: 'is silent where v1 alone is stored', facts: { ...at('1.8.1'), karpenterCrds: theCrds() }, findings: [] },
  {
    it: 'is silent as long as 1.1 is not on the way',
    facts: { ...at('1.0.6'), karpenterCrds: theCrds(both) },
    karpenter: karpenterPath('1.0.6', '1.0.14'),
    findings: [],
  },
  {
    it: 'is silent before 1.1 once the rewriting is done',
    facts: { ...at('1.0.14'), karpenterCrds: theCrds({ ...both, storedVersions: ['v1'] }) },
    karpenter: karpenterPath('1.0.14', '1.1.10'),
    findings: [],
  },
  {
    it: 'looks at the three kinds that 1.0 converts, not at others',
    facts: {
      ...at('1.14.1'),
      karpenterCrds: [
        ...theCrds(),
        aCrd('nodeoverlays.karpenter.sh', { served: ['v1alpha1'] }),
        aCrd('capacitybuffers.autoscaling.x-k8s.io', { served: ['v1beta1'] }),
        aCrd('provisioners.karpenter.sh', { served: ['v1alpha5'] }),
      ],
    },
    findings: [],
  },
  {
    it: 'does not know where the version is not told',
    facts: { ...at(null), karpenterCrds: theCrds() },
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'fails at 1.1 where 1.0.14 has not rewritten all',
    facts: { ...at('1.0.14'), karpenterCrds: theCrds(both).slice(0, 1) },
    karpenter: karpenterPath('1.0.14', '1.1.10'),
    findings: [
      {
        level: 'fail',
        rule: 'stored-versions',
        atKarpenter: '1.1.10',
        resource: { kind, name: 'nodepools.karpenter.sh' },
        message:
          'storedVersions is [v1beta1, v1]: Karpenter 1.0.14 has not rewritten all objects yet; until then, the API server rejects the CRD of 1.1.10',
        evidence: [
          { observed: 'storedVersions [v1beta1, v1], storage v1', required: 'storedVersions [v1], storage v1' },
        ],
        fix: `Stay on 1.0.14 until this command shows \`[v1]\` for each. If it does not complete: the controller needs get and patch permissions for CustomResourceDefinitions, and every object must be valid in v1 (its log shows which are not).

\`\`\`sh
kubectl get crd nodepools.karpenter.sh nodeclaims.karpenter.sh ec2nodeclasses.karpenter.k8s.aws \\
  -o custom-columns=CRD:.metadata.name,STORED:.status.storedVersions
\`\`\``,
      },
    ],
  },
  {
    it: 'warns where a stop of the way rewrites them',
    facts: { ...at('0.37.8'), karpenterCrds: theCrds(beta).slice(2) },
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.1.10'),
    findingsLike: [
      {
        level: 'warn',
        atKarpenter: '1.1.10',
        resource: { kind, name: 'ec2nodeclasses.karpenter.k8s.aws' },
        message:
          'storedVersions is [v1beta1], and the storage version is v1beta1: stay on 1.0.14 until it is [v1], or the API server rejects the CRD of 1.1.10',
      },
    ],
  },
  {
    it: 'fails where 1.0.5, which rewrites nothing, is the last stop',
    facts: { ...at('1.0.5'), karpenterCrds: theCrds(both).slice(1, 2) },
    karpenter: karpenterPath('1.0.5', '1.1.0'),
    findingsLike: [
      {
        level: 'fail',
        message: 'storedVersions is [v1beta1, v1]: the API server rejects the CRD of 1.1.0',
      },
    ],
  },
  {
    it: 'fails where 1.0.14 runs with CRDs that still write v1beta1',
    facts: { ...at('1.0.14'), karpenterCrds: theCrds({ ...beta, served: ['v1beta1', 'v1'] }).slice(0, 1) },
    karpenter: karpenterPath('1.0.14', '1.1.10'),
    findingsLike: [
      {
        level: 'fail',
        message:
          'storedVersions is [v1beta1], and the storage version is v1beta1: the API server rejects the CRD of 1.1.10',
      },
    ],
  },
  {
    it: 'fails today where 1.1 runs with CRDs of 1.0',
    facts: { ...at('1.1.10'), karpenterCrds: theCrds(both).slice(0, 1) },
    findingsLike: [
      {
        level: 'fail',
        atKarpenter: '1.1.10',
        message: 'storedVersions is [v1beta1, v1]: the API server rejects the CRD of 1.1.10',
      },
    ],
  },
]);
