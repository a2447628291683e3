import { describe, expect, it } from 'vitest';
import { fillPath } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

describe('the table of calls', () => {
  it('names every method and path once', () => {
    const names = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('lets only signed-in people send commands', () => {
    for (const endpoint of Object.values(endpoints)) {
      if (endpoint.isCommand) expect(endpoint.caller).not.toBe('anyone');
    }
  });
});

describe('a filled path', () => {
  it('encodes what it is given', () => {
    expect(fillPath('/api/courses/:courseId', { courseId: 'a/../b' })).toBe('/api/courses/a%2F..%2Fb');
  });

  it('refuses to be built with a hole in it', () => {
    expect(() => fillPath('/api/courses/:courseId', {})).toThrow('courseId');
  });
});
