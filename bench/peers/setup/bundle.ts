import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';
import { PACKAGES, PEERS_FOLDER } from './packages.ts';

/** Finds the packages of the peers in their own folder. */
const fromPeersFolder: Plugin = {
  name: 'peers-folder',
  enforce: 'pre',
  resolveId(source) {
    const [name = ''] = source.split('/');
    if (!(name in PACKAGES)) return null;
    const importer = join(PEERS_FOLDER, 'package.json');
    return this.resolve(source === 'events' ? 'events/events.js' : source, importer, { skipSelf: true });
  },
};

async function bundle(config: InlineConfig): Promise<string> {
  const built = await build({ configFile: false, logLevel: 'error', ...config });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('The peer could not be built');
  return chunk.code;
}

/** Matches what Node finds by itself: names of packages. */
const PACKAGE = /^[^./]/;

const sourceOf = (peer: string, file: string) =>
  fileURLToPath(new URL(`../${peer}/${file}`, import.meta.url));

/** The files of a built peer: its server for Node, and the script of its page. */
export interface BuiltPeer {
  readonly server: string;
  readonly page: string;
}

/** Builds a peer into the folder of the packages, from where Node resolves those that its server imports. */
export async function buildPeer(peer: string): Promise<BuiltPeer> {
  const files = {
    server: join(PEERS_FOLDER, `${peer}-server.mjs`),
    page: join(PEERS_FOLDER, `${peer}-page.js`),
  };
  const server = await bundle({
    build: {
      write: false,
      ssr: sourceOf(peer, 'server.ts'),
      target: 'node20',
      rolldownOptions: { external: PACKAGE },
    },
  });
  const page = await bundle({
    plugins: [fromPeersFolder],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: sourceOf(peer, 'page.ts'), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  await Promise.all([writeFile(files.server, server), writeFile(files.page, page)]);
  return files;
}
