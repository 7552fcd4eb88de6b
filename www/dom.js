// Functions that create elements. The package's custom elements use them too, so that the page and the elements
// handle untrusted text in the same way.
export * from "/pkg/elements/shared.js";
