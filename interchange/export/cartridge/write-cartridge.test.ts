import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#interchange/course-file/digest.ts';
import type { SourceCourse } from '#interchange/course-file/plain-course.ts';
import type { WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import { copyOf, courseWith, PNG_NAME, PNG_URI, sourceCourses } from '../testing/course-copies.ts';
import { activeParts, deadAddresses, type ReadDocument, readXml, valuesOf } from '../testing/read-markup.ts';
import { CARTRIDGE_1_1, CARTRIDGE_1_3, type CartridgeVersion } from './cartridge-version.ts';
import { writeCartridge } from './write-cartridge.ts';

const MANIFEST = 'imsmanifest.xml';
/** The folder of the course of the tests. */
const FOLDER = 'tides-waves-eeeeeeee/';
const FIRST = `${FOLDER}lessons/01-01.html`;

const textOf = (entries: readonly WrittenEntry[], name: string): string =>
  decodeText(entries.find((entry) => entry.name === name)?.bytes ?? new Uint8Array());

const readEntry = (entries: readonly WrittenEntry[], name: string): ReadDocument =>
  readXml(textOf(entries, name));

const attributesOf = ({ elements }: ReadDocument, name: string) =>
  elements.filter((element) => element.name === name).map(({ attributes }) => attributes);

/** The resources of a manifest with their files and dependencies. */
function resourcesOf({ elements }: ReadDocument) {
  const resources: { id: string; type: string; href?: string; files: string[]; dependencies: string[] }[] =
    [];
  for (const { name, attributes } of elements) {
    const { identifier: id = '', type = '', href, identifierref = '' } = attributes;
    if (name === 'resource')
      resources.push({ id, type, files: [], dependencies: [], ...(href === undefined ? {} : { href }) });
    if (name === 'file') resources.at(-1)?.files.push(href ?? '');
    if (name === 'dependency') resources.at(-1)?.dependencies.push(identifierref);
  }
  return resources;
}

/** The files of the cartridge that a page shows or links to, but for other pages. */
function filesOf(page: ReadDocument): string[] {
  const addresses = [...valuesOf(page, 'src'), ...valuesOf(page, 'href')];
  return [...new Set(addresses.filter((one) => one.startsWith('../')).map((one) => one.slice(3)))];
}

/** Each rule of the format that is checked here: of its schema, and of the rules inside of the schema. */
function examine(entries: readonly WrittenEntry[], version: CartridgeVersion): void {
  const names = entries.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[A-Za-z0-9./-]+$/.test(name))).toEqual([]);
  expect(names[0]).toBe(MANIFEST);
  const [folder = ''] = /^[^/]+\//.exec(names[1] ?? '') ?? [];
  expect(names.slice(1).filter((name) => !name.startsWith(folder))).toEqual([]);
  const manifest = readEntry(entries, MANIFEST);
  const identifiers = valuesOf(manifest, 'identifier');
  expect(new Set(identifiers).size).toBe(identifiers.length);
  expect(identifiers.filter((one) => !/^[A-Za-z_][A-Za-z0-9._-]*$/.test(one))).toEqual([]);
  const resources = resourcesOf(manifest);
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  expect(resources.flatMap(({ files }) => files).sort()).toEqual(names.slice(1).sort());
  for (const reference of attributesOf(manifest, 'item').flatMap(({ identifierref }) => identifierref ?? []))
    expect(byId.has(reference)).toBe(true);
  for (const { type, href, files, dependencies } of resources) {
    expect(files).toHaveLength(1);
    if (type === version.linkType) expect([href, dependencies]).toEqual([undefined, []]);
    else expect([type, href]).toEqual(['webcontent', files[0]]);
    const needed = dependencies.map((id) => byId.get(id)?.href ?? '');
    const shown = href?.endsWith('.html') ? filesOf(readEntry(entries, href)) : [];
    expect(shown.map((file) => folder + file).sort()).toEqual(needed.sort());
  }
  for (const name of names.filter((one) => one.endsWith('.html'))) examinePage(name, entries);
  for (const name of names.filter((one) => one.includes('/links/'))) {
    const [{ href = '' } = {}] = attributesOf(readEntry(entries, name), 'url');
    expect(href).toMatch(/^https:\/\//);
  }
}

function examinePage(name: string, entries: readonly WrittenEntry[]): void {
  const page = readEntry(entries, name);
  expect(textOf(entries, name)).toMatch(/^<!DOCTYPE html>\n<html /);
  expect(activeParts(page)).toEqual([]);
  expect(deadAddresses(name, page, new Set(entries.map((entry) => entry.name)))).toEqual([]);
  const ids = valuesOf(page, 'id');
  expect(new Set(ids).size).toBe(ids.length);
}

const versions = fc.constantFrom(CARTRIDGE_1_3, CARTRIDGE_1_1);

const write = async (source: SourceCourse, version = CARTRIDGE_1_3) =>
  writeCartridge(await copyOf(source), version);

const lessonWith = (resources: SourceCourse['modules'][number]['lessons'][number]['resources']) => {
  const course = courseWith('');
  const video = { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };
  const lesson = { title: 'Moon', description: '', duration: 0, type: 'video' as const, content: '' };
  return {
    ...course,
    modules: [{ title: 'Ebb', description: '', lessons: [{ ...lesson, id: 'l1', video, resources }] }],
  };
};

describe('a cartridge', () => {
  it('is well-formed, complete and harmless for any course', async () => {
    await fc.assert(
      fc.asyncProperty(sourceCourses, versions, fc.boolean(), async (source, version, isOnline) => {
        examine(await writeCartridge(await copyOf(source, { isOnline }), version), version);
      }),
      { numRuns: 100 },
    );
  });

  it('has the same bytes for the same course', async () => {
    await fc.assert(
      fc.asyncProperty(sourceCourses, versions, async (source, version) => {
        expect(await write(source, version)).toEqual(await write(source, version));
      }),
      { numRuns: 20 },
    );
  });

  it('has its files in a folder of its own, so that those of two courses are not the same', async () => {
    const course = await copyOf(courseWith(''));
    const namesOf = (entries: readonly WrittenEntry[]) => entries.slice(1).map(({ name }) => name);
    const one = namesOf(await writeCartridge(course, CARTRIDGE_1_3));
    const other = namesOf(await writeCartridge({ ...course, digest: 'f'.repeat(64) }, CARTRIDGE_1_3));
    expect(one).toContain(FIRST);
    expect(one.filter((name) => other.includes(name))).toEqual([]);
  });

  it('says what it is', async () => {
    const source = { ...courseWith(''), instructor: 'Oduya, Mara', previewContent: 'Bring boots.' };
    const manifest = textOf(await write(source), MANIFEST);
    for (const part of [
      '<schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion>',
      '<lomm:title><lomm:string language="en">Tides &amp; waves</lomm:string></lomm:title>',
      '<lomm:language>en</lomm:language>',
      '<lomm:description><lomm:string language="en">About the sea.</lomm:string></lomm:description>',
      '<lomm:description><lomm:string language="en">Bring boots.</lomm:string></lomm:description>',
      'FN:Oduya\\, Mara\n',
    ])
      expect(manifest).toContain(part);
  });

  it.each([
    [CARTRIDGE_1_3, 'imsccv1p3', '1.3.0'],
    [CARTRIDGE_1_1, 'imsccv1p1', '1.1.0'],
  ])('has the namespaces of its version where Moodle looks for them', async (version, names, number) => {
    const manifest = textOf(await write(courseWith(''), version), MANIFEST);
    expect(manifest.slice(0, 500)).toContain(`xmlns="http://www.imsglobal.org/xsd/${names}/imscp_v1p1"`);
    expect(manifest).toContain(`xmlns:lomm="http://ltsc.ieee.org/xsd/${names}/LOM/manifest"`);
    expect(manifest).toContain(`<schemaversion>${number}</schemaversion>`);
  });

  it('describes modules and lessons, where its version can', async () => {
    const [module] = courseWith('').modules;
    const modules = module === undefined ? [] : [{ ...module, description: 'Twice & daily' }];
    const source = { ...courseWith(''), modules };
    const described =
      '<lomr:description><lomr:string language="en">Twice &amp; daily</lomr:string></lomr:description>';
    expect(textOf(await write(source), MANIFEST)).toContain(described);
    expect(textOf(await write(source, CARTRIDGE_1_1), MANIFEST)).not.toContain('lomr:description');
  });

  it('lists its lessons in the modules of the course, in their order', async () => {
    const { elements } = readEntry(await write(courseWith('')), MANIFEST);
    const [organization] = elements.filter(({ name }) => name === 'organization');
    expect(organization?.attributes.structure).toBe('rooted-hierarchy');
    const items = elements.filter(({ name }) => name === 'item').map(({ attributes }) => attributes);
    expect(items.map(({ identifierref }) => identifierref?.replace(/^c[0-9a-f]{16}-r-/, ''))).toEqual([
      ...[undefined, undefined],
      ...['lessons-01-01-html', 'lessons-01-02-html'],
    ]);
  });

  it('has pictures, videos, captions and documents as files, each once', async () => {
    const image = `<img src="${PNG_URI}" alt="The sea">`;
    const entries = await write(courseWith(image + image));
    const files = entries.filter(({ name }) => name.startsWith(`${FOLDER}files/`));
    expect(files.map(({ name }) => name.slice(FOLDER.length))).toEqual([
      'files/almanac-of-2026-bbbbbbbbbbbbbbbb.pdf',
      'files/english-cccccccccccccccc.vtt',
      'files/moon-aaaaaaaaaaaaaaaa.mp4',
      `files/${PNG_NAME}`,
    ]);
    expect(files.slice(0, 3).map(({ bytes }) => bytes)).toEqual([null, null, null]);
    const page = readEntry(entries, FIRST);
    expect(attributesOf(page, 'track')).toEqual([
      { kind: 'captions', label: 'English', src: '../files/english-cccccccccccccccc.vtt' },
    ]);
    expect(page.text).toContain('The sea & <script>.');
  });

  it('has links between lessons, and opens other sites in windows of their own', async () => {
    const entries = await write(
      courseWith('<a href="/courses/course-x/learn?lesson=l2">on</a><a href="https://example.org/">far</a>'),
    );
    const links = attributesOf(readEntry(entries, FIRST), 'a').filter(
      ({ href }) => !href?.startsWith('../files'),
    );
    expect(links.map(({ href, target }) => [href, target])).toEqual([
      ['01-02.html', undefined],
      ['https://example.org/', '_blank'],
    ]);
  });

  it('shows pictures of other sites', async () => {
    const page = readEntry(await write(courseWith('<img src="https://example.org/p.png" alt="Far">')), FIRST);
    expect(attributesOf(page, 'img')).toEqual([{ src: 'https://example.org/p.png', alt: 'Far' }]);
  });

  it('has the links of a lesson below it, and its video on another site', async () => {
    const tables = { title: 'Tide tables', type: 'link' as const, url: 'https://example.org/t?a=1&b=2' };
    const entries = await write(lessonWith([tables]));
    const links = entries.filter(({ name }) => name.startsWith(`${FOLDER}links/`));
    expect(links.map(({ name }) => name.slice(FOLDER.length))).toEqual([
      'links/01-01-1.xml',
      'links/01-01-2.xml',
    ]);
    const [video, table] = links.map(({ name }) => readEntry(entries, name));
    expect(video?.text.trim()).toBe('Moon: video');
    expect(table?.text.trim()).toBe('Tide tables');
    expect(table === undefined ? [] : attributesOf(table, 'url')).toEqual([
      { href: 'https://example.org/t?a=1&b=2', target: '_blank' },
    ]);
    const manifest = readEntry(entries, MANIFEST);
    expect(manifest.text).toMatch(/Ebb\s*Moon\s*Moon: video\s*Tide tables/);
    expect(valuesOf(readEntry(entries, FIRST), 'href')).toContain('https://example.org/t?a=1&b=2');
  });
});
