import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Refusal } from './s3-refusal.ts';

/** A key of the store. */
export interface S3Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A signature of version 4, as a header or an address has it. */
interface Signature {
  /** Key id, day, region, service and `aws4_request`, with slashes between. */
  readonly credential: string;
  /** When it was made, such as `20261128T215300Z`. */
  readonly date: string;
  /** For how long it is valid. */
  readonly validSeconds: number;
  /** Names in lower case, with semicolons between. */
  readonly signedHeaders: string;
  /** The SHA-256 of the body in hex, or `UNSIGNED-PAYLOAD`. */
  readonly payload: string;
  readonly hex: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SIGNATURE = 'X-Amz-Signature';
/** How far the clocks of client and store may differ. */
const SKEW_SECONDS = 15 * 60;

/**
 * Throws S3Refusal unless the request is signed with `key` (AWS Signature Version 4, in the header or in the address).
 * Returns the SHA-256 in hex that the body must have, or null when the body is not signed.
 */
export function verifySignature(request: IncomingMessage, key: S3Key): string | null {
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const query = new URLSearchParams(search);
  const signature = query.has(SIGNATURE) ? readAddress(query) : readHeader(request);
  const [keyId, day = '', region = '', service = '', end = ''] = signature.credential.split('/');
  if (keyId !== key.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId');
  verifyTime(signature);
  const names = signature.signedHeaders.split(';');
  if (!names.includes('host')) throw new S3Refusal(403, 'SignatureDoesNotMatch');
  const canonical = [
    ...[request.method, path, canonicalQuery(query)],
    ...names.map((name) => `${name}:${headerOf(request, name).trim()}`),
    ...['', signature.signedHeaders, signature.payload],
  ].join('\n');
  const scope = [day, region, service, end];
  const text = [ALGORITHM, signature.date, scope.join('/'), sha256(canonical)].join('\n');
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  if (hmac(signingKey, text).toString('hex') !== signature.hex)
    throw new S3Refusal(403, 'SignatureDoesNotMatch');
  return /^[0-9a-f]{64}$/.test(signature.payload) ? signature.payload : null;
}

function readHeader(request: IncomingMessage): Signature {
  const match = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
    headerOf(request, 'authorization'),
  );
  if (match === null) throw new S3Refusal(403, 'AccessDenied');
  const [, credential = '', signedHeaders = '', hex = ''] = match;
  const [date, payload] = [headerOf(request, 'x-amz-date'), headerOf(request, 'x-amz-content-sha256')];
  return { credential, date, validSeconds: SKEW_SECONDS, signedHeaders, payload, hex };
}

function readAddress(query: URLSearchParams): Signature {
  const member = (name: string): string => query.get(name) ?? '';
  return {
    credential: member('X-Amz-Credential'),
    date: member('X-Amz-Date'),
    validSeconds: Number(member('X-Amz-Expires')),
    signedHeaders: member('X-Amz-SignedHeaders'),
    payload: 'UNSIGNED-PAYLOAD',
    hex: member(SIGNATURE),
  };
}

function verifyTime({ date, validSeconds }: Signature): void {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const ageSeconds = (Date.now() - Date.parse(iso)) / 1_000;
  if (!(ageSeconds > -SKEW_SECONDS && ageSeconds <= validSeconds))
    throw new S3Refusal(403, 'RequestTimeTooSkewed');
}

/** The members of an address in the order of their encoded names, without the signature. */
const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== SIGNATURE)
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((member) => member.join('='))
    .join('&');

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const headerOf = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
