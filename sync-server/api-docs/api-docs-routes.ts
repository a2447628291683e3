import type { Hono } from 'hono';
import { ApiError } from '../http/reply/api-error.ts';
import { EncodedBody } from '../http/reply/encoded-body.ts';
import { matchesEtag } from '../http/reply/etag.ts';
import { type AppContext, type AppEnv, reply } from '../http/reply.ts';
import { apiPage } from './api-page.ts';
import { API_STYLE } from './api-style.ts';
import { openapiDocument } from './openapi-document.ts';

/** The page has no script, and one style of this host. */
const DOCS_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns the text of a file that these pages serve. */
type Source = () => string | Promise<string>;

/** `/api/openapi.json` and a page that renders it. They contain only the data of the endpoint table. */
export function mountApiDocs(app: Hono<AppEnv>): void {
  serve(app, '/api/openapi.json', JSON_TYPE, () => JSON.stringify(openapiDocument()));
  serve(app, '/api/docs', 'text/html; charset=utf-8', apiPage);
  serve(app, '/api/docs/style.css', 'text/css; charset=utf-8', () => API_STYLE);
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
