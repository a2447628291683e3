import type { SentReset } from '#schema/account/person.ts';
import { adminEndpoints } from '#schema/endpoints/admin-endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { call } from '../api/call.ts';

/**
 * Mails a user a code for a new password; for admins. Sent at once or not at all: a code that arrived hours later would
 * surprise the user. Rejects with a CallError.
 */
export async function sendReset(userId: string): Promise<SentReset> {
  const options = { params: { userId }, defaultMessage: adminMessages.resetMailFailed };
  return call(adminEndpoints.sendReset, options);
}
