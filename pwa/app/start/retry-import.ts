const RETRY_DELAY_MS = 15_000;

/** Calls `load` (a dynamic import) now and, while it fails, again after a delay. */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return retryImport(load);
  }
}
