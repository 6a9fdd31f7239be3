/** What `limpet build` writes into `site.json`, as far as the page reads it. */
export interface Site {
  title: string;
  base_path: string;
  language?: string;
  suggested?: string[];
}

/** The absolute address of a site's folder, with a slash at its end. */
export function siteAddress(relative: string): string {
  const address = new URL(relative, document.baseURI);
  address.hash = "";
  address.search = "";
  return new URL(".", address).href;
}

/**
 * Reads `site.json`.
 *
 * Throws an Error with a sentence for people when the file is missing or not a site's description.
 */
export async function loadSite(address: string): Promise<Site> {
  const response = await fetch(new URL("site.json", address)).catch(() => null);
  if (!response?.ok)
    throw new Error("The site's description (site.json) cannot be loaded. Check the connection and reload the page.");
  const site = await response.json().catch(() => null);
  if (!site || typeof site.title !== "string")
    throw new Error("The site's description (site.json) is damaged. Build the site again.");
  return { base_path: new URL(address).pathname, ...site };
}

/** A name of a store, cache or key that no other project on the same origin uses. */
export function siteKey(address: string, what: string): string {
  return `limpet:${new URL(address).pathname}:${what}`;
}
