import { CallError, call } from '#pwa/api/call.ts';
import { putPerson } from '#pwa/store/admin/people.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { findPrivateStore } from '#pwa/store/database/private-store.ts';
import type { Person } from '#schema/account/person.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { rethrow } from './admin-refresh.ts';
import { shareRun } from './share-run.ts';

/** Fetches what admins see of one person, and notes if the account no longer exists. */
export function refreshPerson(userId: string): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return Promise.reject(new StoreGoneError());
  return shareRun(`person/${userId}/${store.userId}`, async () => {
    const fetchedAt = new Date().toISOString();
    const person = await fetchPerson(userId).catch((error: unknown) => rethrow(store, error));
    await putPerson(store, userId, { person, fetchedAt });
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
