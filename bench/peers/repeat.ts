const WARM_UPS = 5;
const RUNS = 45;

/** Times something several times, after runs that do not count. */
export async function repeat(time: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) times.push(await time());
  return times.slice(WARM_UPS);
}
