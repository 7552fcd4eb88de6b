// Reads the peak of a process's memory.
import { readFileSync } from "node:fs";

/**
 * Returns the maximum memory of this process since its start, in bytes. On Linux, `maxRSS` includes the memory of the
 * program that started this one.
 */
export function peakBytes() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
}
