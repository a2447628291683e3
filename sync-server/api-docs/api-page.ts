import { html } from 'hono/html';
import type { Caller, Endpoint } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ErrorBody } from '#schema/messages/error-body.ts';
import { errorCodes } from '#schema/messages/errors.ts';
import { bodyOf, parametersOf, refusalsOf, replySchemaOf, replyTypes, tagOf, tags } from './describe-call.ts';
import { outputSchema } from './json-schema.ts';
import { INTRODUCTION } from './openapi-document.ts';
import { printShape } from './print-shape.ts';

/** HTML with its values escaped. */
type Html = ReturnType<typeof html>;

const callers: Readonly<Record<Caller, string>> = {
  anyone: 'Everybody',
  signedIn: 'Signed-in users',
  courseMember: 'Users who unlocked the course, and admins',
  self: 'The user in the path',
  admin: 'Admins',
};
const titles: Readonly<Record<(typeof tags)[number], string>> = {
  everybody: 'Everybody',
  'signed in': 'Signed-in users',
  admin: 'Admins',
};

/** Returns the table of all calls as a page without a script; its style is in `/api/docs/style.css`. */
export async function apiPage(): Promise<string> {
  const calls = Object.entries(endpoints);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Carrel: the API</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header>
<h1>The API of Carrel</h1>
${INTRODUCTION.split('\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
<nav aria-label="Parts">
${tags.map((tag) => html`<a href="#${idOf(tag)}">${titles[tag]}</a> `)}
<a href="#errors">Errors</a>
<a href="/api/openapi.json">openapi.json</a>
</nav>
</header>
<main>
${tags.map((tag) => {
  const own = calls.filter(([, endpoint]) => tagOf(endpoint) === tag);
  return html`<section>
<h2 id="${idOf(tag)}">${titles[tag]} <small>${own.length} calls</small></h2>
${own.map(([name, endpoint]) => callSection(name, endpoint))}
</section>`;
})}
<section>
<h2 id="errors">Errors</h2>
<pre>${printShape(outputSchema(ErrorBody))}</pre>
${errorLists()}
</section>
</main>
</body>
</html>
`;
  return String(await page);
}

const idOf = (tag: string): string => tag.replace(' ', '-');

/** Text in which backquotes mark code. */
const withCode = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));

function callSection(name: string, endpoint: Endpoint): Html {
  const body = bodyOf(endpoint);
  const parameters = parametersOf(endpoint);
  const refusals = refusalsOf(endpoint);
  return html`<details>
<summary><code><b class="${endpoint.method}">${endpoint.method}</b> ${endpoint.path}</code> <span>${endpoint.summary}</span></summary>
<div id="${name}">
<p><a href="#${name}">${name}</a> · ${callerOf(endpoint)}</p>
${
  parameters.length > 0 &&
  html`<h3>Parameters</h3>
<dl>${parameters.map(({ name, in: place, description, schema }) => {
    return html`<dt><code>${name}</code> <small>${place}</small></dt><dd>${description === undefined ? printShape(schema) : withCode(description)}</dd>`;
  })}</dl>`
}
${
  body !== null &&
  html`<h3>Request <small>${body.type}</small></h3>
<pre>${printShape(body.schema)}</pre>`
}
<h3>Reply <small>${replyTypes[endpoint.reply]}</small></h3>
<pre>${printShape(replySchemaOf(endpoint))}</pre>
${
  refusals.length > 0 &&
  html`<p>Errors: ${refusals.map((status) => html`<a href="#error-${status}">${status}</a> `)}</p>`
}
</div>
</details>`;
}

function callerOf({ caller, isPageOnly, isSetUp }: Endpoint): string {
  if (isPageOnly) return 'Pages of this origin, with the handover cookie';
  return `${callers[caller]}${isSetUp ? ', also while a required step is pending' : ''}`;
}

function errorLists(): Html[] {
  const known = Object.entries(errorCodes);
  const statuses = [...new Set(known.map(([, { status }]) => status))].sort();
  return statuses.map((status) => {
    const codes = known.filter(([, error]) => error.status === status);
    return html`<h3 id="error-${status}">${status}</h3>
<dl>${codes.map(([code, { message }]) => html`<dt><code>${code}</code></dt><dd>${message}</dd>`)}</dl>`;
  });
}
