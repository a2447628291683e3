import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_GROWTH_MAX } from '#schema/testing/growth.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';

describe('a lesson of the largest size', () => {
  it.each([
    ['open tags', '<div>'],
    ['tags that others close', '<b></i>'],
    ['tags that imply others', '<p><li>'],
    ['tags closed in the wrong order', '<b><i></b></i>'],
    ['closed tags', '<b><i></i></b>'],
    ['broken tags', '<a <b '],
    ['closing tags', '</p>'],
    ['attributes', '<p x="'],
    ['comments', '<!--'],
    ['entities', '&amp;&#x'],
    ['quotes', '<img src="data:image/png;base64,'],
    ['letters', 'tide '],
  ])('full of %s is sanitised in linear time', async (_, part) => {
    const server = await serverForTest();
    const growth = await growthOf(900_000, async (size) => {
      const response = await server.request('/api/admin/lessons/tides-lesson-1', {
        method: 'PUT',
        as: server.people.admin,
        body: { content: part.repeat(Math.floor(size / part.length)) },
      });
      expect(response.status).toBeLessThan(500);
    });
    expect(growth).toBeLessThan(LINEAR_GROWTH_MAX);
  });
});
