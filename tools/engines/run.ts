import { writeFile } from 'node:fs/promises';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { listLacking } from './abilities.ts';
import type { Engine } from './engine.ts';
import { Firefox } from './firefox.ts';
import { journeySteps } from './learner-journey.ts';
import { WebKit } from './webkit.ts';

/*
 * The learner's offline scenario in the engines that Debian ships beside Chromium. `.ci/engine-needs.mjs`
 * lists the packages; with `gstreamer1.0-libav` WebKitGTK plays H.264 too.
 */
const engines: readonly (() => Promise<Engine>)[] = [() => Firefox.create(), () => WebKit.create()];

const print = (text: string) => void process.stdout.write(`${text}\n`);
const total = { passed: 0, failed: 0 };

async function runJourney(engine: Engine): Promise<void> {
  const server = await CarrelServer.start();
  try {
    const page = await engine.open();
    await page.goto(server.url);
    print(`\n${engine.name}\n  It lacks: ${(await listLacking(page)).join(', ') || 'nothing'}`);
    const journey = { engine, server, page };
    let isRunning = true;
    for (const { name, go } of journeySteps) {
      const problem: string | null = await (isRunning
        ? go(journey)
        : Promise.reject('It was never reached')
      ).then(
        () => null,
        (error: unknown) => String(error),
      );
      isRunning = problem === null;
      total[problem === null ? 'passed' : 'failed'] += 1;
      print(problem === null ? `  ✓ ${name}` : `  ✗ ${name}\n${problem}`);
    }
  } finally {
    await engine.dispose();
    await server.dispose();
  }
}

/** The second argument is a file for the counts. */
const [requested = '', countsFile] = process.argv.slice(2);
for (const create of engines) {
  const engine = await create();
  if (engine.name.toLowerCase().includes(requested.toLowerCase())) await runJourney(engine);
  else await engine.dispose();
}
print(`\n${total.passed} passed, ${total.failed} failed`);
if (countsFile !== undefined) await writeFile(countsFile, JSON.stringify(total));
process.exitCode = total.failed === 0 ? 0 : 1;
