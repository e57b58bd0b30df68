/** The exports of the S3 client that are used; listing them keeps the lazily loaded chunk small. */
export {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
