import type { FileTree } from '../archive/file-tree.ts';
import { ImportError } from './import-error.ts';

/** A format of another program that Carrel does not read, and what its users can do. */
interface OtherSystem {
  readonly name: string;
  readonly advice: string;
  /** Recognises by the structure. Reads nothing. */
  recognises(tree: FileTree): boolean;
}

const has =
  (...paths: readonly (string | RegExp)[]) =>
  (tree: FileTree): boolean =>
    paths.every((path) =>
      typeof path === 'string'
        ? tree.find(path) !== undefined
        : tree.files.some((file) => path.test(file.path)),
    );

const EXPORT_ADVICE = 'Export it as Word (.docx), Markdown or EPUB there, and choose that.';

const systems: readonly OtherSystem[] = [
  {
    name: 'PowerPoint presentation',
    advice: 'Save it as PDF and add that to a lesson.',
    recognises: has('ppt/presentation.xml'),
  },
  {
    name: 'Excel workbook',
    advice: 'Save it as PDF and add that to a lesson.',
    recognises: has('xl/workbook.xml'),
  },
  {
    name: 'OpenDocument file',
    advice: 'Save it as Word (.docx) and choose that.',
    recognises: has('content.xml', 'META-INF/manifest.xml', 'mimetype'),
  },
  {
    name: 'Pages, Keynote or Numbers document',
    advice: 'Export it as Word (.docx) or PDF.',
    recognises: has(/^Index(?:\.zip|\/Document\.iwa)$/),
  },
  {
    name: 'Scrivener project',
    advice: 'Compile it there as Word (.docx) or EPUB, and choose that.',
    recognises: has(/\.scrivx$/i),
  },
  { name: 'Ulysses library', advice: EXPORT_ADVICE, recognises: has(/\.ulysses\/|\.ulgroup$/i) },
  {
    name: 'Joplin export',
    advice: 'Export it there as “MD – Markdown”, and choose that folder.',
    recognises: (tree) => mostly(tree, /^(?:[^/]+\/)?[0-9a-f]{32}\.md$/i),
  },
  {
    name: 'Evernote export',
    advice: 'Export the notes as HTML there, and choose that folder.',
    recognises: (tree) => mostly(tree, /\.enex$/i),
  },
  {
    name: 'eXeLearning project',
    advice: 'Export it there as SCORM, Common Cartridge or a website, and choose that.',
    recognises: (tree) =>
      has(/^contentv\d\.xml$/)(tree) || has('content.xml', /^content\.(?:dtd|xsd)$|^base\.css$/)(tree),
  },
  {
    name: 'Xerte project',
    advice: 'Export it there as SCORM, and choose that.',
    recognises: has(/(?:^|\/)template\.xml$/, /(?:^|\/)(?:data\.xwd|preview\.xml|lo_data\.xml)$/),
  },
  {
    name: 'Adapt course',
    advice: 'Export it there as SCORM, and choose that.',
    recognises: has(/(?:^|\/)contentObjects\.json$/, /(?:^|\/)components\.json$/),
  },
  {
    name: 'Blackboard archive',
    advice: 'Export the course there as a Common Cartridge, and choose that.',
    recognises: has('.bb-package-info'),
  },
  {
    name: 'Articulate Storyline project',
    advice: 'Publish it there as SCORM, and choose that.',
    recognises: has('story/story.xml'),
  },
  {
    name: 'Anki deck',
    advice: 'Carrel has no flash cards yet.',
    recognises: has(/^collection\.anki2(?:1b?)?$/),
  },
  {
    name: 'Sakai archive',
    advice: 'Export the lessons there as a Common Cartridge, and choose that.',
    recognises: has(/(?:^|\/)content\.xml$/, /(?:^|\/)(?:site|archive|attachment)\.xml$/),
  },
  {
    name: 'ILIAS export',
    advice: 'Export the module there as HTML or SCORM, and choose that.',
    recognises: has(/(?:^|\/)\d+__\d+__\w+_\d+\.xml$/),
  },
  {
    name: 'export of Ghost or WordPress',
    advice: EXPORT_ADVICE,
    recognises: (tree) => mostly(tree, /(?:\.ghost\.[\d-]+\.json|\.wordpress\.[\d-]+\.xml)$/),
  },
  {
    name: 'Roam or Logseq database',
    advice: 'Export the pages as Markdown there, and choose that folder.',
    recognises: (tree) => mostly(tree, /\.(?:edn|transit)$/),
  },
  {
    name: 'Scratch project',
    advice: 'Put a link to it into a lesson.',
    recognises: (tree) => has('project.json')(tree) && mostly(tree, /^(?:project\.json|[0-9a-f]{32}\.\w+)$/),
  },
];

/** Whether more than half of the files have such paths. */
const mostly = ({ files }: FileTree, path: RegExp): boolean =>
  files.filter((file) => path.test(file.path)).length * 2 > files.length;

/** Throws ImportError with the name of a system whose files Carrel does not read, so that they are not read as a folder. */
export function refuseOtherSystem(tree: FileTree): void {
  const system = systems.find(({ recognises }) => recognises(tree));
  if (system !== undefined) throw new ImportError('otherSystem', system.name, system.advice);
}
