// The three forms of a date in HTTP (RFC 9110, section 5.6.7).

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (n) => String(n).padStart(2, "0");
const time = (date) => [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(":");

export const DATE_FORMS = {
  imf: (date) => date.toUTCString(),
  rfc850: (date) => `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())}-${MONTHS[date.getUTCMonth()]}-${
    two(date.getUTCFullYear() % 100)} ${time(date)} GMT`,
  asctime: (date) => `${DAYS[date.getUTCDay()].slice(0, 3)} ${MONTHS[date.getUTCMonth()]} ${
    String(date.getUTCDate()).padStart(2, " ")} ${time(date)} ${date.getUTCFullYear()}`,
};
