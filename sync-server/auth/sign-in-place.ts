import * as v from 'valibot';
import { DeviceId } from '#schema/account/session.ts';
import { DEVICE_ID_HEADER } from '#schema/protocol.ts';
import type { Deps } from '../deps.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import type { AppContext } from '../http/reply.ts';
import type { SignInPlace } from './sign-in-networks.ts';

/** The id that the device of a request made for itself; null without one. Sent with the calls below /api/auth. */
export function deviceIdOf(c: AppContext): string | null {
  const deviceId = v.safeParse(DeviceId, c.req.header(DEVICE_ID_HEADER));
  return deviceId.success ? deviceId.output : null;
}

export function signInPlaceOf(deps: Deps, c: AppContext): SignInPlace {
  return { address: clientAddressOf(deps, c), deviceId: deviceIdOf(c) };
}
