import * as v from 'valibot';
import { PasswordInput, PasswordReply, ProfileInput, UserReply } from '../account/profile.ts';
import { EndTicket } from '../account/session.ts';
import { LoginInput, RegisterInput, SessionReply, User } from '../account/user.ts';
import { PROFILE_BODY_MAX_BYTES } from '../limits.ts';
import { messages } from '../messages/messages.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** Login and sign-up, and the user's own profile. */
export const accountEndpoints = {
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    caller: 'signedIn',
    summary:
      'Return the signed-in user, with a new token if the old one is past half its lifetime or names no session',
    input: noInput,
    output: v.object({ user: User, token: v.optional(v.string()), endTicket: v.optional(EndTicket) }),
    isSetUp: true,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    caller: 'anyone',
    summary: 'Sign in with email and password',
    input: LoginInput,
    output: SessionReply,
    refusals: { 401: messages.loginInvalid },
  }),
  adminLogin: endpoint({
    method: 'POST',
    path: '/api/auth/admin/login',
    caller: 'anyone',
    summary: 'Sign in as an admin; a learner gets the same reply as a wrong password',
    input: LoginInput,
    output: SessionReply,
    refusals: { 401: messages.adminLoginInvalid },
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    caller: 'anyone',
    summary: 'Create a learner account and sign in',
    input: RegisterInput,
    output: SessionReply,
    refusals: { 400: messages.registerInvalid },
  }),
  resumeSession: endpoint({
    method: 'POST',
    path: '/api/auth/session',
    caller: 'anyone',
    summary:
      'Begin a session with the handover cookie of a home-screen app; returns null without a valid one',
    input: noInput,
    output: v.object({ session: v.nullable(SessionReply) }),
    isPageOnly: true,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/session',
    caller: 'anyone',
    summary: 'Clear the handover cookie and the browser’s HTTP cache at sign-out',
    input: noInput,
    output: Success,
    isPageOnly: true,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/users/:userId',
    caller: 'self',
    summary: 'Change the own name and picture',
    input: ProfileInput,
    output: UserReply,
    isCommand: true,
    bodyMaxBytes: PROFILE_BODY_MAX_BYTES,
    refusals: { 403: messages.profileForbidden, 404: messages.userNotFound },
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/users/:userId/password',
    caller: 'self',
    summary: 'Change the own password; ends all other sessions',
    input: PasswordInput,
    output: PasswordReply,
    isSetUp: true,
    refusals: {
      401: messages.currentPasswordWrong,
      403: messages.passwordForbidden,
      404: messages.userNotFound,
    },
  }),
} as const;
