import * as v from 'valibot';
import { Person } from '#schema/account/person.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';
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
