import type { S3Config } from '#sync-server/s3-config.ts';

/** The variables of a bucket, as an operator sets them. */
export const environmentOf = ({ endpoint, bucket, accessKeyId, secretAccessKey }: S3Config) => ({
  ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket },
  ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
});
