// Amounts in whole units.

import { invalidText, matchText } from "../errors/text-argument.js";

/** Decimals of the native currency of most EVM chains. */
const DEFAULT_DECIMALS = 18;
/** ERC-20 has the decimals in a `uint8`. */
const MAX_DECIMALS = 255;
/** Sign, integer part, fraction, and an exponent that is not negative, as in `-7`, `007` or `1.5e+18`. */
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(\d{1,2}))?$/i;
/** An integer from 0 to 255 (0–199, 200–249 or 250–255), with any number of leading zeros. */
const DECIMALS = /^0*(1?\d?\d|2[0-4]\d|25[0-5])$/;

/**
 * Converts an amount from the smallest unit to whole units, without rounding. Default of `decimals`: 18.
 * @param value amount in the smallest unit, an integer: a string, which may be a JSON number such as `1.5e18`; a `bigint`;
 * or a number
 * @param decimals decimals of the unit, 0 to 255; default: 18
 * @returns the amount in decimal digits, without zeros at the end of the fraction
 * @throws {EtherealQueryError} `invalid_argument` for an amount that is not an integer, and for a number of decimals
 * other than 0 to 255
 * @example
 * console.log(formatUnits("1099756711100000000")); // 1.0997567111
 */
export function formatUnits(
  value: string | bigint | number,
  decimals: number = DEFAULT_DECIMALS,
): string {
  const text = integerText(value);
  const places = decimalPlaces(decimals);
  const digits = text.replace(/^-?0*/, "");
  // For 4 places, `15` becomes `00015`: the whole `0` and the fraction `0015`.
  const padded = digits.padStart(places + 1, "0");
  const whole = padded.slice(0, padded.length - places);
  const fraction = padded.slice(padded.length - places).replace(/0+$/, "");
  const sign = text.startsWith("-") && digits !== "" ? "-" : "";
  return sign + whole + (fraction && `.${fraction}`);
}

function integerText(value: unknown): string {
  const rule = "an integer in decimal digits, with an optional minus sign";
  // `matchText` refuses the number -5, and accepts the text "-5".
  const text = Number.isSafeInteger(value) ? String(value) : value;
  const match = matchText("value", text, NUMBER, rule);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const fractionDigits = fraction.replace(/0+$/, "");
  const shift = Number(exponent);
  if (fractionDigits.length > shift) throw invalidText("value", value, rule);
  return sign + whole + fractionDigits.padEnd(shift, "0");
}

function decimalPlaces(decimals: unknown): number {
  const rule = `an integer from 0 to ${MAX_DECIMALS}`;
  const [digits] = matchText("decimals", decimals, DECIMALS, rule);
  return Number(digits);
}
