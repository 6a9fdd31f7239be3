import type { Notices } from "./notices";
import { texts } from "./texts";

interface Chat extends HTMLElement {
  notices: Notices;
  /** Resolves when everything that the start loads has come, or has failed. */
  settled: Promise<void>;
}

type Told =
  | { kind: "offline-ready" }
  | { kind: "offline-failed" | "damaged"; detail?: string; path?: string }
  | { kind: "other-tabs" };

/** Has the service worker keep the site's files once the start is over, and tells of a new version. */
export async function keepOffline(chat: Chat): Promise<void> {
  if (!navigator.serviceWorker || !globalThis.isSecureContext) return;
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<Told>) => hear(chat, event.data));
  await chat.settled;
  try {
    const registration = await navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" });
    watchUpdates(chat, registration);
    (await navigator.serviceWorker.ready).active?.postMessage("complete");
  } catch {
    // A site without its service worker still works; it is only not kept for offline use.
  }
}

function hear(chat: Chat, told: Told): void {
  if (told.kind === "offline-ready" || told.kind === "offline-failed") chat.dataset.offline = told.kind;
  if (told.kind === "damaged") chat.notices.add("damaged-file", texts.damaged(told.path ?? ""));
  if (told.kind === "other-tabs") chat.notices.add("new-version", texts.otherTabs);
}

function watchUpdates(chat: Chat, registration: ServiceWorkerRegistration): void {
  const offer = (): void => {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    chat.notices.add("new-version", texts.newVersion, { label: texts.useNow, run: () => useNow(registration) });
  };
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
}

function useNow(registration: ServiceWorkerRegistration): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting?.postMessage("use-now");
}
