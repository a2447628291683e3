const TIMEOUT_MS = 10_000;

/** Calls the server as its users do. Throws with the reason when there is no reply. */
export async function callPublicUrl(
  publicUrl: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  try {
    return await fetch(new URL(path, publicUrl), {
      ...{ headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) },
    });
  } catch (error) {
    // fetch names the reason in its cause only.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(cause instanceof Error ? cause.message : String(cause), { cause: error });
  }
}
