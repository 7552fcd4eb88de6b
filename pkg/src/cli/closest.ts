// Finds the known name that is closest to a misspelt name.

/**
 * The name with the fewest edits to `text`; `undefined` when every name needs more edits than a third of the letters.
 * One edit is always allowed. `names` are in lower case.
 */
export function closest(text: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, edits: countEdits(text.toLowerCase(), name) }));
  ranked.sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best && best.edits <= Math.max(1, text.length / 3) ? best.name : undefined;
}

/** The edits from one text to another (optimal string alignment): insert, delete, replace, or swap two neighbours. */
function countEdits(from: string, to: string): number {
  // `rows[i][j]` has the edits from the first `i` letters of `from` to the first `j` letters of `to`.
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity;
      const deleted = rows[i - 1]![j]! + 1;
      const inserted = row[j - 1]! + 1;
      row.push(Math.min(replaced, swapped, deleted, inserted));
    }
    rows.push(row);
  }
  return rows[from.length]![to.length]!;
}
