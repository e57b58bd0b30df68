/** What is used of the S3 client: named, so that a lazily loaded chunk holds no more than this. */
export {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
