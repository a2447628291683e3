import type { ErrorBody } from '#schema/error-body.ts';
import { type ErrorCode, errorCodes } from '#schema/errors.ts';

interface ApiErrorOptions {
  /** Another sentence than the catalogue's. */
  readonly message?: string;
  /** The sentence per input field. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** For `version_conflict`: the whole entity as it stands. */
  readonly current?: unknown;
}

/** A refusal that the caller is told about, with its status, code and sentence (schema/errors.ts). */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly current: unknown;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
    this.current = options.current;
  }

  /** The body of the refusal. */
  toBody(requestId: string): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      requestId,
      ...(this.fields === undefined ? {} : { fields: { ...this.fields } }),
      ...(this.current === undefined ? {} : { current: this.current }),
    };
  }
}

/** The session is missing, invalid, expired or revoked: the one 401 that makes a client drop its token. */
export function sessionEnded(): ApiError {
  return new ApiError('session_ended', { headers: { 'WWW-Authenticate': 'Bearer' } });
}
