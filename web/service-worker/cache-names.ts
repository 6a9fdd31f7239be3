/** Digest of `precache.json`; `limpet build` puts it in place of the mark, so that a changed site is a changed worker. */
const VERSION = "__LIMPET_PRECACHE__";

/** Start of the names of all caches of one base path; projects that share an origin keep apart. */
export function cachePrefix(scope: string): string {
  return `limpet:${new URL(scope).pathname}:files:`;
}

/** Cache of the files of this version of the site. */
export function cacheName(scope: string): string {
  return `${cachePrefix(scope)}${VERSION}`;
}
