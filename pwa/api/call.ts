import type * as v from 'valibot';
import type { Endpoint } from '#schema/endpoint.ts';
import { messages } from '#schema/messages.ts';
import { SpokenError } from '#schema/spoken-error.ts';
import type { Answer } from './answer.ts';
import { type ExchangeOptions, exchange } from './exchange.ts';

/** A call without a usable response. `message` is a sentence for users. */
export class CallError extends SpokenError {
  override readonly name = 'CallError';
  /** HTTP status; 0 without a response, or with an unreadable one. */
  readonly status: number;
  /** The server's code, or `no_answer`, or `unreadable_reply`. */
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly endsSession: boolean;
  /** Whether `message` is the server's own rather than a default of the catalogue. */
  readonly isServerSentence: boolean;
  /**
   * Whether `message` says why this call was refused: the server's message, or the catalogue's for its
   * status.
   */
  readonly isSpecific: boolean;

  constructor(answer: Answer, { refusals = {}, defaultMessage }: CallSentences = {}) {
    const isForeign = isForeignPage(answer);
    const isUnreadable = isForeign || (answer.status >= 200 && answer.status < 300);
    const refusal = isForeign ? undefined : refusals[answer.status];
    super(answer.error?.error ?? refusal ?? fallbackOf(answer, defaultMessage));
    this.status = isUnreadable ? 0 : answer.status;
    this.code = answer.error?.code ?? (answer.status === 0 ? 'no_answer' : 'unreadable_reply');
    this.fields = answer.error?.fields ?? {};
    this.requestId = answer.error?.requestId ?? answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
    this.endsSession = answer.endsSession;
    this.isServerSentence = answer.error !== null;
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
function isForeignPage({ status, body, sizeBytes, isFromServer }: Answer): boolean {
  return status >= 400 && status < 500 && body === null && sizeBytes > 0 && !isFromServer;
}

function fallbackOf(answer: Answer, defaultMessage: string | undefined): string {
  if (answer.status === 0) return messages.networkError;
  return isForeignPage(answer) ? messages.replyUnreadable : (defaultMessage ?? messages.replyUnreadable);
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
  const answer = await exchange(endpoint, options);
  if (answer.output === null) {
    throw new CallError(answer, { refusals: endpoint.refusals, defaultMessage: options.defaultMessage });
  }
  return answer.output;
}
