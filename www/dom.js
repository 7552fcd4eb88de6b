// The parts the page is made of are those of the package's elements: one way to make nodes, one way to show text of
// strangers.
export * from "/pkg/elements.js";
