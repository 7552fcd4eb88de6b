// The invalid bodies that every check must reject, by name. Each is a function that makes the invalid body from a valid
// one.

/** The index of the record that is invalid, in the middle of a page. */
const INVALID_INDEX = 31;

/** Changes a field of one record of a page. */
const withField = (field, value) => (page) => ({
  ...page,
  etherealData: page.etherealData.map((record, i) =>
    i === INVALID_INDEX ? { ...record, [field]: value } : record,
  ),
});

export const INVALID_PAGES = {
  "page-without-id": withField("_id", undefined),
  "page-with-boolean-id": withField("_id", true),
  "page-with-object-status": withField("status", {}),
  "page-with-list-status": withField("status", ["active"]),
  "page-with-object-of-records": (page) => ({ ...page, etherealData: {} }),
};

/** These functions take and return the record of a transfer. */
export const INVALID_TRANSFERS = {
  "transfer-with-object-status": (record) => ({ ...record, status: {} }),
  "transfer-with-list-id": (record) => ({ ...record, _id: [] }),
};
