const STORAGE_KEY = 'carrel-install-hint-put-off-at';
const PUT_OFF_DAYS = 30;

/** Whether the user dismissed the hint with "Not now" within the last weeks. */
export function isHintPutOff(now = Date.now()): boolean {
  try {
    const putOffAt = Date.parse(localStorage.getItem(STORAGE_KEY) ?? '');
    return now - putOffAt < PUT_OFF_DAYS * 24 * 60 * 60 * 1_000;
  } catch {
    return false;
  }
}

/** Remembers "Not now", unless the browser blocks storage. */
export function postponeHint(now = Date.now()): void {
  try {
    localStorage.setItem(STORAGE_KEY, new Date(now).toISOString());
  } catch {
    // Storage is blocked: the hint is shown again at the next visit, which is harmless.
  }
}
