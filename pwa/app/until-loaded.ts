const TRY_AGAIN_MS = 15_000;

/** What `load` brings over the line: asked for now and, as long as it does not come, again a little later. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    return untilLoaded(load);
  }
}
