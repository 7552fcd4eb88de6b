// Measures how the processor time of a call grows with the number of earlier calls, and draws the result.
// `docs/pictures/growth.json` keeps the measured times.
import { median } from "../../../scripts/statistics.mjs";
import { line, picture, polyline, text } from "../../../scripts/svg.mjs";

const [WIDTH, HEIGHT] = [560, 240];
/** The space around the lines: on the right for the names, elsewhere for the title and the labels of the axes. */
const [LEFT, TOP, RIGHT, BOTTOM] = [44, 36, 190, 36];
/** The largest time on the axis is a multiple of this time, in µs. */
const TIME_STEP = 50;
/** Number of measured calls. */
const CALLS = 100_000;
/** Number of calls in a block. The picture has one time for each block. */
const BLOCK = 5_000;
/** Number of parts of a block. The median of the parts leaves out a rare garbage collection. */
const PARTS = 5;
const BODY = JSON.stringify({
  requestOwner: "me",
  auth: { deliveries: ["read"] },
  balanceWei: "1",
  balance: "0",
});

/** Measures calls with a `fetch` that responds at once. Returns the processor time of a call in each block, in µs. */
export async function measureGrowth({ Client }) {
  const fetch = async () => new Response(BODY, { headers: { "content-type": "application/json" } });
  const create = () => new Client({ baseUrl: "https://service.invalid", apiKey: "key", fetch });
  const shared = create();
  const oneClient = await measureBlocks(() => shared.project());
  const clientEach = await measureBlocks(async () => {
    const client = create();
    await client.project();
    client.dispose();
  });
  return { block: BLOCK, oneClient, clientEach };
}

async function measureBlocks(call) {
  const times = [];
  for (let done = 0; done < CALLS; done += BLOCK) {
    const parts = [];
    while (parts.length < PARTS) parts.push(await measurePart(call, BLOCK / PARTS));
    times.push(Math.round(median(parts)));
  }
  return times;
}

async function measurePart(call, calls) {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

export function growthPicture({ block, oneClient, clientEach }) {
  const last = oneClient.length - 1;
  const maxTime = TIME_STEP * Math.ceil(Math.max(...oneClient, ...clientEach) / TIME_STEP);
  const x = (index) => LEFT + ((WIDTH - LEFT - RIGHT) * index) / last;
  const y = (time) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * time) / maxTime;
  const points = (times) => times.map((time, index) => [x(index), y(time)]);
  /** The number of calls after a block. */
  const calls = (index) => ((index + 1) * block).toLocaleString("en");
  // The lines end close to each other, so one name is above the end of its line, and the other is below.
  const series = [
    { name: "a client for each call", times: clientEach, style: "line", nameOffset: -6 },
    { name: "one client", times: oneClient, style: "line second", nameOffset: 18 },
  ];
  const parts = [
    ...[0, maxTime / 2, maxTime].flatMap((time) => [
      line(LEFT, y(time), x(last), y(time), "grid"),
      text(LEFT - 8, y(time) + 5, Math.round(time), "note end"),
    ]),
    ...[0, Math.floor(last / 2), last].map((index) =>
      text(x(index), HEIGHT - 12, calls(index), "note middle"),
    ),
    ...series.flatMap(({ name, times, style, nameOffset }) => [
      polyline(points(times), style),
      text(x(last) + 10, y(times[last]) + nameOffset, `${name}: ${times[last]}`),
    ]),
  ];
  const label = series
    .map(
      ({ name, times }) =>
        `${name}: ${times[0]} µs at first, ${times[last]} after ${calls(last)} calls`,
    )
    .join("; ");
  return picture(
    {
      width: WIDTH,
      height: HEIGHT,
      title: "Processor time of a call in µs, by the number of earlier calls",
      label,
    },
    parts,
  );
}
