import { expect } from 'vitest';
import { RecoveryCodesReply, SecondFactorSecret } from '#schema/account/second-factor.ts';
import { codeAt } from './authenticator.ts';
import type { Person } from './people.ts';
import type { TestServer } from './test-server.ts';

const PERIOD_MS = 30_000;

/** Turns two-step sign-in on for an admin, and advances the clock to an unused code. */
export async function turnOnSecondFactor(server: TestServer, as: Person) {
  const body = { currentPassword: as.password };
  const started = await server.request('/api/auth/second-factor', { as, body });
  const { secret } = started.read(SecondFactorSecret);
  const code = codeAt(secret, server.clock.now());
  const confirmed = await server.request('/api/auth/second-factor/confirm', { as, body: { code } });
  expect(confirmed.status).toBe(200);
  const { recoveryCodes } = confirmed.read(RecoveryCodesReply);
  server.clock.advance(PERIOD_MS);
  /** The app's code, now or some steps away. */
  const codeNow = (steps = 0) => codeAt(secret, new Date(server.clock.now().getTime() + steps * PERIOD_MS));
  return { secret, recoveryCodes, code: codeNow, confirmedWith: code };
}
