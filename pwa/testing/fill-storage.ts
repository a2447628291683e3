import { onTestFinished, vi } from 'vitest';

/** The device has no space for another row. Returns a function that frees some. */
export function fillStorage(): () => void {
  const refuse = () => {
    throw new DOMException('no space', 'QuotaExceededError');
  };
  const spies = (['add', 'put'] as const).map((write) =>
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(refuse),
  );
  const free = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(free);
  return free;
}
