import * as v from 'valibot';
import { Person } from '#schema/account/person.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import type { PrivateStore, Reader, ReadTx } from '../database/private-store.ts';
import { listCommandsAckedSince } from './admin.ts';
import { findReport, putReport } from './reports.ts';

/*
 * What admins see of one person, stored as a report. Its age is that of the request: edits that the server acknowledged
 * after it are applied on top.
 */

const reportOf = (userId: string): string => `person/${userId}`;

/** Null: the account no longer exists. */
const StoredPerson = v.object({ person: v.nullable(Person) });

/** Returns a person as last fetched; null if this device never did. */
export async function findPerson(
  store: Reader,
  userId: string,
): Promise<{ readonly person: Person | null; readonly fetchedAt: string } | null> {
  const stored = await findReport(store, reportOf(userId), StoredPerson);
  return stored && { person: stored.report.person, fetchedAt: stored.fetchedAt };
}

export function putPerson(
  store: PrivateStore,
  userId: string,
  { person, fetchedAt }: { readonly person: Person | null; readonly fetchedAt: string },
): Promise<void> {
  return putReport(store, reportOf(userId), { report: { person }, fetchedAt, etag: null });
}

/** Whether a command changes a person's access to a course. */
export const isAccessOf = ({ kind, args }: Command, userId: string, courseId: string): boolean =>
  (kind === 'access.give' || kind === 'access.setRevoked') &&
  args.userId === userId &&
  args.courseId === courseId;

/** Whether a person has access on the server, as far as this device knows; null if it does not. */
export async function findStoredAccess(
  tx: ReadTx,
  { userId, courseId }: { readonly userId: string; readonly courseId: string },
): Promise<boolean | null> {
  const stored = await findPerson(tx, userId);
  if (stored === null) return null;
  const acked = (await listCommandsAckedSince(tx, stored.fetchedAt)).findLast((command) =>
    isAccessOf(command, userId, courseId),
  );
  if (acked?.kind === 'access.setRevoked') return !acked.args.revoked;
  if (acked !== undefined) return true;
  const course = stored.person?.courses.find((one) => one.courseId === courseId);
  return course !== undefined && course.revokedAt === null;
}
