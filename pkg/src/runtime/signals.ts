// Adds one listener to an AbortSignal that several calls share, because Node.js warns when a signal has eleven
// listeners.

import { invalidValue, unreadableArgument } from "../errors/error.js";

/** The listener of a signal, and the controllers that it aborts. */
interface Followers {
  readonly controllers: Set<AbortController>;
  readonly onAbort: () => void;
}

const followersOf = new WeakMap<AbortSignal, Followers>();

/** Returns the signal of options; `undefined` when there is none. */
export function signalOf({
  signal,
}: {
  signal?: AbortSignal | null | undefined;
}): AbortSignal | undefined {
  if (!signal) return undefined;
  try {
    const canFollow = typeof signal.addEventListener === "function";
    const canStopFollowing = typeof signal.removeEventListener === "function";
    if (canFollow && canStopFollowing) return signal;
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
  const controller = new AbortController();
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
    const followers = followersOf.get(signal) ?? listen(signal);
    followers.controllers.add(controller);
  } catch (thrown) {
    throw unreadableArgument("signal", thrown);
  }
}

function listen(signal: AbortSignal): Followers {
  const controllers = new Set<AbortController>();
  const onAbort = (): void => {
    stopListening(signal);
    for (const controller of controllers) controller.abort(signal.reason);
    controllers.clear();
  };
  signal.addEventListener("abort", onAbort);
  const followers = { controllers, onAbort };
  followersOf.set(signal, followers);
  return followers;
}

function unfollow(signal: AbortSignal, controller: AbortController): void {
  const controllers = followersOf.get(signal)?.controllers;
  if (!controllers) return;
  const wasFollowing = controllers.delete(controller);
  if (!wasFollowing || controllers.size > 0) return;
  try {
    stopListening(signal);
  } catch (thrown) {
    throw unreadableArgument("signal", thrown);
  }
}

function stopListening(signal: AbortSignal): void {
  const { onAbort } = followersOf.get(signal)!;
  followersOf.delete(signal);
  signal.removeEventListener("abort", onAbort);
}
