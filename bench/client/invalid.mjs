// Functions that make an invalid body from a valid body, by the name of the invalid body. Every check must reject the
// invalid bodies.

/** The index of the record that is invalid, in the middle of a page of 50. */
const INVALID_INDEX = 31;

/** Returns a function that sets a field of one record of a page. */
const withField = (field, value) => (page) => ({
  ...page,
  etherealData: page.etherealData.map((record, i) =>
    i === INVALID_INDEX ? { ...record, [field]: value } : record,
  ),
});

/** These functions take and return the body of a page. */
export const INVALID_PAGES = {
  // The body is written with JSON.stringify, which leaves out an undefined field.
  "page-without-id": withField("_id", undefined),
  "page-with-boolean-id": withField("_id", true),
  "page-with-object-status": withField("status", {}),
  "page-with-list-status": withField("status", ["active"]),
  "page-with-object-of-records": (page) => ({ ...page, etherealData: {} }),
};

/** These functions take and return the only record in the body of a transfer. */
export const INVALID_TRANSFERS = {
  "transfer-with-object-status": (record) => ({ ...record, status: {} }),
  "transfer-with-list-id": (record) => ({ ...record, _id: [] }),
};
