import { expect, it } from 'vitest';
import { changedFields, findNameProblem } from './profile-fields.ts';

const alice = { name: 'Alice', avatar: null };
const picture = 'data:image/jpeg;base64,AAAA';

it('sends only what changed, trimmed', () => {
  expect(changedFields({ name: ' Alice ', avatar: null }, alice)).toEqual({});
  expect(changedFields({ name: ' Al ', avatar: null }, alice)).toEqual({ name: 'Al' });
  expect(changedFields({ name: 'Alice', avatar: picture }, alice)).toEqual({ avatar: picture });
});

it('takes a picture away by sending none', () => {
  expect(changedFields({ name: 'Alice', avatar: null }, { ...alice, avatar: picture })).toEqual({
    avatar: null,
  });
});

it('asks for a name', () => {
  expect(findNameProblem('  ')).toBe('Please enter your name');
  expect(findNameProblem('Alice')).toBeNull();
});
