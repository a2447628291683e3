import type { CommandKind, CommandOf } from '#schema/commands/all-commands.ts';
import type { AdminContentRow, AdminCourseOutline, AdminCourseRow } from '../../store/admin-rows.ts';
import type { PrivateStore } from '../../store/private-store.ts';

/** The server's reply to a command that was acknowledged. */
export interface AckReply {
  readonly output: unknown;
  /** The reply is the receipt of an earlier try. */
  readonly isReplayed: boolean;
  /**
   * The device pulled something after the server ran the command, which may be newer. A row that is not here
   * any more may have been deleted: it is not added again. Where it exists, the next pull brings it.
   */
  readonly isOvertaken: boolean;
}

/** The admin's rows with what acks have changed so far: read once and written once per batch. */
export interface SettledRows {
  readonly courses: Map<string, AdminCourseRow>;
  /** The HTML to be written, by lesson; null for HTML to be removed. */
  readonly contents: Map<string, AdminContentRow | null>;
}

/** What the device alone knows of a kind of command in the editor: its effect on the rows that screens read. */
export interface DeviceCommand<K extends CommandKind> {
  /** The course with the unsent command laid over it; null when there is none. */
  overlay?(course: AdminCourseOutline, command: CommandOf<K>): AdminCourseOutline | null;
  /** A lesson's HTML with the unsent command laid over it; `shown` is null where the device has none. */
  overlayContent?(shown: string | null, command: CommandOf<K>): string | null;
  /**
   * The course of the server after the ack. A replayed receipt is of the day it was written and never replaces
   * what is newer: neither a version nor a deletion.
   */
  settle?(course: AdminCourseRow, command: CommandOf<K>, reply: AckReply): AdminCourseRow;
  /** Writes the HTML that the ack changes; `course` is the course before the edit. */
  settleContents?(
    contents: SettledRows['contents'],
    course: AdminCourseRow,
    ack: { readonly command: CommandOf<K>; readonly reply: AckReply },
  ): void;
  /** For an ack about the whole course, written at once; true when nothing else is to be done. */
  settleWhole?(
    store: PrivateStore,
    rows: SettledRows,
    ack: { readonly command: CommandOf<K>; readonly reply: AckReply },
  ): PromiseLike<void>;
}
