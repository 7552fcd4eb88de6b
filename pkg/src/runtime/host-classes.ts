// The classes of the platform that a module creates.

/** Throws for a class that the host lacks. Without this check, the glue would break, or blame an argument. */
export function requireHostClasses(...names: string[]): void {
  const missing = names.find((name) => !(name in globalThis));
  if (missing !== undefined) throw new ReferenceError(`${missing} is not defined`);
}
