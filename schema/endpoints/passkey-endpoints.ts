import {
  AddPasskeyInput,
  AddPasskeyReply,
  PasskeyCreationReply,
  PasskeyReply,
  PasskeyRequestReply,
  RenamePasskeyInput,
} from '../account/passkeys.ts';
import { ChangeSecondFactorInput } from '../account/second-factor.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/**
 * The passkeys of the user's own account. As for the authenticator app, only admins can add one; any user who has one
 * can rename and remove it.
 */
export const passkeyEndpoints = {
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/passkey-creation',
    caller: 'admin',
    summary: 'Return the options to create a passkey; it has no effect until it is added',
    input: ChangeSecondFactorInput,
    output: PasskeyCreationReply,
    isSetUp: true,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/passkeys',
    caller: 'admin',
    summary: 'Add a new passkey; if it is the first second factor, returns the recovery codes once',
    input: AddPasskeyInput,
    output: AddPasskeyReply,
    isSetUp: true,
  }),
  requestPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/passkey-request',
    caller: 'signedIn',
    summary: 'Return the options to confirm a change of the second factor with a passkey',
    input: noInput,
    output: PasskeyRequestReply,
    isSetUp: true,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/auth/second-factor/passkeys/:passkeyId',
    caller: 'signedIn',
    summary: 'Rename a passkey',
    input: RenamePasskeyInput,
    output: PasskeyReply,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/auth/second-factor/passkeys/:passkeyId',
    caller: 'signedIn',
    summary: 'Remove a passkey; without another factor, two-step sign-in is off',
    input: ChangeSecondFactorInput,
    output: Success,
  }),
} as const;
