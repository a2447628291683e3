import { adminEndpoints } from '#schema/endpoints/admin-endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { call } from '../api/call.ts';

/**
 * Mails a user a code for a new password; for admins. Sent at once or not at all: a code that arrived hours later would
 * surprise the user. Returns false if a code was mailed less than a minute ago. Rejects with a CallError.
 */
export async function sendReset(userId: string): Promise<boolean> {
  const options = { params: { userId }, defaultMessage: adminMessages.resetMailFailed };
  return (await call(adminEndpoints.sendReset, options)).isSent;
}
