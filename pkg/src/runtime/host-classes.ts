// Checks that the host has the classes of the platform that a module uses.

/** Throws for a class that the host lacks. Without this check, the glue would fail, or report an invalid argument. */
export function requireHostClasses(...names: string[]): void {
  const missing = names.find((name) => !(name in globalThis));
  if (missing !== undefined) throw new ReferenceError(`${missing} is not defined`);
}
