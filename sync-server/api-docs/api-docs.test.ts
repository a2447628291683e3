import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { openapiDocument } from './openapi-document.ts';

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
  it('loads from this host only, without an inline script or style', async () => {
    const server = await serverForTest();
    const page = await server.request('/api/docs');
    expect(page.header('Content-Type')).toBe('text/html; charset=utf-8');
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address).toMatch(/^\/api\//);
      expect((await server.request(address)).status, address).toBe(200);
    }
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|https?:/);
    const policy = page.header('Content-Security-Policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('http');
  });

  it('returns 304 for the cached bytes, and names no source map', async () => {
    const server = await serverForTest();
    const path = '/api/docs/swagger-ui-bundle.js';
    const script = await server.request(path);
    expect(script.text).not.toContain('sourceMappingURL');
    const headers = { 'If-None-Match': script.header('ETag') ?? '' };
    expect((await server.request(path, { headers })).status).toBe(304);
  });

  it('has no other files', async () => {
    const server = await serverForTest();
    for (const path of [
      '/api/docs/index.html',
      '/api/docs/..%2fpackage.json',
      '/api/docs/swagger-ui.js.map',
    ]) {
      expect((await server.request(path)).status, path).toBe(404);
    }
    expect((await server.request('/api/docs', { method: 'POST', body: {} })).status).toBe(405);
  });
});
