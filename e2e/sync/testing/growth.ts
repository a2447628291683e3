/** Linear work takes up to ten times as long for ten times as much, work that grows with the square a hundred times. */
export const LINEAR_GROWTH = 20;

/**
 * How many times as long work takes for ten times as much of something. Counts the time of this process on the processor,
 * so it does not depend on how fast or busy the machine is.
 */
export async function growthOf(work: (size: number) => Promise<unknown>, size: number): Promise<number> {
  // The first time code is loaded and compiled.
  await work(size / 10);
  const timeOfLess = await processorTimeOf(() => work(size / 10));
  return (await processorTimeOf(() => work(size))) / timeOfLess;
}

async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
