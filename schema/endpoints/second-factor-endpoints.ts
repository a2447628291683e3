import {
  ChangeSecondFactorInput,
  ConfirmSecondFactorInput,
  RecoveryCodesReply,
  SecondFactorSecret,
  SecondFactorStatus,
  StartSecondFactorInput,
} from '../account/second-factor.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/**
 * Two-step sign-in of the user's own account. Only admins can turn it on; any user who has it can turn it
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
    input: StartSecondFactorInput,
    output: SecondFactorSecret,
    isSetUp: true,
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    caller: 'admin',
    summary: 'Turn on two-step sign-in with a code from the app; returns the recovery codes once',
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
    summary: 'Turn off two-step sign-in with the password and a code',
    input: ChangeSecondFactorInput,
    output: Success,
  }),
} as const;
