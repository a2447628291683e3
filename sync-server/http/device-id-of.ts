import * as v from 'valibot';
import { DeviceId } from '#schema/account/session.ts';
import { DEVICE_ID_HEADER } from '#schema/protocol.ts';
import type { AppContext } from './reply.ts';

/** The id that the device of a request made for itself; null without one. Sent with the calls below /api/auth. */
export function deviceIdOf(c: AppContext): string | null {
  const deviceId = v.safeParse(DeviceId, c.req.header(DEVICE_ID_HEADER));
  return deviceId.success ? deviceId.output : null;
}
