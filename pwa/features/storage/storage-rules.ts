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
  text: 'Safari deletes the data of a site that you have not opened for seven days. This does not apply to apps on the home screen: add Carrel to the home screen and open it from there.',
};

const lowStorage: Rule = {
  title: 'Not enough storage',
  text: 'Persistent storage is off. When the device runs out of storage, the browser can delete all data of Carrel at once.',
};

const unknownEviction: Rule = {
  title: 'Not enough storage',
  text: 'This browser does not report whether it deletes data when the device runs out of storage. Send your work when you are connected.',
};

const clearing: Rule = {
  title: 'Clearing site data',
  text: 'Clearing cookies and site data in the browser settings deletes all data of Carrel on this device, including unsent work.',
};

const signingOut: Rule = {
  title: 'Signing out',
  text: 'Signing out removes your courses and downloads from this device. If you have unsent work, Carrel asks you first.',
};

/** Chromium-based browsers also contain "Safari" in their user agent. */
function isSafari(userAgent: string): boolean {
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)|CriOS|Edg|OPR|Firefox|FxiOS|Android/.test(userAgent);
}
