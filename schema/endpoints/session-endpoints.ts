import { EndedReply, SessionsReply, SignOutInput } from '../account/session.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** The sessions of a user, and the ways to end them. */
export const sessionEndpoints = {
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/sign-out',
    caller: 'anyone',
    summary: 'End the sessions that these tickets belong to; no login needed, unknown tickets change nothing',
    input: SignOutInput,
    output: Success,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/users/:userId/sessions',
    caller: 'self',
    summary: 'One’s own sessions: device, last use, and which of them asks',
    input: noInput,
    output: SessionsReply,
  }),
  endOneSession: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/sessions/:sessionId',
    caller: 'self',
    summary: 'End one of one’s own sessions; one that has ended already is a success',
    input: noInput,
    output: EndedReply,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/sessions',
    caller: 'self',
    summary: 'End all of one’s own sessions but the one that asks',
    input: noInput,
    output: EndedReply,
  }),
  endUserSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:userId/sessions',
    caller: 'admin',
    summary: 'End every session of a person',
    input: noInput,
    output: EndedReply,
  }),
} as const;
