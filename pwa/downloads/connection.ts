/*
 * What the browser tells of the line. Only Chromium tells anything, and only on phones the kind of the line;
 * where nothing is told, nothing is forbidden.
 */
interface Connection extends EventTarget {
  readonly type?: string;
  readonly effectiveType?: string;
  readonly saveData?: boolean;
}

const METERED = new Set(['cellular', 'bluetooth', 'wimax']);
/** As slow as no Wi-Fi is; said of lines whose kind is not told. */
const SLOW = new Set(['slow-2g', '2g']);

/** Whether bytes on this line are known to cost something. */
export function isMetered(): boolean {
  const { type, effectiveType } = findConnection() ?? {};
  if (type !== undefined && type !== 'unknown' && type !== 'other') return METERED.has(type);
  return SLOW.has(effectiveType ?? '');
}

/** Whether the person has told the browser to save data. */
export function savesData(): boolean {
  return findConnection()?.saveData === true;
}

/** Calls back when the line is another one. Returns the way to stop. */
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
