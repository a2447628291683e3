import * as v from 'valibot';
import {
  AddPasskeyReply,
  PasskeyCreationReply,
  PasskeyRequestReply,
  SecondFactorOffer,
} from '#schema/account/passkeys.ts';
import type { Person } from './people.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import type { TestResponse } from './test-request.ts';
import type { TestServer } from './test-server.ts';

/** An address at which passkeys work. */
export const PUBLIC_URL = 'https://learn.example.org';
export const PASSKEYS = '/api/auth/second-factor/passkeys';

/** A second factor beside the password, for an account that has one already. */
interface Proof {
  readonly code?: string | undefined;
  readonly passkey?: object;
}

/** Asks for the options to create a passkey. */
export const startPasskey = (server: Pick<TestServer, 'request'>, as: Person, proof: Proof = {}) =>
  server.request('/api/auth/second-factor/passkey-creation', {
    as,
    body: { currentPassword: as.password, ...proof },
  });

interface Added {
  readonly authenticator?: SoftwareAuthenticator;
  readonly name?: string;
  readonly proof?: Proof;
}

/** Adds a passkey to an account. Returns it with its authenticator, and the recovery codes. */
export async function addPasskey(server: TestServer, as: Person, added: Added = {}) {
  const { authenticator = new SoftwareAuthenticator(PUBLIC_URL), name = 'Phone', proof = {} } = added;
  const { creation } = (await startPasskey(server, as, proof)).read(PasskeyCreationReply);
  const body = { name, passkey: authenticator.create(creation) };
  const reply = (await server.request(PASSKEYS, { as, body })).read(AddPasskeyReply);
  return { ...reply, authenticator };
}

/** The challenge for a change by a user who is signed in. */
export async function requestPasskey(server: Pick<TestServer, 'request'>, as: Person) {
  const response = await server.request('/api/auth/second-factor/passkey-request', { method: 'POST', as });
  return response.read(PasskeyRequestReply).request;
}

/** Signs in with the password, and with what is given besides. */
export const logInWith = (
  server: Pick<TestServer, 'request'>,
  { email, password }: Person,
  factor: { readonly passkey?: object; readonly secondFactor?: string | undefined } = {},
) => server.request('/api/auth/admin/login', { body: { email, password, ...factor } });

const Refusal = v.object({ secondFactor: SecondFactorOffer });

/** The factors that a refused sign-in offers. */
export const offerOf = (response: TestResponse): SecondFactorOffer => response.read(Refusal).secondFactor;

/** The request to the authenticators of a user who has entered the right password. */
export async function challengeFor(server: Pick<TestServer, 'request'>, person: Person) {
  const { passkey } = offerOf(await logInWith(server, person));
  if (passkey === null) throw new Error('No passkey is offered');
  return passkey;
}
