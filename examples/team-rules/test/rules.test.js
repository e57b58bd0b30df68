import { describe, it } from 'node:test';
import { checkCases, checkDenials, checkLaw, projectCases } from 'eks-preflight/testing';
import { foreignImagesCases } from '../cases/foreign-images.js';
import { namespacesWithoutQuotaCases } from '../cases/namespaces-without-quota.js';
import { oldBaseImagesCases } from '../cases/old-base-images.js';
import foreignImages from '../checks/foreign-images.js';
import namespacesWithoutQuota from '../checks/namespaces-without-quota.js';
import oldBaseImages from '../checks/old-base-images.js';
import { resourceQuotas } from '../data/resource-quotas.js';
import acme from '../index.js';

const runner = { describe, it };

checkCases(foreignImages, foreignImagesCases, runner);
checkCases(namespacesWithoutQuota, namespacesWithoutQuotaCases, runner);
checkCases(oldBaseImages, oldBaseImagesCases, runner);

checkDenials(foreignImages, foreignImagesCases, runner);
checkDenials(namespacesWithoutQuota, namespacesWithoutQuotaCases, runner);
checkDenials(oldBaseImages, oldBaseImagesCases, runner);

const metadata = { name: 'team', namespace: 'shop' };
projectCases(
  resourceQuotas,
  [
    {
      name: 'keeps what a quota limits, without the numbers',
      object: {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata,
        spec: { hard: { 'requests.cpu': '20', pods: '100' } },
      },
      keeps: { namespace: 'shop', name: 'team', limits: ['pods', 'requests.cpu'] },
    },
    {
      name: 'keeps a quota without limits',
      object: { apiVersion: 'v1', kind: 'ResourceQuota', metadata },
      keeps: { namespace: 'shop', name: 'team', limits: [] },
    },
  ],
  runner,
);

checkLaw(acme, {
  ...runner,
  cases: {
    [foreignImages.id]: foreignImagesCases,
    [namespacesWithoutQuota.id]: namespacesWithoutQuotaCases,
    [oldBaseImages.id]: oldBaseImagesCases,
  },
});
