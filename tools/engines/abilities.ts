import type { EnginePage } from './commands.ts';

/** Optional browser features that Carrel uses where available. */
const ABILITIES: Readonly<Record<string, string>> = {
  'service workers': `'serviceWorker' in navigator`,
  'Cache Storage': `'caches' in window`,
  'Web Locks': `'locks' in navigator`,
  BroadcastChannel: `'BroadcastChannel' in window`,
  'persistent storage': `'storage' in navigator && 'persist' in navigator.storage`,
  'an estimate of free space': `'storage' in navigator && 'estimate' in navigator.storage`,
  'Background Sync': `'SyncManager' in window`,
  'an install prompt': `'onbeforeinstallprompt' in window`,
  'the kind of connection': `'connection' in navigator`,
  'Trusted Types': `'trustedTypes' in window`,
  'picture in picture': `document.pictureInPictureEnabled === true`,
  'H.264 videos': `document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== ''`,
  'WebM videos': `document.createElement('video').canPlayType('video/webm; codecs="vp9"') !== ''`,
};

/** The features that this engine lacks. */
export async function listLacking(page: EnginePage): Promise<string[]> {
  const lacking: string[] = [];
  for (const [name, test] of Object.entries(ABILITIES)) {
    if ((await page.run(`return ${test};`)) !== true) lacking.push(name);
  }
  return lacking;
}
