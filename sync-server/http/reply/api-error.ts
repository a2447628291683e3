import type { SecondFactorOffer } from '#schema/account/passkeys.ts';
import type { ErrorBody } from '#schema/messages/error-body.ts';
import { type ErrorCode, errorCodes } from '#schema/messages/errors.ts';

interface ApiErrorOptions {
  /** Overrides the catalogue's message. */
  readonly message?: string;
  /** One message per input field. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** For `version_conflict`: the whole current entity. */
  readonly current?: unknown;
  /** For a refused sign-in: the factors that the account has. */
  readonly secondFactor?: SecondFactorOffer;
}

/** An error that is sent to the caller, with its status, code and message (schema/messages/errors.ts). */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly current: unknown;
  readonly secondFactor: SecondFactorOffer | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.status = errorCodes[code].status;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
    this.current = options.current;
    this.secondFactor = options.secondFactor;
  }

  /** The reply body. */
  toBody(requestId: string): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      requestId,
      ...(this.fields === undefined ? {} : { fields: { ...this.fields } }),
      ...(this.current === undefined ? {} : { current: this.current }),
      ...(this.secondFactor === undefined ? {} : { secondFactor: this.secondFactor }),
    };
  }
}

/** As {@link sessionEnded}, for a device of an account that was deleted: it removes what it has of the account. */
export function accountDeleted(): ApiError {
  return new ApiError('account_deleted', { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The session is missing, invalid, expired or revoked: the only 401 that makes a client drop its token. */
export function sessionEnded(): ApiError {
  return new ApiError('session_ended', { headers: { 'WWW-Authenticate': 'Bearer' } });
}
