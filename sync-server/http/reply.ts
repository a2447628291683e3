import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { REQUEST_ID_HEADER } from '#schema/protocol.ts';
import type { BatchedCall } from './batched-call.ts';
import type { ApiError } from './reply/api-error.ts';
import { chooseEncoding, compress } from './reply/compression.ts';
import { securityHeaders } from './reply/security-headers.ts';

/** The request data available to every handler and middleware of this server. */
export interface AppEnv {
  /** `batched`: this request came as a part of a batch, not separately over the network. */
  Bindings: Partial<HttpBindings & { readonly batched: BatchedCall }>;
  Variables: { requestId: string; sent?: SentReply };
}
export type AppContext = Context<AppEnv>;

type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

interface ReplyOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Values of Set-Cookie, which may be several. */
  readonly cookies?: readonly string[] | undefined;
}

/** Of a reply that depends on who asks. `Vary` is for caches on the way that ignore `no-store`. */
export const personalHeaders = { 'Cache-Control': 'no-store', Vary: 'Authorization' } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The plain data that a reply was made of. */
interface SentReply {
  readonly response: Response;
  readonly body: ReplyBody;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasCookies: boolean;
}

/** The replies to the calls of batches, until they are joined. */
const batchedReplies = new WeakMap<Response, SentReply>();

/** The headers of one kind of reply, with those that each reply has. */
export interface HeaderTemplate {
  readonly alone: Readonly<Record<string, string>>;
  /** In a batch; the security headers of the batch protect its calls too. */
  readonly batched: Readonly<Record<string, string>>;
}

/**
 * All names are there from the start: it takes a hundred times as long to add one to a copy as to copy it and replace a
 * value.
 */
export function headerTemplate(headers: Readonly<Record<string, string>>): HeaderTemplate {
  const batched = { [REQUEST_ID_HEADER]: '', ...headers };
  return { alone: { ...securityHeaders, ...batched }, batched };
}

const plainTemplate = headerTemplate({});
const jsonTemplate = headerTemplate({ 'Content-Type': JSON_TYPE, ...personalHeaders });

/**
 * Creates every reply of this server, with the security headers and the request's id. They are given as
 * one plain record, because the adapter writes such a reply without building Headers.
 */
export function reply(
  c: AppContext,
  body: ReplyBody,
  options: ReplyOptions = {},
  template: HeaderTemplate = plainTemplate,
): Response {
  const isBatched = c.env?.batched !== undefined;
  const headers: Record<string, string> = { ...(isBatched ? template.batched : template.alone) };
  headers[REQUEST_ID_HEADER] = c.get('requestId');
  if (options.headers !== undefined) Object.assign(headers, options.headers);
  const response = new Response(body, { status: options.status ?? 200, headers });
  const { cookies = [] } = options;
  const sent = { response, body, headers, hasCookies: cookies.length > 0 };
  if (isBatched) batchedReplies.set(response, sent);
  else c.set('sent', sent);
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** A JSON reply with {@link personalHeaders}. `body` is the JSON text, or its bytes. */
export function jsonReply(
  c: AppContext,
  body: string | Uint8Array<ArrayBuffer>,
  options: ReplyOptions = {},
): Response {
  return reply(c, body, options, jsonTemplate);
}

/** The data of a reply, if {@link reply} created it for this request. */
function sentAs(c: AppContext, response: Response): SentReply | undefined {
  const sent = c.get('sent');
  return sent?.response === response ? sent : batchedReplies.get(response);
}

/** The reply for an error. */
export function errorReply(c: AppContext, error: ApiError): Response {
  const body = JSON.stringify(error.toBody(c.get('requestId')));
  return jsonReply(c, body, { status: error.status, headers: error.headers });
}

/**
 * Returns the reply to a call of a batch as text instead of a stream. A reply created here is returned from its data, because
 * reading it back takes longer than creating it.
 */
export async function readReply(response: Response): Promise<{
  readonly body: string;
  readonly headers: Iterable<[string, string]>;
}> {
  const known = batchedReplies.get(response);
  if (typeof known?.body === 'string') return { body: known.body, headers: Object.entries(known.headers) };
  return { body: await response.text(), headers: response.headers };
}

/** Adds the same headers to a reply that a framework or a later handler created. */
export function withStandardHeaders(c: AppContext, response: Response): Response {
  if (sentAs(c, response) !== undefined) return response;
  const headers: Record<string, string> = { ...securityHeaders, [REQUEST_ID_HEADER]: c.get('requestId') };
  for (const [name, value] of response.headers) headers[name] = value;
  return new Response(response.body, { status: response.status, headers });
}

/** A reply that is made once is compressed quickly. */
const BROTLI_QUALITY = 4;
/** Replies with tokens and secrets: a compressed size would depend on them and on text that others chose. */
const SECRET_PATH = '/api/auth/';

/**
 * Compresses a JSON reply for a client that accepts it. Not a part of a batch, which is compressed as a whole,
 * and no reply marked `no-transform` or below {@link SECRET_PATH}.
 */
export async function withCompression(c: AppContext, response: Response): Promise<Response> {
  const sent = sentAs(c, response);
  if (typeof sent?.body !== 'string' || c.env?.batched !== undefined) return response;
  // Not `response.headers`: the adapter would build Headers of every reply for it.
  const { body, headers, hasCookies } = sent;
  if (headers['Content-Type'] !== JSON_TYPE || headers['Cache-Control']?.includes(NO_TRANSFORM))
    return response;
  if (isSecretPath(c.req.path) || hasCookies) return response;
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'), body.length);
  if (encoding === 'identity') return response;
  const bytes = await compress(body, encoding, BROTLI_QUALITY);
  const vary = headers.Vary === undefined ? 'Accept-Encoding' : `${headers.Vary}, Accept-Encoding`;
  return reply(c, bytes, {
    status: response.status,
    headers: { ...headers, 'Content-Encoding': encoding, Vary: vary },
  });
}

/** The Cache-Control directive for a reply whose bytes neither this server nor a proxy may compress. */
export const NO_TRANSFORM = 'no-transform';
/** Whether the reply to a call at this path may contain a token or a secret. */
export const isSecretPath = (path: string): boolean => path.startsWith(SECRET_PATH);
