import {
  ForgotPasswordInput,
  ForgotPasswordReply,
  ResetPasswordInput,
  VerifyOtpInput,
  VerifyOtpReply,
} from '../account/recovery.ts';
import { SupportInput } from '../account/support.ts';
import { endpoint, Success } from './endpoint.ts';

/** Recovery and support, apart from what every page needs. */
export const helpEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    caller: 'anyone',
    summary:
      'Mail a reset code and return the id of this request; the reply is the same if the account does not exist',
    input: ForgotPasswordInput,
    output: ForgotPasswordReply,
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/api/auth/verify-otp',
    caller: 'anyone',
    summary: 'Exchange a reset code for a reset token; with the request id, only tries of this request count',
    input: VerifyOtpInput,
    output: VerifyOtpReply,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    caller: 'anyone',
    summary: 'Set a new password with a reset token; ends all sessions',
    input: ResetPasswordInput,
    output: Success,
  }),
  requestSupport: endpoint({
    method: 'POST',
    path: '/api/support',
    caller: 'anyone',
    summary: 'Send a support request; repeating it with the same id has no effect',
    input: SupportInput,
    output: Success,
  }),
} as const;
