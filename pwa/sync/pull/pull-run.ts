let current: Promise<unknown> = Promise.resolve();

/** Notes that this tab pulls until `run` ends. Returns `run`. */
export function trackPull<T>(run: Promise<T>): Promise<T> {
  current = run.catch(() => undefined);
  return run;
}

/** Resolves when the pull that this tab runs now has ended, also if it failed. */
export async function untilPullEnds(): Promise<void> {
  await current;
}
