// The baseline of Hono: serves one constant string. Prints its port.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const body = readFileSync(process.argv[2], 'utf8');
const app = new Hono().get('*', (c) => c.body(body, 200, { 'content-type': 'application/json' }));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
