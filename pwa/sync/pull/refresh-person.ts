import * as v from 'valibot';
import { CallError, call } from '#pwa/api/call.ts';
import { putReport } from '#pwa/store/admin/reports.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { findPrivateStore } from '#pwa/store/database/private-store.ts';
import { Person } from '#schema/account/person.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { rethrow } from './admin-refresh.ts';
import { shareRun } from './share-run.ts';

/** The name under which a person is stored, as a report. */
export const personReport = (userId: string): string => `person/${userId}`;

/** Null: the account no longer exists. */
export const StoredPerson = v.object({ person: v.nullable(Person) });

/**
 * Fetches what admins see of one person. Its age is that of the request: edits that the server acknowledged after it are
 * shown on top.
 */
export function refreshPerson(userId: string): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return Promise.reject(new StoreGoneError());
  return shareRun(`person/${userId}/${store.userId}`, async () => {
    const fetchedAt = new Date().toISOString();
    const person = await fetchPerson(userId).catch((error: unknown) => rethrow(store, error));
    await putReport(store, personReport(userId), { report: { person }, fetchedAt, etag: null });
  });
}

async function fetchPerson(userId: string): Promise<Person | null> {
  try {
    const options = { params: { userId }, defaultMessage: adminMessages.personFailed };
    return (await call(endpoints.getPerson, options)).person;
  } catch (error) {
    if (error instanceof CallError && error.code === 'user_not_found') return null;
    throw error;
  }
}
