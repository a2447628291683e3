import * as v from 'valibot';

/** Where files are stored if not in the data folder. */
export interface S3Config {
  /** The origin of the store. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Whether the bucket is in the path of an address, not in its host name. */
  readonly isPathStyle: boolean;
  /** Whether players fetch videos from the store itself. */
  readonly redirectsPlayers: boolean;
}

const Endpoint = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  v.transform((value) => new URL(value)),
  v.check(({ pathname, search, username }) => pathname === '/' && search === '' && username === ''),
  v.transform(({ origin }) => origin),
);
const OneLine = v.pipe(v.string(), v.regex(/^\S+$/));
const Switch = v.picklist(['on', 'off']);

/** The variables, as entries of the environment's schema. */
export const s3Variables = {
  S3_ENDPOINT: v.optional(Endpoint),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/))),
  S3_ACCESS_KEY_ID: v.optional(OneLine),
  S3_SECRET_ACCESS_KEY: v.optional(OneLine),
  S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[a-z\d-]+$/)), 'us-east-1'),
  S3_PATH_STYLE: v.optional(Switch, 'on'),
  S3_REDIRECT: v.optional(Switch, 'off'),
};

export const s3Requirements: Readonly<Record<keyof typeof s3Variables, string>> = {
  S3_ENDPOINT:
    'S3_ENDPOINT must be the http(s) address of an S3 store without a path, such as https://s3.example.org',
  S3_BUCKET: 'S3_BUCKET must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
  S3_ACCESS_KEY_ID: 'S3_ACCESS_KEY_ID must be the id of a key of the S3 store, without spaces',
  S3_SECRET_ACCESS_KEY: 'S3_SECRET_ACCESS_KEY must be the secret of that key, without spaces',
  S3_REGION: 'S3_REGION must be a region such as us-east-1',
  S3_PATH_STYLE: 'S3_PATH_STYLE must be "on" or "off"',
  S3_REDIRECT: 'S3_REDIRECT must be "on" or "off"',
};

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

type S3Environment = v.InferOutput<v.ObjectSchema<typeof s3Variables, undefined>>;

/** Null without any of the four needed variables. Returns a sentence when they do not fit together. */
export function readS3Config(env: S3Environment): S3Config | string | null {
  const missing = NEEDED.filter((name) => env[name] === undefined);
  if (missing.length === NEEDED.length) return null;
  const {
    S3_ENDPOINT: endpoint = '',
    S3_BUCKET: bucket = '',
    S3_ACCESS_KEY_ID: accessKeyId = '',
    S3_SECRET_ACCESS_KEY: secretAccessKey = '',
  } = env;
  if (missing.length > 0)
    return `${NEEDED.join(', ')} belong together: set ${missing.join(' and ')} too, or none of them to store files in the data folder.`;
  if (env.S3_REDIRECT === 'on' && !endpoint.startsWith('https:'))
    return 'S3_REDIRECT is "on", so S3_ENDPOINT must be an https address: browsers play no other videos in a page.';
  return {
    ...{ endpoint, bucket, accessKeyId, secretAccessKey, region: env.S3_REGION },
    isPathStyle: env.S3_PATH_STYLE === 'on',
    redirectsPlayers: env.S3_REDIRECT === 'on',
  };
}
