// A page whose calls go through its own back end: a relative base URL, and a proxy that adds the API key.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError, assertRefused, errorOf, thrownBy, valueOf } from "./assertions.mjs";
import {
  API_KEY,
  CALLS,
  CALLS_WITH_KEY,
  HASH,
  PROJECT,
  TOKEN,
  createClient,
  start,
} from "./calls.mjs";
import { keysSentTo, onlyRequestOf, requestsOf, respondToCalls, respondWith } from "./service.mjs";

const PROXIED = { apiKey: undefined, proxied: true };

/** Runs `callback` with the `location` of a page at `href`. Only for Node.js: a page cannot replace its `location`. */
async function inPageAt(href, callback) {
  Object.defineProperty(globalThis, "location", { value: { href }, configurable: true });
  try {
    await callback();
  } finally {
    delete globalThis.location;
  }
}

/** The URL of the request for `/project`. */
async function projectUrl(baseUrl) {
  const fetch = respondToCalls();
  await valueOf(start(createClient(fetch, { baseUrl, ...PROXIED }), PROJECT));
  return onlyRequestOf(fetch).url;
}

const isInBrowser = globalThis.location !== undefined;
if (isInBrowser) {
  test("a relative base URL is resolved against the location of the page", async () => {
    assert.equal(await projectUrl("/api/eq"), `${location.origin}/api/eq/project`);
    assert.equal(await projectUrl("./api/"), `${location.origin}/api/project`);
  });
} else {
  test("a relative base URL is resolved against the location of the page or worker", async () => {
    await inPageAt("https://shop.example/app/item?id=1#top", async () => {
      for (const [baseUrl, url] of [
        ["/api/eq", "https://shop.example/api/eq/project"],
        ["/", "https://shop.example/project"],
        ["./eq/", "https://shop.example/app/eq/project"],
        ["../eq", "https://shop.example/eq/project"],
        ["https://api.example.com/v1", "https://api.example.com/v1/project"],
      ]) {
        assert.equal(await projectUrl(baseUrl), url);
      }
    });
  });

  test("a page without an HTTP URL cannot resolve a relative base URL", async () => {
    for (const href of ["file:///home/me/index.html", "about:blank"]) {
      await inPageAt(href, () => {
        assertRefused(
          thrownBy(() => createClient(respondToCalls(), { baseUrl: "/api" })),
          "baseUrl",
        );
      });
    }
  });

  test("an API key goes to a relative base URL only if the page is https:// or local", async () => {
    const create = () => createClient(respondToCalls(), { baseUrl: "/api" });
    await inPageAt("http://shop.example/", () => {
      const error = thrownBy(create);
      assertRefused(error, "baseUrl");
      assert.ok(error.message.includes("allowInsecure"), error.message);
    });
    for (const href of ["https://shop.example/", "http://localhost:3000/"])
      await inPageAt(href, create);
  });

  test("without a location, a client accepts a relative base URL, and refuses its calls", async () => {
    const fetch = respondToCalls();
    for (const options of [{}, PROXIED]) {
      const client = createClient(fetch, { baseUrl: "/api/eq", ...options });
      for (const call of CALLS) {
        const error = await errorOf(start(client, call));
        assertError(error, "invalid_argument");
        assert.equal(error.parameter, "baseUrl");
        assert.equal(error.endpoint, call.endpoint);
        assert.ok(error.message.startsWith('Invalid baseUrl: "/api/eq". '), error.message);
      }
      assert.equal((await errorOf(client.waitForTransfer(HASH))).parameter, "baseUrl");
      client.dispose();
    }
    assert.equal(fetch.calls.length, 0);
  });
}

test("a relative base URL that breaks a rule of base URLs is refused", () => {
  const create = (baseUrl) => () => createClient(respondToCalls(), { baseUrl, ...PROXIED });
  for (const baseUrl of [
    "//a.example/api",
    "api",
    "api/eq",
    "?x=1",
    "/api?x=1",
    "/api#x",
    "./api?x=1",
  ]) {
    const error = thrownBy(create(baseUrl));
    assertRefused(error, "baseUrl");
  }
});

test("a client behind a proxy neither needs nor sends an API key", async () => {
  const fetch = respondToCalls();
  const client = createClient(fetch, PROXIED);
  for (const call of CALLS_WITH_KEY) await valueOf(start(client, call));
  assert.deepEqual(
    keysSentTo(fetch),
    CALLS_WITH_KEY.map(() => null),
  );
  for (const request of requestsOf(fetch)) assert.deepEqual([...request.headers], []);
});

// The page has no API key to correct, so status 403 is not "unauthenticated" as for a client with a key.
test("behind a proxy, status 403 is forbidden and status 401 is unauthenticated", async () => {
  for (const call of CALLS_WITH_KEY) {
    for (const [status, kind, message] of [
      [403, "forbidden", "The service denied access (status 403)."],
      [401, "unauthenticated", "The service requires authentication (status 401)."],
    ]) {
      const error = await errorOf(start(createClient(respondWith(status, "{}"), PROXIED), call));
      assertError(error, kind);
      assert.equal(error.message, message);
      assert.equal(error.retryable, false);
    }
  }
});

test("cookies travel to a proxy of the same origin, and redirects are followed", async () => {
  for (const [options, credentials] of [
    [PROXIED, "same-origin"],
    [{}, "omit"],
  ]) {
    const fetch = respondToCalls();
    await valueOf(start(createClient(fetch, options), TOKEN));
    assert.equal(onlyRequestOf(fetch).credentials, credentials);
  }
  const fetch = respondToCalls();
  await valueOf(start(createClient(fetch, PROXIED), PROJECT));
  assert.equal(onlyRequestOf(fetch).redirect, "follow");
});

test("a proxy may be reached over plain HTTP, because no API key is sent", async () => {
  const fetch = respondToCalls();
  await valueOf(
    start(createClient(fetch, { baseUrl: "http://intranet.example/api", ...PROXIED }), PROJECT),
  );
  assert.equal(onlyRequestOf(fetch).url, "http://intranet.example/api/project");
});

test("an API key together with `proxied` is refused without being shown, and `proxied` must be a boolean", () => {
  for (const apiKey of [API_KEY, () => API_KEY]) {
    const error = thrownBy(() => createClient(respondToCalls(), { apiKey, proxied: true }));
    assertRefused(error, "apiKey");
    assert.equal(error.message.includes(API_KEY), false);
  }
  const error = thrownBy(() => createClient(respondToCalls(), { proxied: "yes" }));
  assertRefused(error, "proxied");
});

test("`proxied: false` changes nothing", async () => {
  const fetch = respondToCalls();
  await valueOf(start(createClient(fetch, { proxied: false }), PROJECT));
  assert.deepEqual(keysSentTo(fetch), [API_KEY]);
});
