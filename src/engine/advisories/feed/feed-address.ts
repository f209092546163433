/**
 * Returns the URL of a file in a feed, such as `<base>/GitHub%20Actions/all.zip`. No name can lead outside the base.
 */
export function feedAddress(base: string, ...names: readonly string[]): URL {
  return new URL([base.replace(/(?<!\/)\/+$/, ''), ...names.map((name) => encodeURIComponent(name))].join('/'))
}
