import * as v from 'valibot';
import { PasswordInput, PasswordReply, ProfileInput, UserReply } from '../account/profile.ts';
import {
  ForgotPasswordInput,
  ForgotPasswordReply,
  ResetPasswordInput,
  VerifyOtpInput,
  VerifyOtpReply,
} from '../account/recovery.ts';
import { EndTicket } from '../account/session.ts';
import { SupportInput } from '../account/support.ts';
import { LoginInput, RegisterInput, SessionReply, User } from '../account/user.ts';
import { PROFILE_BODY_MAX_BYTES } from '../limits.ts';
import { messages } from '../messages/messages.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** Login and sign-up, recovery, the user's own profile, support. */
export const accountEndpoints = {
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    caller: 'signedIn',
    summary: 'The signed-in user, with a fresh token when the old one is half spent or names no session',
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
    summary: 'Sign in as an admin; a learner is answered like a wrong password',
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
    summary: 'Begin a session by the cookie that a home-screen app was handed; null without one that holds',
    input: noInput,
    output: v.object({ session: v.nullable(SessionReply) }),
    isPageOnly: true,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/session',
    caller: 'anyone',
    summary: 'Take that cookie away and have the browser drop its HTTP cache, when a person signs out',
    input: noInput,
    output: Success,
    isPageOnly: true,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    caller: 'anyone',
    summary:
      'Mail a reset code and return the id of this request; the reply does not depend on whether the account exists',
    input: ForgotPasswordInput,
    output: ForgotPasswordReply,
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/api/auth/verify-otp',
    caller: 'anyone',
    summary: 'Exchange a reset code for a reset token; with the id of the request only its own tries count',
    input: VerifyOtpInput,
    output: VerifyOtpReply,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    caller: 'anyone',
    summary: 'Set a new password with a reset token; ends every session',
    input: ResetPasswordInput,
    output: Success,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/users/:userId',
    caller: 'self',
    summary: 'Change one’s own name and picture',
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
    summary: 'Change one’s own password; ends every other session',
    input: PasswordInput,
    output: PasswordReply,
    isSetUp: true,
    refusals: {
      401: messages.currentPasswordWrong,
      403: messages.passwordForbidden,
      404: messages.userNotFound,
    },
  }),
  requestSupport: endpoint({
    method: 'POST',
    path: '/api/support',
    caller: 'anyone',
    summary: 'Ask support; with an id of the caller’s own a repeat is the same request',
    input: SupportInput,
    output: Success,
  }),
} as const;
