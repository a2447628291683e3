import { test as base } from '../world/world.ts';
import { ReleaseLine } from './release-line.ts';

/** The world with a proxy that can deploy a new version of the app, and drop chunks of the old one. */
export const test = base.extend<{ line: ReleaseLine }>({
  line: async ({ server }, use) => {
    const line = await ReleaseLine.before(server.port);
    await use(line);
    await line.close();
  },
});
