import type { Deps } from '../deps.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import { deviceIdOf } from '../http/device-id-of.ts';
import type { AppContext } from '../http/reply.ts';
import type { SignInPlace } from './sign-in-networks.ts';

export function signInPlaceOf(deps: Deps, c: AppContext): SignInPlace {
  return { address: clientAddressOf(deps, c), deviceId: deviceIdOf(c) };
}
