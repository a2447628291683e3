// `npm run test:engines [firefox|webkit]`: a learner's offline scenario in Firefox ESR and WebKitGTK; needs
// both from Debian.
import { ensureBuild } from './build.mjs';
import { describeMissing } from './engine-needs.mjs';
import { ensureDependencies } from './install.mjs';
import { bin, run, stop } from './programs.mjs';

const missing = describeMissing(process.argv[2]);
if (missing !== null) stop(missing);
await ensureDependencies();
await ensureBuild();
process.exit(run(bin('tsx'), ['tools/engines/run.ts', ...process.argv.slice(2)]) ? 0 : 1);
