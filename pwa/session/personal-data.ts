import { CallError, call } from '#pwa/api/call.ts';
import { callForFile } from '#pwa/api/call-for-file.ts';
import { personalDataEndpoints } from '#schema/endpoints/personal-data-endpoints.ts';
import { rememberEmail, rememberedEmail } from './remembered-email.ts';
import { signOut } from './session.ts';

/** Fetches everything that the server stores about the user, as a zip file. Rejects with a CallError. */
export function fetchPersonalData(userId: string): Promise<Blob> {
  return callForFile(personalDataEndpoints.getPersonalData, 'application/zip', {
    params: { userId },
    defaultMessage: 'Your data could not be downloaded',
  });
}

interface Deletion {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Deletes the account on the server, and then everything of it on this device, unsent work included. Goes straight to
 * the server. Rejects with a CallError, and then changes nothing here.
 */
export async function deleteAccount({ userId, email, password }: Deletion): Promise<void> {
  try {
    await call(personalDataEndpoints.deleteAccount, {
      params: { userId },
      body: { password },
      defaultMessage: 'Your account could not be deleted',
    });
  } catch (error) {
    // The reply to an attempt before was lost.
    if (!(error instanceof CallError) || error.code !== 'account_deleted') throw error;
  }
  if (rememberedEmail() === email) rememberEmail(null);
  await signOut(userId, 'discardUnsent');
}
