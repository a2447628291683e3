import { serverMessages } from '#schema/server-messages.ts';
import { ApiError } from '../http/api-error.ts';

/** Whose rows a pull brings: those of the courses a learner activated, or of every course. */
export type PullScope = 'own' | 'all';

/** Where a device stands in the server's order of changes. */
export interface PullCursor {
  /** The life of the database in which the numbers count. */
  readonly epoch: string;
  /** Everything up to here was told. */
  readonly sequence: number;
  /**
   * The last change there was when the device began from the start: what was deleted before that it never
   * had, so it misses nothing when these tombstones are gone.
   */
  readonly floor: number;
  readonly scope: PullScope;
}

const VERSION = 1;
const SHAPE = /^1\.([\da-f-]{36})\.(\d{1,15})\.(\d{1,15})\.(own|all)$/;
/** What a later version of this program may have given out. */
const OTHER_VERSION = /^\d{1,4}\./;
const CURSOR_MAX_CHARACTERS = 300;

export function printCursor({ epoch, sequence, floor, scope }: PullCursor): string {
  return Buffer.from(`${VERSION}.${epoch}.${sequence}.${floor}.${scope}`).toString('base64url');
}

/**
 * Reads a cursor that {@link printCursor} made. Throws ApiError: 410 `cursor_expired` for one of another
 * version, 400 for what never was one.
 */
export function parseCursor(text: string): PullCursor {
  const plain = text.length > CURSOR_MAX_CHARACTERS ? '' : Buffer.from(text, 'base64url').toString('latin1');
  const [, epoch, sequence, floor, scope] = SHAPE.exec(plain) ?? [];
  if (epoch !== undefined && (scope === 'own' || scope === 'all')) {
    return { epoch, sequence: Number(sequence), floor: Number(floor), scope };
  }
  if (OTHER_VERSION.test(plain) && !plain.startsWith(`${VERSION}.`)) throw new ApiError('cursor_expired');
  const message = serverMessages.cursorInvalid;
  throw new ApiError('invalid_input', { message, fields: { cursor: message } });
}
