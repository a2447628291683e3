import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { REQUEST_ID_HEADER } from '#schema/protocol.ts';
import type { BatchedCall } from './batched-call.ts';
import type { ApiError } from './reply/api-error.ts';
import { securityHeaders } from './reply/security-headers.ts';

/** The request data available to every handler and middleware of this server. */
export interface AppEnv {
  /** `batched`: this request came as a part of a batch, not separately over the network. */
  Bindings: Partial<HttpBindings & { readonly batched: BatchedCall }>;
  Variables: { requestId: string };
}
export type AppContext = Context<AppEnv>;

type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

interface ReplyOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Values of Set-Cookie, which may be several. */
  readonly cookies?: readonly string[] | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The plain data that a reply was made of. */
interface SentReply {
  readonly body: ReplyBody;
  readonly headers: Readonly<Record<string, string>>;
}

const sentReplies = new WeakMap<Response, SentReply>();

/**
 * Creates every response of this server, with the security headers and the request's id. They are given as
 * one plain record, because the adapter writes such a response without building Headers.
 */
export function reply(c: AppContext, body: ReplyBody, options: ReplyOptions = {}): Response {
  const headers: Record<string, string> = {
    ...securityHeaders,
    [REQUEST_ID_HEADER]: c.get('requestId'),
    ...options.headers,
  };
  const response = new Response(body, { status: options.status ?? 200, headers });
  sentReplies.set(response, { body, headers });
  for (const cookie of options.cookies ?? []) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** A JSON reply with `Cache-Control: no-store`. `body` is the JSON text, or its bytes. */
export function jsonReply(
  c: AppContext,
  body: string | Uint8Array<ArrayBuffer>,
  options: ReplyOptions = {},
): Response {
  const headers = { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...options.headers };
  return reply(c, body, { ...options, headers });
}

/** The reply for an error. */
export function errorReply(c: AppContext, error: ApiError): Response {
  const body = JSON.stringify(error.toBody(c.get('requestId')));
  return jsonReply(c, body, { status: error.status, headers: error.headers });
}

/**
 * Returns a response as text instead of a stream. A response created here is returned from its data, because
 * reading it back takes longer than creating it.
 */
export async function readReply(response: Response): Promise<{
  readonly body: string;
  readonly headers: Iterable<[string, string]>;
}> {
  const known = sentReplies.get(response);
  if (typeof known?.body === 'string') return { body: known.body, headers: Object.entries(known.headers) };
  return { body: await response.text(), headers: response.headers };
}

/** Adds the same headers to a response that a framework or a later handler created. */
export function withStandardHeaders(c: AppContext, response: Response): Response {
  if (sentReplies.has(response)) return response;
  const headers: Record<string, string> = { ...securityHeaders, [REQUEST_ID_HEADER]: c.get('requestId') };
  for (const [name, value] of response.headers) headers[name] = value;
  return new Response(response.body, { status: response.status, headers });
}
