import { isolated } from "./isolation";
import { Precache } from "./precache";

declare const self: ServiceWorkerGlobalScope;

const { scope } = self.registration;
const precache = new Precache(scope, self.caches, (path) => void tell({ kind: "damaged", path }));

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(answer(event.data)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const response = respond(request, (work) => event.waitUntil(work));
  event.respondWith(response);
});

/**
 * The first version is active at once and fills its cache later, beside the page; a newer one fills its cache first
 * and waits until the pages of the older one are closed, whose files stay until then.
 */
async function install(): Promise<void> {
  await precache.begin().catch((error) => {
    if (self.registration.active) throw error;
  });
  if (self.registration.active) await precache.complete();
  else await self.skipWaiting();
}

async function activate(): Promise<void> {
  await precache.dropOlder();
  await self.clients.claim();
}

async function answer(message: unknown): Promise<void> {
  if (message === "complete") await completeAndTell();
  if (message === "use-now") {
    // Open pages belong to the older version as long as this one waits.
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (open.filter(({ url }) => url.startsWith(scope)).length <= 1) await self.skipWaiting();
    else await tell({ kind: "other-tabs" });
  }
}

async function completeAndTell(): Promise<void> {
  try {
    await precache.complete();
    await tell({ kind: "offline-ready" });
  } catch (error) {
    await tell({ kind: "offline-failed", detail: String(error) });
  }
}

async function respond(request: Request, afterwards: (work: Promise<unknown>) => void): Promise<Response> {
  const address = addressOf(request);
  const kept = await precache.match(address).catch(() => undefined); // a browser may refuse its storage at any time
  if (kept) return kept;
  try {
    const response = await fetch(request);
    const copy = response.clone();
    afterwards(precache.keep(address, copy).catch(() => undefined));
    return isolated(response);
  } catch {
    return isolated(new Response("This file is not kept, and there is no connection.", { status: 504 }));
  }
}

/** The address under which a file is kept: without query and fragment, a folder as its page. */
function addressOf(request: Request): string {
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  return address.href === scope ? new URL("index.html", scope).href : address.href;
}

async function tell(message: Record<string, string>): Promise<void> {
  for (const client of await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
    client.postMessage(message);
}
