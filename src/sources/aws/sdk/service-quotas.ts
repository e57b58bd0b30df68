/** The exports of the Service Quotas client that are used; listing them keeps the lazily loaded chunk small. */
export {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
