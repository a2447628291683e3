import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Avatar, ProfileInput } from './profile.ts';

describe('a profile', () => {
  it('has a name and a picture, and no other field that is sent', () => {
    const sent = {
      name: ' Alice ',
      avatar: null,
      role: 'admin',
      email: 'x',
      id: 'bob',
      activatedCourses: ['a'],
    };
    expect(v.parse(ProfileInput, sent)).toEqual({ name: 'Alice', avatar: null });
  });

  it.each(['', '   '])('needs a name: %j', (name) => {
    expect(v.is(ProfileInput, { name })).toBe(false);
  });

  it.each([
    ['data:image/jpeg;base64,/9j/4AAQ', true],
    ['data:image/png;base64,iVBORw0KGgo=', true],
    ['data:image/svg+xml;base64,PHN2Zz4=', false],
    ['data:text/html;base64,PGI+', false],
    ['https://pictures.example.org/a.jpg', false],
    ['data:image/png;base64,<script>', false],
  ])('accepts %j as a picture: %j', (avatar, isTaken) => {
    expect(v.is(Avatar, avatar)).toBe(isTaken);
  });
});
