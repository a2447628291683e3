import type * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import type { ApiResponse } from './api-response.ts';
import { type ExchangeOptions, exchange } from './exchange.ts';

/** A call without a usable response. `message` is a sentence for users. */
export class CallError extends UserFacingError {
  override readonly name = 'CallError';
  /** HTTP status; 0 without a response, or with an unreadable one. */
  readonly status: number;
  /** The server's code, or `no_answer`, or `unreadable_reply`. */
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly endsSession: boolean;
  /** See `ErrorBody`; unparsed. */
  readonly secondFactor: unknown;
  /** Whether `message` is the server's own rather than a default of the catalogue. */
  readonly isServerSentence: boolean;
  /**
   * Whether `message` says why this call was refused: the server's message, or the catalogue's for its
   * status.
   */
  readonly isSpecific: boolean;

  constructor(response: ApiResponse, { refusals = {}, defaultMessage }: CallSentences = {}) {
    const isForeign = isForeignPage(response);
    const isUnreadable = isForeign || (response.status >= 200 && response.status < 300);
    const refusal = isForeign ? undefined : refusals[response.status];
    super(response.error?.error ?? refusal ?? fallbackOf(response, defaultMessage));
    this.status = isUnreadable ? 0 : response.status;
    this.code = response.error?.code ?? (response.status === 0 ? 'no_answer' : 'unreadable_reply');
    this.fields = response.error?.fields ?? {};
    this.requestId = response.error?.requestId ?? response.requestId;
    this.retryAfterMs = response.retryAfterMs;
    this.endsSession = response.endsSession;
    this.secondFactor = response.error?.secondFactor;
    this.isServerSentence = response.error !== null;
    this.isSpecific = this.isServerSentence || refusal !== undefined;
  }
}

/** The catalogue's messages for a call that failed without one from the server (spec map, section 8). */
interface CallSentences {
  readonly refusals?: Readonly<Record<number, string>>;
  /** For every status without a message of its own. */
  readonly defaultMessage?: string | undefined;
}

/** A 4xx page of a captive portal or a proxy says nothing about the call: it is treated as no connection. */
function isForeignPage({ status, body, sizeBytes, isFromServer }: ApiResponse): boolean {
  return status >= 400 && status < 500 && body === null && sizeBytes > 0 && !isFromServer;
}

function fallbackOf(response: ApiResponse, defaultMessage: string | undefined): string {
  if (response.status === 0) return messages.networkError;
  return isForeignPage(response) ? messages.replyUnreadable : (defaultMessage ?? messages.replyUnreadable);
}

/**
 * Calls an endpoint and returns its parsed reply.
 *
 * @throws {CallError} for every status but 2xx, for no response within 30 s, and for a 2xx that is HTML,
 * empty or of the wrong shape (a captive portal's), which is never treated as a success.
 */
export async function call<Input extends v.GenericSchema, Output extends v.GenericSchema>(
  endpoint: Endpoint<Input, Output>,
  options: ExchangeOptions<v.InferInput<Input>> & { readonly defaultMessage?: string } = {},
): Promise<v.InferOutput<Output>> {
  const response = await exchange(endpoint, options);
  if (response.output === null) {
    throw new CallError(response, { refusals: endpoint.refusals, defaultMessage: options.defaultMessage });
  }
  return response.output;
}
