import { expect, it } from 'vitest';
import { changedFields, findNameProblem } from './profile-fields.ts';

const alice = { name: 'Alice', avatar: null };
const image = 'data:image/jpeg;base64,AAAA';

it('contains only changed fields, trimmed', () => {
  expect(changedFields({ name: ' Alice ', avatar: null }, alice)).toEqual({});
  expect(changedFields({ name: ' Al ', avatar: null }, alice)).toEqual({ name: 'Al' });
  expect(changedFields({ name: 'Alice', avatar: image }, alice)).toEqual({ avatar: image });
});

it('removes the avatar with an empty value', () => {
  expect(changedFields({ name: 'Alice', avatar: null }, { ...alice, avatar: image })).toEqual({
    avatar: null,
  });
});

it('requires a name', () => {
  expect(findNameProblem('  ')).toBe('Please enter your name');
  expect(findNameProblem('Alice')).toBeNull();
});
