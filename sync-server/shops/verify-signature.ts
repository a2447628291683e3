import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ShopKind } from '#schema/shops/shops.ts';

/** A message may be this old, or from the future: a recorded one cannot be sent again later. */
const TIME_TOLERANCE_SECONDS = 5 * 60;
/** As the specification requires. */
const STANDARD_KEY_MIN_BYTES = 24;
/** A header with more signatures than any shop sends is not read further. */
const SIGNATURES_MAX = 10;

/** A message as it arrived. */
export interface ShopMessage {
  readonly header: (name: string) => string | undefined;
  /** The secret in the address; undefined without one. */
  readonly secretInAddress: string | undefined;
  readonly body: Uint8Array;
}

interface Check {
  readonly secret: string;
  readonly now: Date;
}

/** Whether the shop that knows the secret sent the message, within the last five minutes where the time is signed. */
export function isFromShop(kind: ShopKind, message: ShopMessage, check: Check): boolean {
  return verifiers[kind](message, check);
}

const verifiers: Readonly<Record<ShopKind, (message: ShopMessage, check: Check) => boolean>> = {
  standard: hasStandardSignature,
  stripe: hasStripeSignature,
  woocommerce: ({ header, body }, { secret }) =>
    isMac(header('X-WC-Webhook-Signature'), 'base64', { key: secret, parts: [body] }),
  gumroad: ({ secretInAddress }, { secret }) =>
    secretInAddress !== undefined && isEqual(digest(secretInAddress), digest(secret)),
};

/** standardwebhooks.com: `v1,<base64>` over id, time and body; several while a secret is being replaced. */
function hasStandardSignature({ header, body }: ShopMessage, { secret, now }: Check): boolean {
  const id = header('Webhook-Id');
  const seconds = header('Webhook-Timestamp');
  if (id === undefined || seconds === undefined || !isRecent(seconds, now)) return false;
  const key = standardKey(secret);
  if (key === null) return false;
  const signed = { key, parts: [`${id}.${seconds}.`, body] };
  return (header('Webhook-Signature') ?? '')
    .split(' ', SIGNATURES_MAX)
    .some((one) => one.startsWith('v1,') && isMac(one.slice('v1,'.length), 'base64', signed));
}

/**
 * Returns the key that a secret of Standard Webhooks stands for: `whsec_` and base64. Null for a text that is no such
 * secret, or a part of one: anybody could sign with the few bytes, or none, that are readable in it.
 */
export function standardKey(secret: string): Buffer | null {
  const text = secret.replace(/^whsec_/, '');
  const key = Buffer.from(text, 'base64');
  return /^[\w+/-]+={0,2}$/.test(text) && key.length >= STANDARD_KEY_MIN_BYTES ? key : null;
}

/** docs.stripe.com/webhooks: `t=<time>,v1=<hex>` over time and body. */
function hasStripeSignature({ header, body }: ShopMessage, { secret, now }: Check): boolean {
  const fields = (header('Stripe-Signature') ?? '').split(',', SIGNATURES_MAX).map((one) => one.trim());
  const seconds = fields.find((one) => one.startsWith('t='))?.slice('t='.length);
  if (seconds === undefined || !isRecent(seconds, now)) return false;
  const signed = { key: secret, parts: [`${seconds}.`, body] };
  return fields.some((one) => one.startsWith('v1=') && isMac(one.slice('v1='.length), 'hex', signed));
}

/** @param seconds since 1970, as decimal digits */
function isRecent(seconds: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false;
  return Math.abs(now.getTime() / 1_000 - Number(seconds)) <= TIME_TOLERANCE_SECONDS;
}

interface Signed {
  readonly key: string | Buffer;
  readonly parts: readonly (string | Uint8Array)[];
}

/** Whether the text is the HMAC-SHA256 of the parts. Takes the same time for any wrong one. */
function isMac(text: string | undefined, encoding: 'base64' | 'hex', { key, parts }: Signed): boolean {
  if (text === undefined) return false;
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return isEqual(Buffer.from(text, encoding), hmac.digest());
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isEqual = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
