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
}

const VERSION = 1;
const SHAPE = /^1\.([\da-f-]{36})\.(\d{1,15})\.(\d{1,15})\.(own|all)$/;
/** A cursor that a later version of this program may have issued. */
const OTHER_VERSION = /^\d{1,4}\./;
const CURSOR_MAX_CHARACTERS = 300;

export function printCursor({ epoch, sequence, startSequence, scope }: PullCursor): string {
  return Buffer.from(`${VERSION}.${epoch}.${sequence}.${startSequence}.${scope}`).toString('base64url');
}

/**
 * Parses a cursor that {@link printCursor} made. Throws ApiError: 410 `cursor_expired` for one of another
 * version, 400 for anything else.
 */
export function parseCursor(text: string): PullCursor {
  const plain = text.length > CURSOR_MAX_CHARACTERS ? '' : Buffer.from(text, 'base64url').toString('latin1');
  const [, epoch, sequence, startSequence, scope] = SHAPE.exec(plain) ?? [];
  if (epoch !== undefined && (scope === 'own' || scope === 'all')) {
    return { epoch, sequence: Number(sequence), startSequence: Number(startSequence), scope };
  }
  if (OTHER_VERSION.test(plain) && !plain.startsWith(`${VERSION}.`)) throw new ApiError('cursor_expired');
  const message = serverMessages.cursorInvalid;
  throw new ApiError('invalid_input', { message, fields: { cursor: message } });
}
