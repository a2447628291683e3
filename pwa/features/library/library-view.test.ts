import { describe, expect, it } from 'vitest';
import type { Course } from '#schema/courses/course.ts';
import {
  filterResources,
  isFiltered,
  type LibraryFilter,
  listResources,
  parseCategory,
  showingSentence,
} from './library-view.ts';

function course(id: string, parts: Partial<Course> = {}): Course {
  const at = '2026-11-21T08:00:00.000Z';
  return {
    id,
    title: `Title of ${id}`,
    description: '',
    instructor: 'Carol',
    thumbnail: null,
    previewContent: '',
    status: 'published',
    enrollmentCount: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
    modules: [],
    ...parts,
  };
}

const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => course(id));
const viewLibrary = (courses: readonly Course[], filter: LibraryFilter) =>
  filterResources(listResources(courses), filter);
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('');

describe('the library', () => {
  it('is the course list in thirds, rounded up: courses, templates, the rest bundles, no tools', () => {
    expect(ids(viewLibrary(seven, { category: 'all', text: '' }))).toBe('abcdefg');
    expect(ids(viewLibrary(seven, { category: 'courses', text: '' }))).toBe('abc');
    expect(ids(viewLibrary(seven, { category: 'templates', text: '' }))).toBe('def');
    expect(ids(viewLibrary(seven, { category: 'bundles', text: '' }))).toBe('g');
    expect(viewLibrary(seven, { category: 'tools', text: '' })).toEqual([]);
  });

  it('searches title, description and instructor, case-insensitively', () => {
    const courses = [
      course('a', { title: 'Reading the TIDES' }),
      course('b', { description: 'Everything about tides' }),
      course('c', { instructor: 'Tidesworth' }),
      course('d'),
    ];
    expect(ids(viewLibrary(courses, { category: 'all', text: ' tides ' }))).toBe('abc');
    expect(ids(viewLibrary(courses, { category: 'templates', text: 'tides' }))).toBe('c');
  });

  it('keeps a resource in its category, however few others match the search', () => {
    const [found] = viewLibrary(seven, { category: 'all', text: 'title of g' });
    expect(found?.kind).toBe('Bundle');
  });

  it('formats the number of resources', () => {
    expect([0, 1, 2].map(showingSentence)).toEqual([
      'Showing 0 resources',
      'Showing 1 resource',
      'Showing 2 resources',
    ]);
  });

  it('accepts only known categories from a URL', () => {
    expect(parseCategory('bundles')).toBe('bundles');
    expect(parseCategory('toString')).toBe('all');
    expect(parseCategory(null)).toBe('all');
    expect(isFiltered({ category: 'all', text: '  ' })).toBe(false);
    expect(isFiltered({ category: 'tools', text: '' })).toBe(true);
  });
});
