import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { ApiError } from '../http/reply/api-error.ts';
import { EncodedBody } from '../http/reply/encoded-body.ts';
import { matchesEtag } from '../http/reply/etag.ts';
import { type AppContext, type AppEnv, reply } from '../http/reply.ts';
import { openapiDocument } from './openapi-document.ts';

/**
 * Swagger UI adds styles to the page at run time and draws its icons from data URLs; scripts are own files
 * only, and no other host may be requested or embedded.
 */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Carrel: the API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <script src="/api/docs/swagger-ui-bundle.js" defer></script>
    <script src="/api/docs/start.js" defer></script>
  </head>
  <body>
    <main id="api"></main>
    <noscript>This page needs JavaScript. See <a href="/api/openapi.json">openapi.json</a> instead.</noscript>
  </body>
</html>
`;

/** No validator: it would send the document to the host of its vendor. */
const START = `window.SwaggerUIBundle({
  url: '/api/openapi.json', dom_id: '#api', validatorUrl: null, deepLinking: true, docExpansion: 'list',
  persistAuthorization: false, defaultModelsExpandDepth: -1
});
`;

const require = createRequire(import.meta.url);
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns the text of a file that these pages serve. */
type Source = () => string | Promise<string>;

/** `/api/openapi.json` and a page that renders it. They contain only the data of the endpoint table. */
export function mountApiDocs(app: Hono<AppEnv>): void {
  serve(app, '/api/openapi.json', JSON_TYPE, () => JSON.stringify(openapiDocument()));
  serve(app, '/api/docs', 'text/html; charset=utf-8', () => PAGE);
  serve(app, '/api/docs/start.js', JAVASCRIPT, () => START);
  serve(app, '/api/docs/swagger-ui.css', 'text/css; charset=utf-8', () => readAsset('swagger-ui.css'));
  serve(app, '/api/docs/swagger-ui-bundle.js', JAVASCRIPT, () => readAsset('swagger-ui-bundle.js'));
}

/** Created at the first request and cached, compressed too. */
function serve(app: Hono<AppEnv>, path: string, contentType: string, source: Source): void {
  let cached: Promise<EncodedBody> | undefined;
  app.get(path, async (c) => {
    cached ??= Promise.resolve(source()).then((text) => new EncodedBody(new TextEncoder().encode(text)));
    return respond(c, await cached, contentType);
  });
  app.all(path, () => {
    throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
  });
}

async function respond(c: AppContext, body: EncodedBody, contentType: string): Promise<Response> {
  const encoding = body.chooseEncoding(c.req.header('Accept-Encoding'));
  const headers: Record<string, string> = {
    'Content-Security-Policy': DOCS_POLICY,
    'Cache-Control': 'no-cache',
    ETag: body.etag(encoding),
    Vary: 'Accept-Encoding',
  };
  if (matchesEtag(c.req.header('If-None-Match'), ...body.etags))
    return reply(c, null, { status: 304, headers });
  headers['Content-Type'] = contentType;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  return reply(c, await body.bytes(encoding), { headers });
}

/**
 * A file of the installed package; the comment that names a source map is removed, because the map is not
 * served.
 */
async function readAsset(name: string): Promise<string> {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const text = await readFile(join(folder, name), 'utf8');
  return text.replace(/(\/\/# sourceMappingURL=\S+|\/\*# sourceMappingURL=\S+\s*\*\/)\s*$/, '');
}
