// Reads the peak of a process's memory.
import { readFileSync } from "node:fs";

/**
 * Returns the maximum memory of this process since its start, in bytes. On Linux, `maxRSS` includes the memory of the
 * program that started this one.
 */
export function peakBytes() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  const status = readFileSync("/proc/self/status", "utf8");
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status);
  return Number(kilobytes) * 1024;
}
