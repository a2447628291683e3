import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { routePatterns } from '../paths.ts';
import { customMedia } from './custom-media.ts';
import { shortClassName } from './short-class-name.ts';

/** The pages that the server renders for visitors, with the module of their screen and the data they show. */
const PAGES = [
  { route: 'home', screen: 'landing/landing-page.tsx', data: 'catalogue' },
  { route: 'courses', screen: 'courses/courses-page.tsx', data: 'catalogue' },
  { route: 'library', screen: 'library/library-page.tsx', data: 'catalogue' },
  { route: 'course', screen: 'course/course-page.tsx', data: 'course' },
  { route: 'login', screen: 'login/login-page.tsx', data: 'none' },
  { route: 'signup', screen: 'signup/signup-page.tsx', data: 'none' },
  { route: 'support', screen: 'support/support-page.tsx', data: 'none' },
  { route: 'terms', screen: 'legal/terms-page.tsx', data: 'none' },
  { route: 'privacy', screen: 'legal/privacy-page.tsx', data: 'none' },
] as const;

/** Hidden, so the server serves no file of it. */
const FOLDER = '.pages';

/**
 * Writes what the server needs to render public pages (docs/why/screens.md): for each a template, which is
 * index.html with the page's styles inline and a slot for its markup; and the renderer, a bundle of the
 * public screens for Node.
 */
export function servedPages(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'served-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir, FOLDER);
    },
    writeBundle: {
      order: 'post',
      async handler(_, bundle) {
        const templates = PAGES.map(({ route, screen, data }) => {
          const template = makeTemplate(textOf(bundle, 'index.html'), findFiles(bundle, screen), bundle);
          return [routePatterns[route], { template, data }];
        });
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'pages.json'), JSON.stringify(Object.fromEntries(templates)));
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => buildRenderer(root, folder),
    },
  };
}

/** Before the page is painted: hides a visitor's page from a known user. The keys are those of the session. */
const HIDE_FROM_KNOWN_USERS = `try{if(localStorage.getItem('carrel.user')||localStorage.getItem('token'))document.documentElement.className='is-known'}catch{}`;
/** After it was parsed: replaces it for a known user by the shell of index.html. */
const SHOW_SHELL = `let d=document.documentElement,e=n=>document.getElementById(n),k=d.className;if(k){e('root').replaceChildren(e('shell').content);e('served').remove();e('late').remove();d.className=''}`;

/**
 * Starts the app, for visitors after the first paint: until then the text and the first picture have the
 * connection and the processor for themselves. A hidden tab paints nothing, so it waits for the timer.
 */
function startScript({ entry, chunks }: Scripts): string {
  const files = JSON.stringify(chunks.map((name) => `/${name}`));
  return `let n,s=()=>{if(n)return;n=1;for(let f of ${files}){let l=document.createElement('link');l.rel='modulepreload';l.crossOrigin='';l.href=f;document.head.append(l)}import('/${entry}').catch(()=>{})};if(k)s();else{requestAnimationFrame(()=>setTimeout(s));setTimeout(s,500)}`;
}

interface Scripts {
  readonly entry: string;
  /** All further chunks of the first render. */
  readonly chunks: readonly string[];
}

interface PageFiles extends Scripts {
  readonly sheets: readonly string[];
}

function makeTemplate(html: string, files: PageFiles, bundle: Rolldown.OutputBundle): string {
  const { sheets } = files;
  const css = sheets.map((name) => textOf(bundle, name)).join('');
  // The app finds the sheets of its chunks linked, and does not request them.
  const links = sheets.map((name) => `<link rel="stylesheet" href="/${name}" disabled>`).join('');
  const [, root = ''] = /<div id="root">([\s\S]*)<\/div>\s*<link rel="stylesheet"/.exec(html) ?? [];
  if (root === '') throw new Error('index.html has no shell in #root');
  const [, late = ''] = /<p class="shell-late">([\s\S]*?)<\/p>/.exec(root) ?? [];
  const [noscript = ''] = /<noscript>[\s\S]*?<\/noscript>/.exec(root) ?? [];
  return (
    html
      // The styles request them, after the text.
      .replace(/<link rel="preload" as="font"[^>]*>/g, '')
      .replace(/<link rel="stylesheet"[^>]*>/g, '')
      // Chooses the files to preload by the address, at once.
      .replace(/<script>[\s\S]*?<\/script>/, '')
      .replace(/<script type="module"[^>]*><\/script>/, '')
      .replace(
        '</head>',
        () => `<style>${css}</style><script>${HIDE_FROM_KNOWN_USERS}</script>${links}</head>`,
      )
      .replace(
        `<div id="root">${root}</div>`,
        () =>
          `${noscript}<div id="root"><!--page--></div><template id="shell">${root}</template><!--data--><p class="shell-late shell-note" id="late">${late}</p><script>{${SHOW_SHELL}${startScript(files)}}</script>`,
      )
  );
}

/** The files of a screen's first render: the entry's, the frame's, its own. */
function findFiles(bundle: Rolldown.OutputBundle, screen: string): PageFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const frame = chunks.find(({ name }) => name === 'base');
  const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/features/${screen}`)));
  if (entry === undefined || frame === undefined || page === undefined)
    throw new Error(`There is no chunk of ${screen}`);
  const imported = page.imports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name));
  const all = [...new Set([entry, frame, ...imported, page])];
  return {
    entry: entry.fileName,
    chunks: all.filter((chunk) => chunk !== entry).map(({ fileName }) => fileName),
    sheets: [...new Set(all.flatMap(sheetsOf))],
  };
}

const sheetsOf = ({ viteMetadata }: Rolldown.OutputChunk): string[] => [...(viteMetadata?.importedCss ?? [])];

function textOf(bundle: Rolldown.OutputBundle, name: string): string {
  const file = bundle[name];
  if (file?.type !== 'asset') throw new Error(`${name} was not built`);
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
}

/** The screens of visitors; all other code that is loaded later is never loaded by a render. */
const PUBLIC_SCREENS = new RegExp(
  `/features/(${PAGES.map(({ screen }) => screen.split('/')[0]).join('|')})/`,
);

async function buildRenderer(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      react(),
      customMedia(),
      {
        name: 'public-screens-only',
        resolveDynamicImport: (id) =>
          typeof id === 'string' && !PUBLIC_SCREENS.test(id) ? { id, external: true } : null,
      },
    ],
    css: { modules: { generateScopedName: shortClassName } },
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'app/served/render-page.tsx',
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'render-page.js' } },
    },
  });
}
