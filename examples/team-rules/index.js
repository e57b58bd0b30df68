import { definePlugin } from 'eks-preflight';
import foreignImages from './checks/foreign-images.js';
import namespacesWithoutQuota from './checks/namespaces-without-quota.js';
import oldBaseImages from './checks/old-base-images.js';

export default definePlugin({ name: 'acme', checks: [foreignImages, namespacesWithoutQuota, oldBaseImages] });
