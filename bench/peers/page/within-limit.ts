const LIMIT_MS = 90_000;

/** Rejects when a peer never reports what the race waits for, so that the race ends its browsers and its server. */
export function withinLimit<T>(reported: Promise<T>, event: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not reported in time: ${event}`)), LIMIT_MS);
    reported.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
