import { isInstalledApp, watchInstalledApp } from '../device/display-mode.ts';
import { type Readable, Signal } from '../device/observable.ts';
import { findInstallWay, type InstallWay } from './install-way.ts';

/** Chromium's install prompt event; no other engine has it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: BeforeInstallPromptEvent;
  }
}

export interface InstallState {
  /** The browser can show its install prompt. */
  readonly canPrompt: boolean;
  /** The browser has no prompt: the manual steps. */
  readonly way: InstallWay;
  /** Runs as an installed app, or was installed from this page. */
  readonly isInstalled: boolean;
}

let offer: BeforeInstallPromptEvent | null = null;
let state: InstallState | null = null;
const announced = new Signal();

/** The browser is not asked before the state is first needed. */
export const installState: Readable<InstallState> = { get: getInstallState, subscribe: announced.subscribe };

/**
 * Captures the browser's install prompt, which fires once and early, and notices an installation by any
 * means.
 */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event;
    change({ canPrompt: true });
  });
  const markInstalled = () => {
    offer = null;
    change({ canPrompt: false, isInstalled: true });
  };
  window.addEventListener('appinstalled', markInstalled);
  watchInstalledApp(markInstalled);
}

function getInstallState(): InstallState {
  state ??= { canPrompt: offer !== null, way: findInstallWay(navigator), isInstalled: isInstalledApp() };
  return state;
}

/** Shows the browser's install prompt; it can be used only once, whatever the result. */
export async function promptInstall(): Promise<void> {
  const current = offer;
  offer = null;
  change({ canPrompt: false });
  await current?.prompt();
}

function change(changes: Partial<InstallState>): void {
  state = { ...getInstallState(), ...changes };
  announced.emit();
}
