/**
 * Returns the URL of a file in a feed, such as `<base>/GitHub%20Actions/all.zip`. Encodes each name, so a slash in a
 * name cannot change the path.
 */
export function feedAddress(base: string, ...names: readonly string[]): URL {
  return new URL([base.replace(/(?<!\/)\/+$/, ''), ...names.map((name) => encodeURIComponent(name))].join('/'))
}
