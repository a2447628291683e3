import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { CachedRouter } from './cached-router.ts';

function appForTest() {
  return new Hono({ router: new CachedRouter() })
    .get('/courses/:id', (c) => c.text(`one ${c.req.param('id')}`))
    .get('/courses/list', (c) => c.text('list'))
    .put('/courses/:id', (c) => c.text(`put ${c.req.param('id')}`));
}

it('finds the same again, with the parameters of each path', async () => {
  const app = appForTest();
  const ask = async (path: string, method = 'GET') => (await app.request(path, { method })).text();
  for (let round = 0; round < 2; round += 1) {
    expect(await ask('/courses/a')).toBe('one a');
    expect(await ask('/courses/b')).toBe('one b');
    expect(await ask('/courses/a', 'PUT')).toBe('put a');
    expect(await ask('/courses/a%2Fb')).toBe('one a/b');
    expect(await ask(`/courses/${'x'.repeat(300)}`)).toBe(`one ${'x'.repeat(300)}`);
    expect((await app.request('/users/a')).status).toBe(404);
  }
});
