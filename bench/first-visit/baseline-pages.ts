import { createServer, type Server } from 'node:http';

import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'vite';
import { freePort } from '#e2e/world/free-port.ts';
import { securityHeaders } from '#sync-server/http/reply/security-headers.ts';

const brotli = promisify(brotliCompress);
const ENTRY = fileURLToPath(new URL('main.tsx', import.meta.url));
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

interface BaselineFile {
  readonly type: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The baselines of a first visit, made of a page of the server: `/static/…` is the same HTML and CSS without
 * any script, with the same security headers (one of them makes the browser start a process for the page),
 * `/react/…` a React page that has nothing to do but to show the same content. Pictures and fonts
 * come from the server, through this one.
 */
export class BaselinePages {
  private readonly files = new Map<string, BaselineFile>();
  private readonly server: Server;

  readonly url: string;
  private readonly origin: string;

  private constructor(url: string, origin: string) {
    this.url = url;
    this.origin = origin;
    this.server = createServer((request, response) => {
      void this.find(request.url ?? '/').then(({ type, body, headers: own }) => {
        const headers = { ...own, 'content-type': type, 'cache-control': 'no-cache' };
        response.writeHead(200, isText(type) ? { ...headers, 'content-encoding': 'br' } : headers).end(body);
      });
    });
  }

  static async start(origin: string, paths: readonly string[]): Promise<BaselinePages> {
    const port = await freePort();
    const pages = new BaselinePages(`http://127.0.0.1:${port}`, origin);
    for (const path of paths) await pages.add(path);
    await new Promise<void>((resolve) => pages.server.listen(port, '127.0.0.1', resolve));
    return pages;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async add(path: string): Promise<void> {
    const reply = await fetch(this.origin + path);
    const html = await reply.text();
    const headers = Object.fromEntries(
      Object.keys(securityHeaders).map((name) => [name, reply.headers.get(name) ?? '']),
    );
    const bare = html
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<template[\s\S]*?<\/template>/g, '')
      .replace(/<link rel="(?:modulepreload|manifest)"[^>]*>/g, '');
    const [, markup = ''] = /<div id="root">([\s\S]*)<\/div><p class="shell-late/.exec(bare) ?? [];
    if (markup === '') throw new Error(`${path} was not rendered by the server`);
    const styles = [...bare.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('');
    const script = await bundle(markup);
    await this.put(`/static${path}`, '.html', bare, headers);
    await this.put(`/react${path}`, '.html', reactPage(path));
    await this.put(`/react-script${path}`, '.js', script);
    await this.put(`/react-style${path}`, '.css', styles);
  }

  private async put(
    name: string,
    extension: string,
    text: string,
    headers: BaselineFile['headers'] = {},
  ): Promise<void> {
    this.files.set(name, { type: types[extension] ?? 'text/css', body: await brotli(text), headers });
  }

  private async find(name: string): Promise<BaselineFile> {
    const known = this.files.get(name);
    if (known !== undefined) return known;
    const reply = await fetch(this.origin + name);
    const type = reply.headers.get('content-type') ?? 'text/plain';
    const body = Buffer.from(await reply.arrayBuffer());
    return { type, body: isText(type) ? await brotli(body) : body, headers: {} };
  }
}

const isText = (type: string) => /^(text|application)\//.test(type);

const reactPage = (path: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Baseline</title>
<script type="module" src="/react-script${path}"></script><link rel="stylesheet" href="/react-style${path}"></head>
<body><div id="root"></div></body></html>`;

async function bundle(markup: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { MARKUP: JSON.stringify(markup), 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', rolldownOptions: { input: ENTRY } },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunk = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .find(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('The page could not be built');
  return chunk.code;
}
