/**
 * Returns how to install in a browser without a prompt: by the Share menu of an iPhone or iPad, or by the
 * menu of Firefox on Android. Null if there is no way, or none that we know of.
 */
export type InstallWay = 'share' | 'menu' | null;

export interface Browser {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

export function findInstallWay(browser: Browser): InstallWay {
  const { userAgent } = browser;
  // Browsers inside other apps do not identify as Safari, and have no home screen to add to.
  if (isIos(browser)) return /\bSafari\//.test(userAgent) ? 'share' : null;
  return /\bAndroid\b/.test(userAgent) && /\bFirefox\//.test(userAgent) ? 'menu' : null;
}

/** An iPad identifies as a Macintosh, but no Macintosh has a touch screen. */
export function isIos({ userAgent, maxTouchPoints }: Browser): boolean {
  const isTablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return isTablet || /iPhone|iPad|iPod/.test(userAgent);
}
