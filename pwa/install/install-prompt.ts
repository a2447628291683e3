import { isInstalledApp, watchInstalledApp } from '../device/display-mode.ts';
import { findInstallWay, type InstallWay } from './install-way.ts';

/** Chromium's offer to install; no other engine has it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: BeforeInstallPromptEvent;
  }
}

export interface InstallState {
  /** The browser would install at a word of ours. */
  readonly canPrompt: boolean;
  /** Where it would not: how one installs by hand. */
  readonly way: InstallWay;
  /** Runs as an installed app, or was installed from this page. */
  readonly isInstalled: boolean;
}

let offer: BeforeInstallPromptEvent | null = null;
let state: InstallState | null = null;
const listeners = new Set<() => void>();

/** Catches the browser's offer, which comes once and early, and notices the installation, by whatever way. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event;
    change({ canPrompt: true });
  });
  const settle = () => {
    offer = null;
    change({ canPrompt: false, isInstalled: true });
  };
  window.addEventListener('appinstalled', settle);
  watchInstalledApp(settle);
}

export function getInstallState(): InstallState {
  state ??= { canPrompt: offer !== null, way: findInstallWay(navigator), isInstalled: isInstalledApp() };
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
