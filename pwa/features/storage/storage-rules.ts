/** The facts about the browser and the installation that the rules depend on. */
export interface Surroundings {
  /** Whether storage is persistent; null if the browser does not say. */
  readonly isPersisted: boolean | null;
  readonly userAgent: string;
  readonly isIos: boolean;
  readonly isInstalled: boolean;
}

/** A rule by which stored data could be deleted, and how to prevent it. */
export interface Rule {
  readonly title: string;
  readonly text: string;
}

/** The rules that apply, most likely first. */
export function listRules({ isPersisted, userAgent, isIos, isInstalled }: Surroundings): Rule[] {
  const rules: (Rule | null)[] = [
    (isIos || isSafari(userAgent)) && !isInstalled ? sevenDays : null,
    isPersisted === true ? null : isPersisted === false ? lowStorage : unknownEviction,
    clearing,
    signingOut,
  ];
  return rules.filter((rule) => rule !== null);
}

const sevenDays: Rule = {
  title: 'Seven days without a visit',
  text: 'Safari deletes what a site keeps when you have not opened it for seven days. Put Carrel on the home screen and open it from there: then this rule does not hold.',
};

const lowStorage: Rule = {
  title: 'No room on the device',
  text: 'The browser has not promised to keep what is here. When the device runs out of room it may delete all of it at once, beginning with sites that you use least.',
};

const unknownEviction: Rule = {
  title: 'No room on the device',
  text: 'This browser does not say whether it would delete what is here when the device runs out of room. Count on it, and send your work when you can.',
};

const clearing: Rule = {
  title: 'Clearing site data',
  text: 'Whoever clears cookies and site data in the browser’s settings deletes everything of Carrel here, unsent work included.',
};

const signingOut: Rule = {
  title: 'Signing out',
  text: 'Signing out takes your courses and their files off this device. It asks first when something has not been sent.',
};

/** Chromium-based browsers also contain "Safari" in their user agent. */
function isSafari(userAgent: string): boolean {
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)|CriOS|Edg|OPR|Firefox|FxiOS|Android/.test(userAgent);
}
