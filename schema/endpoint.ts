import * as v from 'valibot';

/**
 * Who may call: everybody, whoever is signed in, those who activated the course (and admins),
 * the person whom the path names, or admins.
 */
export type Caller = 'anyone' | 'signedIn' | 'courseMember' | 'self' | 'admin';

/** What a request carries: nothing, JSON (the input), or a file in one multipart field. */
export type BodyKind = 'json' | 'multipart';

/** How a call is answered: with JSON (the output), or with a stream of server-sent events that stays open. */
export type ReplyKind = 'json' | 'events';

export interface Endpoint<
  Input extends v.GenericSchema = v.GenericSchema,
  Output extends v.GenericSchema = v.GenericSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the origin; `:name` marks a parameter, always an id. */
  readonly path: `/api/${string}`;
  readonly caller: Caller;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Only pages of this origin may call it, and say so: a cookie counts there. */
  readonly isPageOnly: boolean;
  /** May also be called while a required step (schema/required-step.ts) is still to be done. */
  readonly isSetUp: boolean;
  /** A command takes an Idempotency-Key and leaves a receipt (contract, section 1). */
  readonly isCommand: boolean;
  /** The call honours If-Match against the version of the row that the path names. */
  readonly isVersioned: boolean;
  readonly body: BodyKind;
  /** Bodies over this many bytes are refused with 413. */
  readonly bodyMaxBytes: number;
  readonly reply: ReplyKind;
  /** What the query may say: names, and what each means. */
  readonly query: Readonly<Record<string, string>>;
  /** The catalogue's sentence per status, for a refusal that carries none of its own (section 8). */
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
    query: {},
    refusals: {},
    ...definition,
  };
}

export const noInput = v.undefined();

/** The answer of calls that have nothing else to say. */
export const Success = v.object({ success: v.literal(true) });

/** Fills `:name` parameters of a path, encoded. Throws when one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path ${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}
