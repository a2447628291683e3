import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { customMedia } from '#pwa/build/custom-media.ts';
import { pagePolicy, securityHeaders } from '#sync-server/http/reply/security-headers.ts';
import { freePort } from '../world/free-port.ts';

const SOURCE = fileURLToPath(new URL('../../pwa/testing/text-page', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** The lesson's text editor alone, built for production and served under the CSP of the real page. */
export class TextPage {
  readonly url: string;
  readonly #folder: string;
  readonly #server: Server;

  private constructor(url: string, folder: string, server: Server) {
    this.url = url;
    this.#folder = folder;
    this.#server = server;
  }

  static async start(): Promise<TextPage> {
    // One per spec, since specs run in parallel.
    const folder = await mkdtemp(join(tmpdir(), 'carrel-text-page-'));
    await build({
      configFile: false,
      root: SOURCE,
      logLevel: 'error',
      plugins: [react(), customMedia()],
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
    });
    const policy = pagePolicy(await readFile(join(folder, 'index.html'), 'utf8'));
    const server = createServer(async (request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      const name = path === '/' ? 'index.html' : path.slice(1);
      const body = await readFile(join(folder, name)).catch(() => null);
      response
        .writeHead(body === null ? 404 : 200, {
          ...securityHeaders,
          'Content-Type': TYPES[extname(name)] ?? 'text/plain',
          'Content-Security-Policy': policy,
        })
        .end(body);
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new TextPage(`http://127.0.0.1:${port}/`, folder, server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.#folder, { recursive: true, force: true });
  }
}
