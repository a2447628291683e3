import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes .br and .gz next to every text file of the finished build, including the worker. */
export function compressCopies(): Plugin {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  let folder = '';
  return {
    name: 'compress-copies',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        for (const name of await readdir(folder, { recursive: true })) {
          if (!/^[^.].*\.(html|js|css|svg|webmanifest)$/.test(name)) continue;
          const bytes = await readFile(join(folder, name));
          await writeFile(join(folder, `${name}.br`), await brotli(bytes));
          await writeFile(join(folder, `${name}.gz`), await gz(bytes, { level: 9 }));
        }
      },
    },
  };
}
