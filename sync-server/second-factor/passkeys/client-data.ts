import * as v from 'valibot';

/** What the browser adds to the challenge before it is signed (CollectedClientData). */
const ClientData = v.object({
  challenge: v.string(),
  /** The page is in a frame of another site, which the policies of this server do not allow. */
  crossOrigin: v.optional(v.literal(false)),
});

/**
 * Returns the challenge that a response is to, in base64url; null when it is unreadable, or from a frame of another
 * site. It proves nothing until the signature is verified.
 */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString();
    return v.parse(ClientData, JSON.parse(text)).challenge;
  } catch {
    return null;
  }
}
