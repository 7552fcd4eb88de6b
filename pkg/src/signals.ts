// Adds one listener to an AbortSignal that several calls share, because Node.js warns when a signal has eleven.

import { invalidValue, unreadableArgument } from "./error.js";
import { callHost } from "./host.js";

const followers = new WeakMap<AbortSignal, Set<AbortController>>();

/** Returns the signal of options; `undefined` when there is none. */
export function signalOf({ signal }: { signal?: AbortSignal | null | undefined }): AbortSignal | undefined {
  if (!signal) return undefined;
  try {
    if (typeof signal.addEventListener === "function") return signal;
  } catch (thrown) {
    throw unreadableArgument("signal", thrown);
  }
  throw invalidValue("signal", signal, "an AbortSignal");
}

/**
 * Returns a signal that aborts when one of `signals` aborts, until `release` is called; `undefined` without signals.
 */
export function followAll(
  signals: (AbortSignal | undefined)[],
): { signal: AbortSignal; release: () => void } | undefined {
  const present = signals.filter((signal) => signal !== undefined);
  if (present.length === 0) return undefined;
  const controller = callHost(() => new AbortController());
  for (const signal of present) follow(signal, controller);
  const release = (): void => present.forEach((signal) => unfollow(signal, controller));
  return { signal: controller.signal, release };
}

function follow(signal: AbortSignal, controller: AbortController): void {
  try {
    if (signal.aborted) {
      controller.abort(signal.reason);
      return;
    }
    let controllers = followers.get(signal);
    if (!controllers) {
      followers.set(signal, (controllers = new Set()));
      signal.addEventListener("abort", abortFollowers);
    }
    controllers.add(controller);
  } catch (thrown) {
    throw unreadableArgument("signal", thrown);
  }
}

function unfollow(signal: AbortSignal, controller: AbortController): void {
  const controllers = followers.get(signal);
  if (!controllers?.delete(controller) || controllers.size > 0) return;
  followers.delete(signal);
  signal.removeEventListener("abort", abortFollowers);
}

function abortFollowers(this: AbortSignal): void {
  const controllers = followers.get(this) ?? [];
  // A signal aborts only once.
  followers.delete(this);
  this.removeEventListener("abort", abortFollowers);
  for (const controller of controllers) controller.abort(this.reason);
}
