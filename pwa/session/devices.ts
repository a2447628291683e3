import type { DeviceSession } from '#schema/account/session.ts';
import { sessionEndpoints } from '#schema/endpoints/session-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { call } from '../api/call.ts';

/*
 * The devices where a user is signed in. All calls go straight to the server: an outdated list is useless,
 * and ending a session must not wait.
 */

/** Returns the signed-in user's sessions, this one first. Rejects with a CallError. */
export async function listDevices(userId: string, signal?: AbortSignal): Promise<DeviceSession[]> {
  const options = { params: { userId }, defaultMessage: messages.devicesFailed };
  const { sessions } = await call(sessionEndpoints.listSessions, {
    ...options,
    ...(signal === undefined ? {} : { signal }),
  });
  return sessions;
}

/** Ends one session. Rejects with a CallError. */
export async function signOutDevice(userId: string, sessionId: string): Promise<void> {
  const params = { userId, sessionId };
  await call(sessionEndpoints.endOneSession, { params, defaultMessage: messages.deviceSignOutFailed });
}

/** Ends all sessions but this one. Rejects with a CallError. */
export async function signOutOtherDevices(userId: string): Promise<void> {
  const params = { userId };
  await call(sessionEndpoints.endOtherSessions, { params, defaultMessage: messages.deviceSignOutFailed });
}

/** Ends every session of a user; for admins. Returns how many there were. Rejects with a CallError. */
export async function signOutEverywhere(userId: string): Promise<number> {
  const options = { params: { userId }, defaultMessage: messages.deviceSignOutFailed };
  return (await call(sessionEndpoints.endUserSessions, options)).ended;
}
