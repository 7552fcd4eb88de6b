/** Collects unhandled rejections and uncaught errors until `stop`. */
export function collectUnhandledErrors() {
  const errors = [];
  const record = (error) => errors.push(String(error?.stack ?? error));
  process.on("unhandledRejection", record).on("uncaughtException", record);
  return {
    stop() {
      process.off("unhandledRejection", record).off("uncaughtException", record);
      return errors;
    },
  };
}
