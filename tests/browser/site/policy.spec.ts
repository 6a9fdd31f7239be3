import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, type Locator, type Page } from "@playwright/test";
import { ChatPage } from "../chat-page";
import { request } from "../core";
import { test } from "../demo";

test.describe.configure({ timeout: 150_000 });

const NETWORK = "limpet/policy/network.npz";
const WHEEL = /^limpet-.+\.whl\.gz$/;
const ENTRY_BYTES = 46;
const QUESTION = "What is the return period?";

type Change = (path: string, bytes: Buffer) => Buffer;

/** The site as its owner has built it with `--policy NAME`. */
function asking(policy: unknown): Change {
  return (path, bytes) =>
    path.endsWith("shop/site.json") ? Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString()), policy })) : bytes;
}

/** The same, with another network file in its wheel: `change` is given the wheel and where the list of it has the file. */
async function withNetwork(folder: string, change: (wheel: Buffer, entry: number) => void): Promise<Change> {
  const runtime = join(folder, "shop/runtime");
  const name = (await readdir(runtime)).find((file) => WHEEL.test(file)) as string;
  const wheel = gunzipSync(await readFile(join(runtime, name)));
  change(wheel, wheel.lastIndexOf(NETWORK) - ENTRY_BYTES);
  const made = gzipSync(wheel, { level: 1 });
  const sha256 = createHash("sha256").update(made).digest("hex");
  const listed = { path: name, bytes: made.length, sha256 };
  return (path, bytes) => {
    if (path.endsWith(name)) return made;
    if (!path.endsWith("runtime/runtime.json")) return asking("network")(path, bytes);
    const manifest = JSON.parse(bytes.toString()) as { files: { path: string }[] };
    const files = manifest.files.map((file) => (file.path === name ? listed : file));
    return Buffer.from(JSON.stringify({ ...manifest, files }));
  };
}

/** Asks; what "Why this answer?" says of who decided. */
async function decider(chat: ChatPage): Promise<Locator> {
  const entry = await chat.ask(QUESTION);
  await entry.locator("details.why > summary").click();
  return entry.locator("details.why > p").first();
}

/** What `inspect` says of who decides, and why it is not the network. */
async function policyOf(page: Page): Promise<unknown> {
  return (await request(page, { type: "inspect" }, "inspected")).policy;
}

test("rules decide unless the site's owner asks for the network, and the box under the answer says so", async ({
  page,
  demo,
}) => {
  const served = await demo.serve({ isIsolated: true, change: asking("network") });
  const chat = new ChatPage(page);
  await chat.open(`${served.url}shop/`);
  await expect(async () => {
    await expect(await decider(chat)).toHaveText("A trained network decided how to answer.", { timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  expect(await policyOf(page)).toMatchObject({ name: "network", refused: null });
  await served.close();

  const plain = await demo.serve({ isIsolated: true });
  await chat.open(`${plain.url}shop/`);
  await expect(await decider(chat)).toHaveText("Fixed rules decided how to answer.");
  expect(await policyOf(page)).toMatchObject({ refused: null });
  await plain.close();
});

for (const [what, code, change] of [
  [
    "is missing",
    "policy-missing",
    (wheel: Buffer, entry: number) => wheel.write("x", entry + ENTRY_BYTES + NETWORK.length - 1),
  ],
  [
    "is cut short",
    "policy-damaged",
    (wheel: Buffer, entry: number) => wheel.writeUInt32LE(wheel.readUInt32LE(entry + 24) >> 1, entry + 24),
  ],
] as const) {
  test(`a network that was asked for and ${what} leaves the answer to the rules`, async ({ page, demo }) => {
    const served = await demo.serve({ isIsolated: true, change: await withNetwork(demo.folder, change) });
    const chat = new ChatPage(page);
    await chat.open(`${served.url}shop/`);
    await expect(await decider(chat)).toHaveText("Fixed rules decided how to answer.");
    await expect(chat.entries.first()).toContainText(/days/);
    expect(await policyOf(page)).toMatchObject({ name: "heuristic", refused: { code } });
    await expect(page.locator(".failure")).toHaveCount(0);
    await served.close();
  });
}

test("a policy that there is not is an error that names those that there are", async ({ page, demo }) => {
  const served = await demo.serve({ isIsolated: true, change: asking("dice") });
  await new ChatPage(page).open(`${served.url}shop/`);
  await expect(page.locator(".failure")).toContainText("rules, network", { timeout: 60_000 });
  await expect(page.locator(".failure .code")).toHaveText("bad-policy");
  await served.close();
});
