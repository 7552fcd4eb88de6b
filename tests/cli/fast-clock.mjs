// Loaded with `node --import` before the program: makes `Date.now()` run five times as fast. Timers keep their speed.
const { now } = Date;
const startMs = now();
Date.now = () => startMs + 5 * (now() - startMs);
