import type { Plugin, Rolldown } from 'vite';

/**
 * The shell in index.html has inline styles. The app's style sheets (the entry's and the frame's) come after
 * it, so the shell is painted without waiting for a second round trip; module scripts still wait for the
 * sheets.
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

/** Returns the addresses of the built files with this name, whatever their hash. */
function findFiles(bundle: Rolldown.OutputBundle, name: string, ending: string): string[] {
  return Object.keys(bundle)
    .filter((file) => file.startsWith(`assets/${name}-`) && file.endsWith(ending))
    .map((file) => `/${file}`);
}

/**
 * The files to preload while index.html is still being parsed, by path: if an offline lesson may be
 * prerendered, only the prerender, because on a slow phone each further file delays it; for other screens of
 * known learners the store and the screen; otherwise the frame.
 */
const FILES_BY_PATH = [
  { path: /\/learn$/, names: ['prerender'] },
  { path: /^\/dashboard$/, names: ['base', 'device', 'learner', 'dashboard-page'] },
  { path: /^/, names: ['base'] },
];

/**
 * Lets the browser fetch and compile the next files while it still parses index.html. A small inline script
 * chooses by path and runs first, because the preload scanner cannot see it; the server allows it by its
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

/** The inline script: preloads the files of the screen at the current address. */
function sendByPath(bundle: Rolldown.OutputBundle): string {
  const cases = FILES_BY_PATH.map(({ path, names }) => {
    const files = ['.js', '.css'].flatMap((ending) =>
      ['rolldown-runtime', ...names].flatMap((name) => findFiles(bundle, name, ending)),
    );
    return `${path}.test(p)?${JSON.stringify(files)}:`;
  });
  return `{let p=location.pathname;for(let f of ${cases.join('')}[]){let s=/css$/.test(f),l=document.createElement('link');l.rel=s?'preload':'modulepreload';if(s)l.as='style';l.crossOrigin='';l.href=f;document.head.append(l)}}`;
}

/** The settings that came with the page (pwa/device/site.ts), or those that the device has stored. */
const READ_SITE = `let s;try{s=JSON.parse((document.getElementById('site')||{}).textContent||localStorage.getItem('carrel.site'))}catch{}s=s||{};`;
/** Before the page is painted: the colours, as a style sheet that its policy allows; and the title of the shell, and the name of the app on a home screen. */
const SHOW_SITE_COLOURS = `{${READ_SITE}let c=s.palette||[],n=i=>['green','green-press','green-tint','on-green'].map((k,j)=>'--'+k+':'+c[i+j]).join(';');if(c.length===8)try{let t=new CSSStyleSheet;t.replaceSync(':root{'+n(0)+'}@media screen{:root[data-theme=dark]{'+n(4)+'}}@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){'+n(4)+'}}');document.adoptedStyleSheets=[t]}catch{}if(s.name){if(document.title==='Carrel')document.title=s.name;document.querySelector('[name=apple-mobile-web-app-title]').content=s.name}}`;
/** At the end of the shell: its name and its logo. */
const SHOW_SITE_NAME = `{${READ_SITE}if(s.name)for(let e of document.querySelectorAll('[data-site-name]'))e.textContent=s.name;let b=document.querySelector('.shell-brand svg');if(s.logo&&b){let i=new Image;i.src=s.logo;i.alt='';i.className='shell-logo';b.replaceWith(i)}}`;

/** Shows the name, the logo and the colours of the school in the shell, which is the same file for every school. */
export function showSite(): Plugin {
  return {
    name: 'show-site',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replace('</head>', () => `<script>${SHOW_SITE_COLOURS}</script></head>`)
          .replace('</main>', () => `</main><script>${SHOW_SITE_NAME}</script>`),
    },
  };
}
