const TRY_AGAIN_MS = 15_000;

/** For parts of the app that come over the line: does `work` now and, whenever it fails, again a little later. */
export function tryUntilDone(work: () => Promise<void>): void {
  work().catch(() => setTimeout(() => tryUntilDone(work), TRY_AGAIN_MS));
}
