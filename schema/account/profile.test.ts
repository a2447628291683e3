import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Avatar, filterUsers, ProfileInput } from './profile.ts';

const users = [
  { name: 'Alice Ashdown', email: 'alice@example.org', role: 'user' },
  { name: 'Bob Berg', email: 'bob@example.org', role: 'admin' },
  { name: 'Carol Alison', email: 'carol@elsewhere.net', role: 'admin' },
] as const;
const names = (text: string, role: 'all' | 'user' | 'admin' = 'all') =>
  filterUsers(users, { text, role }).map(({ name }) => name);

describe('the user list', () => {
  it('is searched by name or email, ignoring case', () => {
    expect(names('ALI')).toEqual(['Alice Ashdown', 'Carol Alison']);
    expect(names(' example.org ')).toEqual(['Alice Ashdown', 'Bob Berg']);
    expect(names('zed')).toEqual([]);
  });

  it('combines the search with the role', () => {
    expect(names('', 'admin')).toEqual(['Bob Berg', 'Carol Alison']);
    expect(names('ali', 'admin')).toEqual(['Carol Alison']);
    expect(names('ali', 'user')).toEqual(['Alice Ashdown']);
  });

  it('is complete without either', () => {
    expect(names('')).toHaveLength(3);
  });
});

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
