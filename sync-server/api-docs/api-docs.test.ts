import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { apiPage } from './api-page.ts';
import { inputSchema } from './json-schema.ts';
import { openapiDocument } from './openapi-document.ts';
import { printShape } from './print-shape.ts';

const Document = v.object({
  openapi: v.literal('3.1.0'),
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({ operationId: v.string() }))),
});

describe('the printed document', () => {
  const document = v.parse(Document, openapiDocument());

  it('is the one that the server returns', async () => {
    const server = await serverForTest();
    const response = await server.request('/api/openapi.json');
    expect(response.header('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.text).toBe(JSON.stringify(openapiDocument()));
  });

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(openapiDocument())));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('names every call of the table, by its name', () => {
    const printed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const table = Object.entries(endpoints).map(
      ([name, { method, path }]) => `${name} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(printed.sort()).toEqual(table.sort());
  });

  it('describes fields as the parsers do', () => {
    const text = JSON.stringify(document.paths['/api/auth/register']);
    expect(text).toContain('"minLength":8');
    expect(text).toContain('"required":["name","email","password"]');
  });

  it('contains no dangling reference', () => {
    const text = JSON.stringify(openapiDocument());
    const pointers = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(pointers.length).toBeGreaterThan(50);
    for (const pointer of new Set(pointers)) {
      const target = pointer
        .split('/')
        .reduce<unknown>(
          (at, key) => Object.entries(at ?? {}).find(([name]) => name === key)?.[1],
          openapiDocument(),
        );
      expect(target, pointer).toBeDefined();
    }
  });
});

describe('the page', () => {
  it('loads its style from this host, and nothing else: no script, no inline style', async () => {
    const server = await serverForTest();
    const page = await server.request('/api/docs');
    expect(page.header('Content-Type')).toBe('text/html; charset=utf-8');
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1] ?? '');
    expect(addresses).toEqual(['/api/docs/style.css', '/api/openapi.json']);
    for (const address of addresses) expect((await server.request(address)).status, address).toBe(200);
    expect(page.text).not.toMatch(/<script|<style| style=| on[a-z]+=|https?:/);
    expect(page.header('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'self'; base-uri/);
  });

  it('has every call of the table with its method, path and caller, and what its links lead to', async () => {
    const page = await apiPage();
    for (const [name, { method, path, summary }] of Object.entries(endpoints)) {
      const [, call] = page.split(`>${method}</b> ${path}</code> <span>`);
      expect(call?.replaceAll('&#39;', "'").startsWith(summary), name).toBe(true);
      expect(call).toMatch(new RegExp(`^.*</span></summary>\\s*<div id="${name}">`));
    }
    expect(page).toContain('getCourseContent</a> · Users who unlocked the course, and admins');
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(new Set(links).size).toBeGreaterThan(Object.keys(endpoints).length);
    expect([...new Set(links)].filter((id) => !page.includes(` id="${id}"`))).toEqual([]);
  });

  it('returns 304 for the cached bytes', async () => {
    const server = await serverForTest();
    const page = await server.request('/api/docs');
    const headers = { 'If-None-Match': page.header('ETag') ?? '' };
    expect((await server.request('/api/docs', { headers })).status).toBe(304);
  });

  it('has no other files', async () => {
    const server = await serverForTest();
    for (const path of ['/api/docs/index.html', '/api/docs/..%2fpackage.json']) {
      expect((await server.request(path)).status, path).toBe(404);
    }
    expect((await server.request('/api/docs', { method: 'POST', body: {} })).status).toBe(405);
  });
});

describe('a shape on the page', () => {
  const shapeOf = (schema: v.GenericSchema) => printShape(inputSchema(schema));

  it('has a line per member, with its limits, and marks those that may be missing', () => {
    const Course = v.object({
      title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      note: v.optional(v.nullable(v.string())),
      kind: v.picklist(['video', 'text']),
      lessons: v.pipe(v.array(v.object({ position: v.pipe(v.number(), v.minValue(0)) })), v.maxLength(9)),
      names: v.record(v.string(), v.string()),
    });
    expect(shapeOf(Course)).toBe(`{
  title: string (1 to 200 characters)
  note?: string | null
  kind: "video" | "text"
  lessons: [{
    position: number (at least 0)
  }, …] (at most 9 entries)
  names: {
    [name]: string
  }
}`);
  });

  it('without limits is its type alone', () => {
    expect(shapeOf(v.unknown())).toBe('any value');
    expect(shapeOf(v.object({}))).toBe('{}');
    expect(shapeOf(v.literal(true))).toBe('true');
    expect(shapeOf(v.pipe(v.string(), v.nonEmpty()))).toBe('string (not empty)');
  });
});
