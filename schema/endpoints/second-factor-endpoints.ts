import {
  ChangeSecondFactorInput,
  ConfirmSecondFactorInput,
  RecoveryCodesReply,
  SecondFactorSecret,
  SecondFactorStatus,
} from '../account/second-factor.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/**
 * Two-step sign-in of the user's own account; passkeys are in passkey-endpoints.ts. Only admins can turn it on; any user who has it can turn it
 * off.
 */
export const secondFactorEndpoints = {
  getSecondFactor: endpoint({
    method: 'GET',
    path: '/api/auth/second-factor',
    caller: 'signedIn',
    summary: 'Return whether two-step sign-in is on, and the number of remaining recovery codes',
    input: noInput,
    output: SecondFactorStatus,
    isSetUp: true,
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    caller: 'admin',
    summary: 'Create a secret for an authenticator app; it has no effect until it is confirmed',
    input: ChangeSecondFactorInput,
    output: SecondFactorSecret,
    isSetUp: true,
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    caller: 'admin',
    summary:
      'Add the app with a code from it; if it is the first second factor, returns the recovery codes once',
    input: ConfirmSecondFactorInput,
    output: RecoveryCodesReply,
    isSetUp: true,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/recovery-codes',
    caller: 'signedIn',
    summary: 'Replace the recovery codes; the previous codes stop working',
    input: ChangeSecondFactorInput,
    output: RecoveryCodesReply,
  }),
  turnOffSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/off',
    caller: 'signedIn',
    summary: 'Remove the authenticator app; without a passkey, two-step sign-in is off',
    input: ChangeSecondFactorInput,
    output: Success,
  }),
} as const;
