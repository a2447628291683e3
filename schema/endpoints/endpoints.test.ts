import { describe, expect, it } from 'vitest';
import { fillPath } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

describe('the table of calls', () => {
  it('names every method and path once', () => {
    const names = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('allows commands for signed-in users only', () => {
    for (const endpoint of Object.values(endpoints)) {
      if (endpoint.isCommand) expect(endpoint.caller).not.toBe('anyone');
    }
  });
});

describe('a filled path', () => {
  it('encodes its parameters', () => {
    expect(fillPath('/api/courses/:courseId', { courseId: 'a/../b' })).toBe('/api/courses/a%2F..%2Fb');
  });

  it('is refused when a parameter is missing', () => {
    expect(() => fillPath('/api/courses/:courseId', {})).toThrow('courseId');
  });
});
