// The permissions of an API key.

/**
 * Returns whether the key of a project has a permission. In an area, `true` grants every permission, and a list grants
 * those that it names. Without `permission`, returns whether the key has any permission in the area.
 * @param project result of {@link Client.project}
 * @param area name of an area in `auth`, such as `deliveries`
 * @param permission name of a permission, such as `read`; default: any permission
 * @returns whether the key has the permission; `false` for any value that is not a project
 * @example
 * const project = await client.project();
 * console.log(can(project, "deliveries", "read"), can(project, "deliveries", "write")); // true false
 */
export function can(
  project: { readonly auth?: Readonly<Record<string, unknown>> | undefined },
  area: string,
  permission?: string,
): boolean {
  try {
    const auth = (project as typeof project | null | undefined)?.auth;
    const granted = typeof area === "string" ? auth?.[area] : undefined;
    if (granted === true) return true;
    // Any value other than `true` and a list grants nothing (specification §2.3).
    if (!Array.isArray(granted)) return false;
    // `Object.values` skips holes: `filter` would read each hole of a sparse array, for minutes in Firefox and WebKit.
    const items: unknown[] = Object.values(granted);
    const names = items.filter((item) => typeof item === "string");
    return permission === undefined || permission === null
      ? names.length > 0
      : names.includes(permission);
  } catch {
    // The project has a property that throws.
    return false;
  }
}
