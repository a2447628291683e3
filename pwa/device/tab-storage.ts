/*
 * A sessionStorage that cannot throw: values end with the tab, and with the user's session. If the browser
 * blocks it, they live as long as the page.
 */
const memory = new Map<string, string>();

export function readTabItem(key: string): string | null {
  try {
    return memory.get(key) ?? globalThis.sessionStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeTabItem(key: string, value: string): void {
  try {
    globalThis.sessionStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function removeTabItem(key: string): void {
  memory.delete(key);
  try {
    globalThis.sessionStorage?.removeItem(key);
  } catch {
    // Blocked storage contains none of our items.
  }
}

const OWNER_KEY = 'carrel.tab-owner';

/**
 * Removes the items that this tab stores for another user: the tab may have shown another site while that user signed
 * out. The items of a visitor stay for the user who signs in.
 *
 * @param userId the present user; null for a visitor
 */
export function claimTabItems(userId: string | null): void {
  const owner = readTabItem(OWNER_KEY);
  if (owner === userId) return;
  if (owner !== null) clearTabItems();
  if (userId !== null) writeTabItem(OWNER_KEY, userId);
}

/** Removes everything that this tab stores. */
function clearTabItems(): void {
  memory.clear();
  try {
    globalThis.sessionStorage?.clear();
  } catch {
    // Blocked storage contains none of our items.
  }
}
