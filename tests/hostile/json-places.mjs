// Places in a body that can hold any JSON value, and the same places in the result.
import { LIST, PROJECT, TOKEN, TRANSFER } from "./client.mjs";

const RECORD = '"_id":"1","status":"done"';

/** Each place: the body around a text, the number of levels around it, and the value in the result. */
export const PLACES = [
  { call: TOKEN, place: "the document", around: (text) => text, levels: 0, pick: (value) => value },
  { call: PROJECT, place: "a new field", around: (text) => `{"later":${text}}`, levels: 1, pick: ({ later }) => later },
  {
    call: PROJECT,
    place: "auth",
    around: (text) => `{"auth":{"area":${text}}}`,
    levels: 2,
    pick: ({ auth }) => auth.area,
  },
  {
    call: TRANSFER,
    place: "a new field",
    around: (text) => `{"bridgeData":{"bridgeData":[{${RECORD},"later":${text}}],"nextCursor":null}}`,
    levels: 4,
    pick: ({ later }) => later,
  },
  {
    call: TRANSFER,
    place: "a step",
    around: (text) => `{${RECORD},"route":[{"step":1,"later":${text}}]}`,
    levels: 3,
    pick: ({ route }) => route[0].later,
  },
  {
    call: LIST,
    place: "a new field",
    around: (text) => `{"etherealData":[{${RECORD},"later":${text}}]}`,
    levels: 3,
    pick: ({ items }) => items[0].later,
  },
  {
    call: LIST,
    place: "deposits",
    around: (text) => `[{${RECORD},"deposits":[${text}]}]`,
    levels: 3,
    pick: ({ items }) => items[0].deposits[0],
  },
];
