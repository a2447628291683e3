import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Command, commandRequest, describeCommand } from './all-commands.ts';

const envelope = {
  id: '019aa000-0000-7000-8000-000000000001',
  userId: 'carol',
  version: 1,
  createdAt: '2026-11-21T08:00:00.000Z',
};
const command = (kind: string, args: object) => v.parse(Command, { ...envelope, kind, args });
const lesson = { courseId: 'tides', moduleId: 'm1', lessonId: 'l1', lessonTitle: 'Ebb' };

describe('a queued edit of a course', () => {
  it('targets the row it names, with the version it was made on', () => {
    const edit = command('lesson.update', {
      ...lesson,
      version: 3,
      base: { title: 'Ebb' },
      changes: { title: 'Low water' },
    });
    expect(commandRequest(edit)).toMatchObject({
      path: '/api/admin/lessons/l1',
      body: { title: 'Low water' },
      headers: { 'If-Match': '"3"' },
    });
  });

  it('creates rows under the ids from the device, and sends no version', () => {
    const created = command('module.create', {
      courseId: 'tides',
      moduleId: 'm2',
      title: 'New Module',
      description: '',
      position: 'a1',
    });
    const request = commandRequest(created);
    expect(request).toMatchObject({
      path: '/api/admin/courses/tides/modules',
      body: { id: 'm2', position: 'a1' },
    });
    expect(request.headers).toBeUndefined();
  });

  it('that lost in a conflict is stored in the history, whole, and is named after its row', () => {
    const textFields = {
      entity: 'lesson',
      entityId: 'l1',
      entityTitle: 'Ebb',
      fields: { content: '<p>Mine</p>' },
    };
    const rejectedText = command('history.keepAside', { courseId: 'tides', ...textFields });
    expect(commandRequest(rejectedText)).toMatchObject({
      path: '/api/admin/history',
      body: { courseId: 'tides', ...textFields },
    });
    expect(describeCommand(rejectedText)).toBe('Save your version of lesson “Ebb” in the history');
  });

  it('sends no field that only the device needs', () => {
    const resource = command('resource.create', {
      ...{
        ...lesson,
        resourceId: 'r1',
        title: 'Table',
        type: 'pdf',
        url: 'https://example.org/a.pdf',
        position: 'a0',
      },
    });
    expect(Object.keys(Object(commandRequest(resource).body))).toEqual([
      'id',
      'title',
      'type',
      'url',
      'position',
    ]);
    const deletion = command('lesson.delete', { ...lesson, version: 2 });
    expect(commandRequest(deletion).body).toBeUndefined();
  });
});

describe('the sentence of an edit', () => {
  const update = (changes: object) =>
    describeCommand(command('lesson.update', { ...lesson, version: 1, base: {}, changes }));

  it('names the changes with the labels of the screen', () => {
    expect(update({ title: 'Low water' })).toBe('Rename lesson “Ebb” to “Low water”');
    expect(update({ position: 'a3' })).toBe('Move lesson “Ebb”');
    expect(update({ content: '<p>x</p>' })).toBe('Change the text of lesson “Ebb”');
    expect(update({ content: '<p>x</p>', duration: 3, videoUrl: null })).toBe(
      'Change the text, the duration and the video of lesson “Ebb”',
    );
  });

  it('states the effect of a status change on the catalogue', () => {
    const course = { courseId: 'tides', courseTitle: 'Tides', version: 1, base: {} };
    const sentence = (changes: object) => describeCommand(command('course.update', { ...course, changes }));
    expect(sentence({ status: 'unpublished' })).toBe('Unpublish “Tides”');
    expect(sentence({ status: 'published' })).toBe('Publish “Tides”');
    expect(sentence({ title: 'The tides', status: 'unpublished' })).toBe(
      'Rename course “Tides” to “The tides” and unpublish it',
    );
  });

  it('counts activation codes and never shows them', () => {
    const codes = command('codes.upload', {
      courseId: 'tides',
      courseTitle: 'Tides',
      codes: ['SECRET-1', 'SECRET-2'],
    });
    expect(describeCommand(codes)).toBe('Add 2 activation codes to “Tides”');
  });
});
