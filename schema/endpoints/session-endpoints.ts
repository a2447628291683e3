import { EndedReply, SessionsReply, SignOutInput } from '../account/session.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** The sessions of a user, and the ways to end them. */
export const sessionEndpoints = {
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/sign-out',
    caller: 'anyone',
    summary: 'End the sessions of these tickets; needs no login, ignores unknown tickets',
    input: SignOutInput,
    output: Success,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/users/:userId/sessions',
    caller: 'self',
    summary: 'List the own sessions: device, last use, and which one is current',
    input: noInput,
    output: SessionsReply,
  }),
  endOneSession: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/sessions/:sessionId',
    caller: 'self',
    summary: 'End one of the own sessions; succeeds if it has already ended',
    input: noInput,
    output: EndedReply,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/sessions',
    caller: 'self',
    summary: 'End all own sessions except the current one',
    input: noInput,
    output: EndedReply,
  }),
  endUserSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:userId/sessions',
    caller: 'admin',
    summary: 'End all sessions of a user',
    input: noInput,
    output: EndedReply,
  }),
} as const;
