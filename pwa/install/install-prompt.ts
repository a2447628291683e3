/** Chromium's offer to install; no other engine has it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: BeforeInstallPromptEvent;
  }
  interface Navigator {
    /** Only on iOS: whether the page runs from the home screen. */
    readonly standalone?: boolean;
  }
}

export interface InstallState {
  /** The browser would install at a word of ours. */
  readonly canPrompt: boolean;
  /** An iPhone or iPad, where installing goes by the Share menu. */
  readonly isIos: boolean;
  /** Runs as an installed app, or was installed from this page. */
  readonly isInstalled: boolean;
}

let offer: BeforeInstallPromptEvent | null = null;
let state: InstallState | null = null;
const listeners = new Set<() => void>();

/** Catches the browser's offer, which comes once and early. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event;
    change({ canPrompt: true });
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    change({ canPrompt: false, isInstalled: true });
  });
}

export function getInstallState(): InstallState {
  state ??= { canPrompt: offer !== null, isIos: isIos(), isInstalled: isInstalled() };
  return state;
}

export function subscribeInstallState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's own question; an offer serves only once, whatever the answer. */
export async function promptInstall(): Promise<void> {
  const current = offer;
  offer = null;
  change({ canPrompt: false });
  await current?.prompt();
}

function change(changes: Partial<InstallState>): void {
  state = { ...getInstallState(), ...changes };
  for (const listener of listeners) listener();
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;
}

/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
function isIos(): boolean {
  const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isTablet || /iPhone|iPad|iPod/.test(navigator.userAgent);
}
