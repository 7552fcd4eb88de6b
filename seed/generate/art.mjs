// Generated pictures, one function for each collection. Each takes a random source and the colours of a palette, and
// returns an SVG under 2 kB. A picture has 200 by 200 units.

/** Rounds a coordinate to one decimal, so that the bytes do not depend on the last bit of a sine. */
const r = (value) => String(Math.round(value * 10) / 10);
const TAU = Math.PI * 2;
/** A line without length, which a round line cap draws as a dot. */
const dot = (x, y) => `M${x} ${y}h0`;

const svg = (background, body, defs = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${defs && `<defs>${defs}</defs>`}<rect width="200" height="200" fill="${background}"/>${body}</svg>`;
const gradient = (id, from, to) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

export const PALETTES = {
  Dusk: ["#1b1d3a", "#3f3b6c", "#e07a5f", "#f2cc8f", "#f4f1de"],
  Moss: ["#0f2a1d", "#2d5a3d", "#7fb069", "#e6aa68", "#fff3d6"],
  Tide: ["#06283d", "#1363a2", "#47b5ff", "#dff6ff", "#ffd166"],
  Clay: ["#2b1a12", "#7f4f24", "#d68c45", "#f0c987", "#fbf3e4"],
  Bloom: ["#2a0f2e", "#6a2c70", "#b83b5e", "#f08a5d", "#f9ed69"],
  Frost: ["#10172a", "#334e68", "#829ab1", "#d9e2ec", "#9be7ff"],
};

/** A tree with one path for each level of branches, thinner towards the leaves. */
function tree(random, [night, wood, leaf, glow, moon]) {
  // The path of each level, and the ends of the last level.
  const levels = ["", "", "", "", ""];
  const leaves = [];
  const lean = random.real(-0.12, 0.12);
  const grow = (x, y, angle, length, level) => {
    if (level === levels.length) {
      leaves.push([x, y]);
      return;
    }
    const [toX, toY] = [x + Math.sin(angle) * length, y - Math.cos(angle) * length];
    levels[level] += `M${r(x)} ${r(y)}L${r(toX)} ${r(toY)}`;
    for (const side of [-1, 1])
      grow(
        toX,
        toY,
        angle + lean + side * random.real(0.25, 0.6),
        length * random.real(0.66, 0.82),
        level + 1,
      );
  };
  grow(100, 182, lean, 46, 0);
  const branches = levels
    .map((d, i) => `<path d="${d}" stroke-width="${r(6.5 / (i * 0.9 + 1))}"/>`)
    .join("");
  // Every second end has a leaf.
  const dots = leaves
    .filter((_, i) => i % 2)
    .map(([x, y]) => dot(Math.round(x), Math.round(y)))
    .join("");
  const sky = gradient("a", night, wood);
  return svg(
    "url(#a)",
    `<circle cx="${random.int(35, 165)}" cy="${random.int(30, 60)}" r="${random.int(12, 20)}" fill="${moon}"/>` +
      `<ellipse cx="100" cy="206" rx="150" ry="28" fill="${night}"/><g fill="none" stroke="${glow}" stroke-linecap="round">${branches}` +
      `<path d="${dots}" stroke="${leaf}" stroke-width="${random.int(6, 9)}"/></g>`,
    sky,
  );
}

/** Planets on tilted rings. */
function orbit(random, [space, ring, ...planets]) {
  const tilt = random.int(-35, 35);
  const count = random.int(4, 6);
  let body = "";
  for (let i = 0; i < count; i++) {
    const radius = 30 + i * (62 / count) + random.real(0, 6);
    const flatRadius = radius * 0.42;
    const angle = random.real(0, TAU);
    body +=
      `<ellipse rx="${r(radius)}" ry="${r(flatRadius)}" fill="none" stroke="${ring}" stroke-width="1.5"/>` +
      `<circle cx="${r(Math.cos(angle) * radius)}" cy="${r(Math.sin(angle) * flatRadius)}" r="${r(random.real(2.5, 7))}" fill="${random.pick(planets)}"/>`;
  }
  const stars = Array.from({ length: 26 }, () => dot(random.int(4, 196), random.int(4, 196)));
  const sun = `<radialGradient id="s"><stop stop-color="${planets[2]}"/><stop offset="1" stop-color="${planets[0]}"/></radialGradient>`;
  return svg(
    space,
    `<path d="${stars.join("")}" stroke="${planets[1]}" stroke-linecap="round" opacity=".6"/>` +
      `<g transform="translate(100 100)rotate(${tilt})"><circle r="${random.int(14, 19)}" fill="url(#s)"/>${body}</g>`,
    sun,
  );
}

/** Truchet tiles: quarter circles that join into loops. */
function tiles(random, [base, dark, mid, light]) {
  let arcs = "";
  for (let y = 0; y < 5; y++) {
    for (let x = 0; x < 5; x++) {
      const [left, top] = [x * 40, y * 40];
      // Two quarter circles join the middles of the sides of a tile, in one of two ways.
      arcs += random.chance(0.5)
        ? `M${left + 20} ${top}a20 20 0 0 1-20 20M${left + 40} ${top + 20}a20 20 0 0 0-20 20`
        : `M${left + 20} ${top}a20 20 0 0 0 20 20M${left} ${top + 20}a20 20 0 0 1 20 20`;
    }
  }
  // The same loops three times, each time thinner.
  const band = (color, width) => `<use href="#p" stroke="${color}" stroke-width="${width}"/>`;
  const ink = random.shuffle([mid, light]);
  return svg(
    base,
    `<g fill="none">${band(dark, 24)}${band(ink[0], 13)}${band(ink[1], 3)}</g>`,
    `<path id="p" d="${arcs}"/>`,
  );
}

/** Layered hills under a sun. */
function ridges(random, [near, far, sun, sky, pale]) {
  const layers = [];
  const shades = [far, near];
  for (let layer = 0; layer < 4; layer++) {
    const base = 92 + layer * 26;
    let d = `M0 200V${base}`;
    for (let x = 0; x <= 200; x += 25)
      d += `Q${x + 12} ${r(base + random.real(-24, 8))} ${x + 25} ${r(base + random.real(-7, 9))}`;
    layers.push(
      `<path d="${d}V200Z" fill="${shades[Math.floor(layer / 2)]}" opacity="${r(0.45 + layer * 0.18)}"/>`,
    );
  }
  const x = random.int(40, 160);
  const glow = `<circle cx="${x}" cy="${random.int(55, 80)}" r="${random.int(18, 30)}" fill="${sun}"/>`;
  // A bird is two curves.
  const birds = Array.from(
    { length: random.int(1, 4) },
    () => `M${random.int(20, 170)} ${random.int(20, 60)}q4-5 7 0q3-5 7 0`,
  ).join("");
  return svg(
    "url(#a)",
    `${glow}${layers.join("")}<path d="${birds}" fill="none" stroke="${near}" stroke-width="1.5"/>`,
    gradient("a", sky, pale),
  );
}

/** Rotated petals in rings. */
function rosette(random, [base, ...colors]) {
  const rings = random.int(3, 4);
  let body = "";
  for (let ring = 0; ring < rings; ring++) {
    const petals = random.pick([6, 8, 10]);
    const length = 84 - ring * 20;
    const width = random.real(0.22, 0.42) * length;
    const id = `p${ring}`;
    // One side of a petal from the centre to its tip, and the other side back.
    const petal = `M0 0C${r(width)} ${r(-length * 0.35)} ${r(width * 0.7)} ${-length} 0 ${-length}S${r(-width)} ${r(-length * 0.35)} 0 0`;
    body += `<path id="${id}" d="${petal}" fill="${colors[ring % 4]}" stroke="${base}" opacity=".92"/>`;
    for (let i = 1; i < petals; i++)
      body += `<use href="#${id}" transform="rotate(${r((360 / petals) * i)})"/>`;
  }
  return svg(
    base,
    `<g transform="translate(100 100)rotate(${random.int(0, 40)})">${body}<circle r="9" fill="${colors[3]}"/></g>`,
  );
}

/** Stacked signal traces. A near trace hides the ones behind it. */
function signal(random, [base, , line, second, accent]) {
  const peak = random.real(70, 130);
  let body = "";
  for (let row = 0; row < 10; row++) {
    const y = 52 + row * 12;
    let d = `M20 ${y}H32`;
    let last = y;
    for (let x = 40; x <= 168; x += 16) {
      // The trace is high near `peak`.
      const swell = Math.exp(-(((x - peak) / 32) ** 2));
      const next = y - random.real(0, 48) * swell - random.real(0, 2);
      // Quadratic curves through the midpoints do not overshoot, unlike smooth curves.
      d += `Q${x - 8} ${Math.round(last)} ${x} ${Math.round((last + next) / 2)}`;
      last = next;
    }
    // Row 0 has the accent, and rows 4 and 8 the second colour.
    const highlight = row === 0 ? accent : second;
    const stroke = row % 4 === 0 ? highlight : line;
    body += `<path d="${d}L180 ${y}" stroke="${stroke}"/>`;
  }
  return svg(base, `<g fill="${base}" stroke-width="1.6" stroke-linejoin="round">${body}</g>`);
}

/** A constellation: bright stars joined in one line over dust. */
function stars(random, [night, haze, warm, pale, bright]) {
  const count = random.int(6, 9);
  const points = Array.from({ length: count }, (_, i) => [
    24 + (i * 152) / (count - 1) + random.int(-9, 9),
    random.int(36, 164),
  ]);
  const dust = Array.from({ length: 60 }, () => dot(random.int(2, 198), random.int(2, 198)));
  const line = points.map(([x, y]) => `${r(x)} ${y}`).join("L");
  const suns = points
    .map(([x, y]) => {
      // A star with four points, which are `s` units from its middle.
      const s = random.int(4, 10);
      const outline = `M${r(x)} ${y - s}q1 ${s - 1} ${s} ${s}q${1 - s} 1 ${-s} ${s}q-1 ${1 - s} ${-s} ${-s}q${s - 1}-1 ${s} ${-s}`;
      return `<path d="${outline}" fill="${random.pick([warm, pale, bright])}"/>`;
    })
    .join("");
  return svg(
    "url(#a)",
    `<path d="${dust.join("")}" stroke="${pale}" stroke-linecap="round" opacity=".55"/>` +
      `<path d="M${line}" fill="none" stroke="${bright}" stroke-width=".8" stroke-dasharray="2 3"/>${suns}`,
    gradient("a", night, haze),
  );
}

export const ART = { tree, orbit, tiles, ridges, rosette, signal, stars };
