import { CarrelServer } from '../world/carrel-server.ts';
import { listLacking } from './abilities.ts';
import type { Engine } from './engine.ts';
import { Firefox } from './firefox.ts';
import { legs } from './learners-trip.ts';
import { WebKit } from './webkit.ts';

/*
 * The learner's offline scenario in the engines that Debian ships beside Chromium. `.ci/engine-needs.mjs`
 * lists the packages; with `gstreamer1.0-libav` WebKitGTK plays H.264 too.
 */
const engines: readonly (() => Promise<Engine>)[] = [() => Firefox.create(), () => WebKit.create()];

const say = (text: string) => void process.stdout.write(`${text}\n`);
const total = { passed: 0, failed: 0 };

async function travel(engine: Engine): Promise<void> {
  const server = await CarrelServer.start();
  try {
    const page = await engine.open();
    await page.goto(server.url);
    say(`\n${engine.name}\n  It lacks: ${(await listLacking(page)).join(', ') || 'nothing'}`);
    const trip = { engine, server, page };
    let isOnTheWay = true;
    for (const { name, go } of legs) {
      const problem: string | null = await (isOnTheWay
        ? go(trip)
        : Promise.reject('It was never reached')
      ).then(
        () => null,
        (error: unknown) => String(error),
      );
      isOnTheWay = problem === null;
      total[problem === null ? 'passed' : 'failed'] += 1;
      say(problem === null ? `  ✓ ${name}` : `  ✗ ${name}\n${problem}`);
    }
  } finally {
    await engine.dispose();
    await server.dispose();
  }
}

const asked = process.argv[2]?.toLowerCase() ?? '';
for (const create of engines) {
  const engine = await create();
  if (engine.name.toLowerCase().includes(asked)) await travel(engine);
  else await engine.dispose();
}
say(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
