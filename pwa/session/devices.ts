import { messages } from '#schema/messages.ts';
import type { DeviceSession } from '#schema/session.ts';
import { sessionEndpoints } from '#schema/session-endpoints.ts';
import { call } from '../api/call.ts';

/*
 * Where a person is signed in. All of it goes straight to the server: a list that is not of this moment says
 * nothing, and ending a session later is not what anyone asked for.
 */

/** The sessions of the person who is signed in, this one first. Rejects with a CallError. */
export async function listDevices(userId: string, signal?: AbortSignal): Promise<DeviceSession[]> {
  const options = { params: { userId }, defaultMessage: messages.devicesFailed };
  const { sessions } = await call(sessionEndpoints.listSessions, {
    ...options,
    ...(signal === undefined ? {} : { signal }),
  });
  return sessions;
}

/** Ends one of them. Rejects with a CallError. */
export async function signOutDevice(userId: string, sessionId: string): Promise<void> {
  const params = { userId, sessionId };
  await call(sessionEndpoints.endOneSession, { params, defaultMessage: messages.deviceSignOutFailed });
}

/** Ends all but this one. Rejects with a CallError. */
export async function signOutOtherDevices(userId: string): Promise<void> {
  const params = { userId };
  await call(sessionEndpoints.endOtherSessions, { params, defaultMessage: messages.deviceSignOutFailed });
}

/** Ends every session of a person; for admins. Returns how many there were. Rejects with a CallError. */
export async function signOutEverywhere(userId: string): Promise<number> {
  const options = { params: { userId }, defaultMessage: messages.deviceSignOutFailed };
  return (await call(sessionEndpoints.endUserSessions, options)).ended;
}
