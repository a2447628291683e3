import { type AppFiles, canStudyOffline } from '#pwa/downloads/readiness/offline-readiness.ts';
import { countOf } from '#schema/messages/count.ts';

interface AppText {
  readonly title: string;
  readonly sentence: string;
}

/** Why the app, or a part of it, does not work without a network; null if it does, or will in a moment. */
export function describeApp(app: AppFiles): AppText | null {
  const title = 'Carrel does not work offline here';
  switch (app.state) {
    case 'coming':
      return null;
    case 'insecure':
      return {
        title,
        sentence:
          'For that, its address must begin with https. Until then nothing opens without a connection.',
      };
    case 'refused':
      return {
        title,
        sentence:
          'This browser or window does not allow it; private windows often do not. Nothing opens without a connection.',
      };
    case 'stored':
      return app.missing.length === 0
        ? null
        : {
            title: canStudyOffline(app) ? 'A part of Carrel does not work offline' : title,
            sentence: describeMissing(app.missing),
          };
  }
}

function describeMissing(paths: readonly string[]): string {
  const names = [...new Set(paths.map(nameOf))].map((name) => `“${name}”`).join(', ');
  return `${countOf(paths.length, 'file')} of the app could not be saved on this device: ${names}. Everything else works. An ad blocker, or a filter in the network, may block it: allow it for this site, and reload this page while you are connected.`;
}

/** `/assets/search-page-CbcnS6q.js` is `search page`: files are named after what they belong to. */
function nameOf(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.replace(/-[\w-]{7,8}\.\w+$/, '').replaceAll('-', ' ');
}
