import { expect, it } from 'vitest';
import { treeForTest } from '../testing/tree-for-test.ts';
import { refuseOtherSystem } from './other-systems.ts';

const tryRefusing = (paths: readonly string[]) => () =>
  refuseOtherSystem(treeForTest(Object.fromEntries(paths.map((path) => [path, 'x']))));

it.each([
  ['PowerPoint presentation', ['[Content_Types].xml', 'ppt/presentation.xml', 'docProps/app.txt']],
  ['OpenDocument file', ['mimetype', 'content.xml', 'META-INF/manifest.xml']],
  ['Scrivener project', ['Tides.scrivx', 'Files/Docs/1.rtf', 'Files/Data/2/notes.txt']],
  [
    'Joplin export',
    ['0123456789abcdef0123456789abcdef.md', '1123456789abcdef0123456789abcdef.md', 'resources/a.png'],
  ],
  ['Blackboard archive', ['.bb-package-info', 'imsmanifest.xml', 'res00001.dat', 'a.html']],
  ['Adapt course', ['course/en/contentObjects.json', 'course/en/components.json', 'index.html']],
])('a %s is refused by its name, not read as a folder', (name, paths) => {
  expect(tryRefusing(paths)).toThrow(`“${name}”: Carrel does not read files of this kind.`);
});

it('a folder of pages is none of them', () => {
  expect(tryRefusing(['a.md', 'content.xml', 'story/a.md', 'project.json'])).not.toThrow();
});
