// The invalid bodies that every check must reject, by name. Each is a function that makes the invalid body from a valid
// one.

/** Changes a field of one record in the middle of a page. */
const withField = (field, value) => (page) => ({
  ...page,
  etherealData: page.etherealData.map((record, i) =>
    i === 31 ? { ...record, [field]: value } : record,
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
