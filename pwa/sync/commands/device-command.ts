import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { CommandKind, CommandOf } from '#schema/commands/all-commands.ts';
import type { KnownRows } from './recreate/known-rows.ts';
import type { Replacement } from './recreate/replacement.ts';

/** The device's half of an editor command: its effect on the rows that screens show, and on deleted ones. */
export interface DeviceCommand<K extends CommandKind> {
  /** Recreates the row that another user deleted; null if a command of this kind does not recreate it. */
  readonly recreate: ((command: CommandOf<K>, known: KnownRows) => Replacement) | null;
  /** Returns the course with the command applied; null if there is none. */
  overlay?(course: AdminCourseOutline, command: CommandOf<K>): AdminCourseOutline | null;
  /** Returns a lesson's HTML with the command applied; `shown` is null if the device has none. */
  overlayContent?(shown: string | null, command: CommandOf<K>): string | null;
}
