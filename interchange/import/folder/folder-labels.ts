import * as v from 'valibot';
import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { folderOf, nameOf } from '../paths.ts';
import { titleOf } from '../text/titles.ts';
import { readYaml } from '../text/yaml.ts';
import type { FolderLabels } from './folder-outline.ts';

const LABEL_MAX_BYTES = 100_000;
const Category = v.object({
  label: v.optional(v.string(), ''),
  position: v.optional(v.nullable(v.number()), null),
});

/** Reads Docusaurus' names and places of folders, from their `_category_.json` or `_category_.yml`. */
export async function readFolderLabels(files: readonly TreeFile[]): Promise<FolderLabels> {
  const labels = new Map<string, { label: string | null; position: number | null }>();
  for (const file of files) {
    if (!/^_category_\.(?:json|ya?ml)$/.test(nameOf(file.path)) || file.sizeBytes > LABEL_MAX_BYTES) continue;
    const category = v.safeParse(Category, readYaml(await readText(file)));
    if (!category.success) continue;
    const { label, position } = category.output;
    labels.set(folderOf(file.path), { label: titleOf(label, '') || null, position });
  }
  return labels;
}
