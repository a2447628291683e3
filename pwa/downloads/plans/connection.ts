/*
 * The browser's information about the connection. Only Chromium provides any, and only on phones the type of
 * the connection; without information nothing is restricted.
 */
interface Connection extends EventTarget {
  readonly type?: string;
  readonly effectiveType?: string;
  readonly saveData?: boolean;
}

const METERED = new Set(['cellular', 'bluetooth', 'wimax']);
/** Slower than any Wi-Fi; used for connections of unknown type. */
const SLOW = new Set(['slow-2g', '2g']);

/** Whether this connection is known to be metered. */
export function isMetered(): boolean {
  const { type, effectiveType } = findConnection() ?? {};
  if (type !== undefined && type !== 'unknown' && type !== 'other') return METERED.has(type);
  return SLOW.has(effectiveType ?? '');
}

/** Whether the user has turned on data saving in the browser. */
export function savesData(): boolean {
  return findConnection()?.saveData === true;
}

/** Calls back when the connection changes. Returns a function that stops. */
export function watchConnection(listener: () => void): () => void {
  const connection = findConnection();
  connection?.addEventListener?.('change', listener);
  return () => connection?.removeEventListener?.('change', listener);
}

function findConnection(): Partial<Connection> | null {
  const navigator: (Navigator & { readonly connection?: Partial<Connection> }) | undefined =
    globalThis.navigator;
  return navigator?.connection ?? null;
}
