import type { AdminContentRow, AdminCourseOutline, AdminCourseRow } from '#pwa/store/database/admin-rows.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import type { CommandKind, CommandOf } from '#schema/commands/all-commands.ts';
import type { KnownRows } from './recreate/known-rows.ts';
import type { Replacement } from './recreate/replacement.ts';

/** The server's reply to a command that was acknowledged. */
export interface AckReply {
  readonly output: unknown;
  /** The reply is the receipt of an earlier attempt. */
  readonly isReplayed: boolean;
  /**
   * The device pulled changes after the server ran the command, which may be newer. A row that is no longer
   * on the device may have been deleted, so it is not added again. If it exists, the next pull returns it.
   */
  readonly isOvertaken: boolean;
}

/** The admin's rows with the acks applied so far: read once and written once per batch. */
export interface AckedRows {
  readonly courses: Map<string, AdminCourseRow>;
  /** The HTML to write, by lesson; null for HTML to remove. */
  readonly contents: Map<string, AdminContentRow | null>;
}

/** The device's half of an editor command: its effect on the rows that screens read, and on deleted ones. */
export interface DeviceCommand<K extends CommandKind> {
  /** Recreates the row that another user deleted; null if a command of this kind does not recreate it. */
  readonly recreate: ((command: CommandOf<K>, known: KnownRows) => Replacement) | null;
  /** Returns the course with the unsent command applied; null if there is none. */
  overlay?(course: AdminCourseOutline, command: CommandOf<K>): AdminCourseOutline | null;
  /** Returns a lesson's HTML with the unsent command applied; `shown` is null if the device has none. */
  overlayContent?(shown: string | null, command: CommandOf<K>): string | null;
  /**
   * Returns the server's course after the ack. A replayed receipt dates from the day it was written and never
   * replaces anything newer: neither a version nor a deletion.
   */
  applyAck?(course: AdminCourseRow, command: CommandOf<K>, reply: AckReply): AdminCourseRow;
  /** Writes the HTML that the ack changes; `course` is the course before the edit. */
  applyAckToContents?(
    contents: AckedRows['contents'],
    course: AdminCourseRow,
    ack: { readonly command: CommandOf<K>; readonly reply: AckReply },
  ): void;
  /**
   * Handles an ack that concerns the whole course and is written at once; returns true if nothing else is to
   * be done.
   */
  applyAckToStore?(
    tx: Tx,
    rows: AckedRows,
    ack: { readonly command: CommandOf<K>; readonly reply: AckReply },
  ): PromiseLike<void>;
}
