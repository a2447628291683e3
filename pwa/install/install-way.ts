/**
 * How one installs where the browser makes no offer of its own: by the Share menu of an iPhone or iPad, or by
 * the menu of Firefox on Android. Null where there is no way, or none that we know of.
 */
export type InstallWay = 'share' | 'menu' | null;

export interface Browser {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

export function findInstallWay(browser: Browser): InstallWay {
  const { userAgent } = browser;
  // What other apps open inside themselves calls itself no Safari, and has no home screen to add to.
  if (isIos(browser)) return /\bSafari\//.test(userAgent) ? 'share' : null;
  return /\bAndroid\b/.test(userAgent) && /\bFirefox\//.test(userAgent) ? 'menu' : null;
}

/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
export function isIos({ userAgent, maxTouchPoints }: Browser): boolean {
  const isTablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return isTablet || /iPhone|iPad|iPod/.test(userAgent);
}
