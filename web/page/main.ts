import { isolate } from "./isolate";
import { LimpetChat } from "./limpet-chat";
import { keepOffline } from "./offline";
import { startWorkers } from "./start-workers";

customElements.define("limpet-chat", LimpetChat);

for (const chat of document.querySelectorAll<LimpetChat>("limpet-chat")) {
  chat.connect = startWorkers;
  if (!chat.isAtHome) {
    // Title, reload and service worker are for the page that holds the element to decide.
    void chat.start();
    continue;
  }
  // A reload for the sake of isolation comes before the start, so that nothing is loaded twice.
  void isolate(() => chat.isInUse).then(async (isReloading) => {
    if (isReloading) return;
    await chat.start();
    if (chat.siteTitle) document.title = chat.siteTitle;
    await keepOffline(chat);
  });
}
