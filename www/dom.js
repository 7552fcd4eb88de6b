// Functions that create elements. They are those of the package's custom elements, so that the page and the elements
// handle untrusted text in the same way.
export * from "/pkg/elements/shared.js";
