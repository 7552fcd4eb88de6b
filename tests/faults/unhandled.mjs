// Counts rejections nobody handled, and errors nobody caught, while a driver runs.
export function rejections() {
  const seen = [];
  const note = (error) => seen.push(String(error?.stack ?? error));
  process.on("unhandledRejection", note).on("uncaughtException", note);
  return {
    stop() {
      process.off("unhandledRejection", note).off("uncaughtException", note);
      return seen;
    },
  };
}
