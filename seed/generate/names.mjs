// Invented collection names. None of them is meant to be an existing collection.
const FIRST = [
  "Paper", "Hollow", "Copper", "Velvet", "Quiet", "Northern", "Lunar", "Salt", "Amber", "Drifting", "Feral", "Glass",
  "Midnight", "Painted", "Rusty", "Sunken", "Tidal", "Wandering", "Woven", "Ashen", "Borrowed", "Clockwork",
];
const SECOND = [
  "Foxes", "Lanterns", "Comets", "Moths", "Gardens", "Herons", "Orchids", "Robots", "Whales", "Postcards", "Masks",
  "Totems", "Sparrows", "Atlases", "Kites", "Beetles", "Harbors", "Idols", "Mirrors", "Pebbles", "Tigers", "Cassettes",
];
// A few names that a list must be able to show: accents, other scripts, an emoji, digits, an ampersand, a long one.
const SPECIAL = [
  ["Café Nocturne", "CAFÉ"], ["月の庭", "TSUKI"], ["Ночные птицы", "PTICA"], ["حديقة الضوء", "LIGHT"], ["Tiny Volcano 🌋", "TVOLC"],
  ["1001 Doors", "DOORS"], ["Salt & Ember", "SALTEM"],
  ["The Complete Illustrated Catalogue of Imaginary Lighthouses, Volume Two", "LIGHTHOUSES"], ["x", "X"],
];

/** Symbols are made the way people make them: initials and the strong letters of the name. */
function symbolOf(first, second) {
  const letters = second.toUpperCase();
  const strong = letters[0] + letters.slice(1).replace(/[AEIOU]/g, "");
  return (first[0].toUpperCase() + strong).slice(0, 5);
}

/** `count` different [name, symbol] pairs; the special ones are spread among them. */
export function collectionNames(random, count) {
  const all = FIRST.flatMap((first) => SECOND.map((second) => [`${first} ${second}`, symbolOf(first, second)]));
  const plain = random.shuffle(all).slice(0, count - SPECIAL.length);
  return random.shuffle([...plain, ...SPECIAL]);
}
