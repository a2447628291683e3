import { type ApiResponse, isReached } from './api-response.ts';

/** A proxy of the server's own says so while the server restarts. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/** Whether something between this device and the server replied in its place. */
export function isForeign(response: ApiResponse): boolean {
  return response.status > 0 && !isReached(response) && !GATEWAY_STATUSES.includes(response.status);
}
