import type { Plugin, Rolldown } from 'vite';

/**
 * The shell in index.html carries its own styles. The app's style sheets, the entry's and the frame's, stand
 * behind it, so that the shell is painted without waiting for a second round trip; module scripts still
 * wait for the sheets.
 */
export function paintShellFirst(): Plugin {
  return {
    name: 'paint-shell-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const sheets = findFiles(bundle, 'base', '.css').map(
          (file) => `<link rel="stylesheet" crossorigin href="${file}">`,
        );
        const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
          sheets.unshift(sheet);
          return '';
        });
        return rest.replace(/\s*<\/body>/, `${sheets.join('')}$&`);
      },
    },
  };
}

/** Addresses of the finished files with this name, whatever their hash. */
function findFiles(bundle: Rolldown.OutputBundle, name: string, ending: string): string[] {
  return Object.keys(bundle)
    .filter((file) => file.startsWith(`assets/${name}-`) && file.endsWith(ending))
    .map((file) => `/${file}`);
}

/**
 * What the page asks for while index.html is still being read, by the path: where a kept lesson may be drawn
 * before React is there, what draws it and nothing else, because on a slow phone each file that sets out
 * holds the picture up; for other screens of known learners the store and the screen; for all others the frame.
 */
const FILES_BY_PATH = [
  { path: /\/learn$/, names: ['picture'] },
  { path: /^\/dashboard$/, names: ['base', 'device', 'desk', 'dashboard-page'] },
  { path: /^/, names: ['base'] },
];

/**
 * Lets the browser fetch and compile what comes next while it still reads index.html. A small inline script
 * decides by the path, before anything else, because it cannot be scanned ahead; the server allows it by its
 * hash. The fonts are for every page.
 */
export function sendForChunks(): Plugin {
  return {
    name: 'send-for-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'));
        const links = fonts.map(
          (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        );
        return html
          .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace(/<meta charset[^>]*>/, `$&<script>${sendByPath(bundle)}</script>`)
          .replace('</head>', `${links.join('')}$&`);
      },
    },
  };
}

/** The inline script: asks for the files of the screen that the address names. */
function sendByPath(bundle: Rolldown.OutputBundle): string {
  const cases = FILES_BY_PATH.map(({ path, names }) => {
    const files = ['.js', '.css'].flatMap((ending) =>
      ['rolldown-runtime', ...names].flatMap((name) => findFiles(bundle, name, ending)),
    );
    return `${path}.test(p)?${JSON.stringify(files)}:`;
  });
  return `{let p=location.pathname;for(let f of ${cases.join('')}[]){let s=/css$/.test(f),l=document.createElement('link');l.rel=s?'preload':'modulepreload';if(s)l.as='style';l.crossOrigin='';l.href=f;document.head.append(l)}}`;
}
