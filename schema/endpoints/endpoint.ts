import * as v from 'valibot';

/**
 * The allowed callers: everyone, signed-in users, users who activated the course (and admins), the user named
 * in the path, or admins.
 */
export type Caller = 'anyone' | 'signedIn' | 'courseMember' | 'self' | 'admin';

/** The request body: none, JSON (the input), or a file in one multipart field. */
export type BodyKind = 'json' | 'multipart';

/** The reply: JSON (the output), a stream of server-sent events that stays open, or a file. */
export type ReplyKind = 'json' | 'events' | 'csv' | 'zip';

export interface Endpoint<
  Input extends v.GenericSchema = v.GenericSchema,
  Output extends v.GenericSchema = v.GenericSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the origin; `:name` is a parameter, always an id. */
  readonly path: `/api/${string}`;
  readonly caller: Caller;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /**
   * Only pages of this origin may call it, with a header that says so: the call is authenticated by a cookie.
   */
  readonly isPageOnly: boolean;
  /** May also be called while a required step (schema/account/required-step.ts) is pending. */
  readonly isSetUp: boolean;
  /** A command requires an Idempotency-Key and leaves a receipt (docs/protocol.md, Receipts). */
  readonly isCommand: boolean;
  /** The call honours If-Match against the version of the row in the path. */
  readonly isVersioned: boolean;
  readonly body: BodyKind;
  /** Bodies over this many bytes are rejected with 413. */
  readonly bodyMaxBytes: number;
  readonly reply: ReplyKind;
  /**
   * The reply to `Prefer: return=minimal`; it also accepts the whole one. Null for a call whose reply is
   * always whole.
   */
  readonly minimal: v.GenericSchema | null;
  /** The query parameters: names and meanings. */
  readonly query: Readonly<Record<string, string>>;
  /** The catalogue's sentence per status, for a refusal without its own (spec map, section 8). */
  readonly refusals: Readonly<Record<number, string>>;
}

type Optional =
  | 'isPageOnly'
  | 'isSetUp'
  | 'isCommand'
  | 'isVersioned'
  | 'body'
  | 'bodyMaxBytes'
  | 'reply'
  | 'minimal'
  | 'query'
  | 'refusals';

const BODY_MAX_BYTES = 64 * 1024;

export function endpoint<Input extends v.GenericSchema, Output extends v.GenericSchema>(
  definition: Omit<Endpoint<Input, Output>, Optional> & Partial<Pick<Endpoint<Input, Output>, Optional>>,
): Endpoint<Input, Output> {
  return {
    isPageOnly: false,
    isSetUp: false,
    isCommand: false,
    isVersioned: false,
    body: 'json',
    bodyMaxBytes: BODY_MAX_BYTES,
    reply: 'json',
    minimal: null,
    query: {},
    refusals: {},
    ...definition,
  };
}

export const noInput = v.undefined();

/** The reply of calls without other data. */
export const Success = v.object({ success: v.literal(true) });

/** Fills in the `:name` parameters of a path, encoded. Throws when one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path ${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}
