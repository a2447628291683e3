// `npm run bench`: every figure as a ratio to a baseline measured in the same run; exits with 1 when a bound
// is exceeded.
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { bin, run } from './programs.mjs';
import { ensureChromium } from './test-programs.mjs';

await ensureDependencies();
const chromium = ensureChromium();
if (chromium) process.env.CARREL_CHROMIUM = chromium;
await ensureBuild();
process.exit(run(bin('tsx'), ['bench/run.ts', ...process.argv.slice(2)]) ? 0 : 1);
