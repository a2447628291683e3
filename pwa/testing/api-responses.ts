import { type ApiResponse, NO_RESPONSE } from '../api/api-response.ts';

/** An API response of which only `parts` matter. */
export function response(parts: Partial<ApiResponse>): ApiResponse {
  return { ...NO_RESPONSE, ...parts };
}
