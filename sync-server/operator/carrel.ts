import { readProcessConfig } from '../config.ts';
import { makeOwnFilesPrivate } from '../security/private-files.ts';
import { runCarrel } from './run-carrel.ts';

makeOwnFilesPrivate();
process.exitCode = await runCarrel(process.argv.slice(2), {
  cwd: process.cwd(),
  readConfig: readProcessConfig,
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
