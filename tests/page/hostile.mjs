// Metadata documents that try to run, to navigate, to leave, or to break the page: every payload in every field.

const payloads = [
  "<script>window.ran = 1</script>",
  "<img src=x onerror='window.ran = 1'>",
  "\"><svg onload='window.ran = 1'>",
  "<iframe srcdoc='<script>parent.ran = 1</script>'></iframe>",
  "</bdi></dd></dl></article><style>*{display:none}</style>",
  "javascript:window.ran=1",
  "data:text/html,<script>parent.ran=1</script>",
  "vbscript:msgbox(1)",
  "https://tracker.example/pixel.gif",
  "//tracker.example/pixel.gif",
  "http://tracker.example/pixel.gif",
  "https://user:password@tracker.example/a.svg#x",
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Cscript%3Eparent.ran=1%3C/script%3E%3Cimage href='https://tracker.example/a.png'/%3E%3C/svg%3E",
  "<svg xmlns='http://www.w3.org/2000/svg'><script>parent.ran=1</script><image href='https://tracker.example/a.png'/></svg>",
  "\u202eexe.gpj\u2066\u200b\ufeff",
  "W".repeat(100_000),
];

const fields = {
  name: (payload) => ({ name: payload }),
  description: (payload) => ({ description: payload }),
  image: (payload) => ({ image: payload }),
  image_data: (payload) => ({ image_data: payload }),
  links: (payload) => ({ external_url: payload, animation_url: payload }),
  attributes: (payload) => ({
    attributes: [
      { trait_type: payload, value: payload, max_value: payload },
      payload,
      null,
      { display_type: "date", value: 1e300 },
    ],
  }),
  properties: (payload) => ({ properties: { [payload]: { deep: [payload] } } }),
};

const odd = [
  "null",
  "[]",
  '"<script>window.ran = 1</script>"',
  "7",
  '{"__proto__":{"image":"https://tracker.example/p"},"attributes":{"constructor":1}}',
  '{"image":{"src":"https://tracker.example/p"},"name":["<b>"],"attributes":"x"}',
  `{"image":"data:image/png;base64,${"A".repeat(2 ** 20)}"}`,
];

export const hostileDocuments = [
  ...payloads.flatMap((payload, index) =>
    Object.entries(fields).map(([field, make]) => ({
      what: `payload ${index} in ${field}`,
      text: JSON.stringify(make(payload)),
    })),
  ),
  ...odd.map((text, index) => ({ what: `odd document ${index}`, text })),
];
