import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { ApiError } from '../http/reply/api-error.ts';

/** The scope of a pull: the courses a learner activated, or every course. */
export type PullScope = 'own' | 'all';

/** The position of a device in the server's order of changes. */
export interface PullCursor {
  /** The database epoch in which the numbers are valid. */
  readonly epoch: string;
  /** All changes up to here were delivered. */
  readonly sequence: number;
  /**
   * The last change when the device started from the beginning: the device never had rows deleted before it,
   * so it needs none of those tombstones.
   */
  readonly startSequence: number;
  readonly scope: PullScope;
  /**
   * The run of the server that wrote the last change that the cursor names (`lastKnownTo`). Null for a position that no
   * device has from this server: it proves nothing.
   */
  readonly run: string | null;
}

const VERSION = 1;
const SHAPE = /^(1\.([\da-f-]{36})\.(\d{1,15})\.(\d{1,15})\.(own|all)\.([\w-]{0,20}))\.([\w-]{22})$/;
/** A cursor that a later version of this program may have issued. */
const OTHER_VERSION = /^\d{1,4}\./;
const CURSOR_MAX_CHARACTERS = 300;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 16;

/** The number of the last change that existed, to the knowledge of a device with this cursor. */
export const lastKnownTo = ({ sequence, startSequence }: Pick<PullCursor, 'sequence' | 'startSequence'>) =>
  Math.max(sequence, startSequence);

/**
 * Prints and parses cursors. They are signed, so that one that contradicts the database proves that the
 * database was restored: no other server can have made it.
 */
export class Cursors {
  readonly #key: Buffer;

  constructor(secret: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'carrel cursors', KEY_BYTES));
  }

  print({ epoch, sequence, startSequence, scope, run }: PullCursor & { readonly run: string }): string {
    const text = `${VERSION}.${epoch}.${sequence}.${startSequence}.${scope}.${run}`;
    return Buffer.from(`${text}.${this.#sign(text).toString('base64url')}`).toString('base64url');
  }

  /**
   * Throws ApiError: 410 `cursor_expired` for a cursor of another version or with an invalid signature, as
   * after a change of the secret; 400 for anything else.
   */
  parse(text: string): PullCursor {
    const isLong = text.length > CURSOR_MAX_CHARACTERS;
    const plain = isLong ? '' : Buffer.from(text, 'base64url').toString('latin1');
    const [, signed = '', epoch = '', sequence, startSequence, scope, run = '', signature = ''] =
      SHAPE.exec(plain) ?? [];
    if (scope !== 'own' && scope !== 'all') throw refusalOf(plain);
    if (!timingSafeEqual(this.#sign(signed), Buffer.from(signature, 'base64url'))) throw expired();
    return { epoch, sequence: Number(sequence), startSequence: Number(startSequence), scope, run };
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, SIGNATURE_BYTES);
  }
}

const expired = () => new ApiError('cursor_expired');

function refusalOf(plain: string): ApiError {
  if (OTHER_VERSION.test(plain) && !plain.startsWith(`${VERSION}.`)) return expired();
  const message = serverMessages.cursorInvalid;
  return new ApiError('invalid_input', { message, fields: { cursor: message } });
}
