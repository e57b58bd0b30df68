/** What is used of the IAM client: named, so that a lazily loaded chunk holds no more than this. */
export {
  GetInstanceProfileCommand,
  GetRoleCommand,
  IAMClient,
  paginateListAttachedRolePolicies,
} from '@aws-sdk/client-iam';
