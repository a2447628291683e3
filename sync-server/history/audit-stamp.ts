import type { CommandCall } from '../http/commands/command-handler.ts';
import type { AuditStamp } from './revision-queries.ts';

/** The user (null: the operator) of a call that states neither its time nor a version. `at`: ISO time. */
export function auditStampAt(userId: string | null, at: string): AuditStamp {
  return { userId, madeAt: at, receivedAt: at, baseVersion: null };
}

/** The user, time and version of a command. */
export function auditStampOf({ caller, madeAt, now, ifMatch }: CommandCall<unknown, unknown>): AuditStamp {
  return { userId: caller.id, madeAt, receivedAt: now.toISOString(), baseVersion: ifMatch };
}
