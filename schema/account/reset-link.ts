import * as v from 'valibot';
import { Instant } from '../id.ts';
import { Email } from './email.ts';

/** A request for a reset code that the link of a mail carries. */
const ResetLink = v.object({
  email: Email,
  requestId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  /** When the code was mailed, by the server's clock. */
  createdAt: Instant,
});
type ResetLink = v.InferOutput<typeof ResetLink>;

/** In the fragment, which browsers send to no server. */
export function resetFragment({ email, requestId, createdAt }: ResetLink): string {
  return `#${[email, requestId, createdAt].map(encodeURIComponent).join('&')}`;
}

/** Returns the request of a fragment; null for any other. */
export function readResetFragment(fragment: string): ResetLink | null {
  const [email, requestId, createdAt] = fragment.replace(/^#/, '').split('&').map(decode);
  const link = v.safeParse(ResetLink, { email, requestId, createdAt });
  return link.success ? link.output : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
