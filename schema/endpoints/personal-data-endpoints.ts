import * as v from 'valibot';
import { DeleteAccountInput } from '../account/personal-data.ts';
import { messages } from '../messages/messages.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/** The endpoints for all data of a user. A separate file, because visitors load that of the account. */
export const personalDataEndpoints = {
  getPersonalData: endpoint({
    method: 'GET',
    path: '/api/users/:userId/data',
    caller: 'self',
    summary: 'Return everything that the server stores about the own person, as JSON and CSV in a zip file',
    input: noInput,
    output: v.string(),
    reply: 'zip',
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId',
    caller: 'self',
    summary: 'Delete the own account with everything that the server stores about its person',
    input: DeleteAccountInput,
    output: Success,
    refusals: { 401: messages.currentPasswordWrong },
  }),
} as const;
