declare global {
  interface Navigator {
    /** Only on iOS: whether the page runs from the home screen. */
    readonly standalone?: boolean;
  }
}

const INSTALLED_MODES = ['standalone', 'minimal-ui', 'fullscreen', 'window-controls-overlay'];

/** Whether the page runs as an installed app, without the browser around it. */
export function isInstalledApp(): boolean {
  if (globalThis.navigator.standalone === true) return true;
  return INSTALLED_MODES.some((mode) => globalThis.matchMedia?.(`(display-mode: ${mode})`).matches);
}

/**
 * Calls `listener` when an open page becomes an installed app's, as in some browsers right after installing.
 */
export function watchInstalledApp(listener: () => void): void {
  for (const mode of INSTALLED_MODES) {
    const query = globalThis.matchMedia(`(display-mode: ${mode})`);
    // Safari before 14 supports no events here.
    query.addEventListener?.('change', () => isInstalledApp() && listener());
  }
}
