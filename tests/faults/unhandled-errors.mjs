/** Collects unhandled rejections and uncaught errors until `stop`. */
export function collectUnhandledErrors() {
  const seen = [];
  const record = (error) => seen.push(String(error?.stack ?? error));
  process.on("unhandledRejection", record).on("uncaughtException", record);
  return {
    stop() {
      process.off("unhandledRejection", record).off("uncaughtException", record);
      return seen;
    },
  };
}
