const STORAGE_KEY = 'carrel-install-hint-put-off-at';
const PUT_OFF_DAYS = 30;

/** Whether the person said "Not now" within the last weeks. */
export function isHintPutOff(now = Date.now()): boolean {
  try {
    const putOffAt = Date.parse(localStorage.getItem(STORAGE_KEY) ?? '');
    return now - putOffAt < PUT_OFF_DAYS * 24 * 60 * 60 * 1_000;
  } catch {
    return false;
  }
}

/** Remembers "Not now"; where the browser stores nothing it is remembered by nobody. */
export function putOffHint(now = Date.now()): void {
  try {
    localStorage.setItem(STORAGE_KEY, new Date(now).toISOString());
  } catch {
    // Storage is blocked: the hint comes back with the next visit, which harms nobody.
  }
}
