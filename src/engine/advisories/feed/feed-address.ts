/** The address of a part of a feed, such as `<base>/GitHub%20Actions/all.zip`. No name can lead out of the base. */
export function feedAddress(base: string, ...names: readonly string[]): URL {
  return new URL([base.replace(/(?<!\/)\/+$/, ''), ...names.map((name) => encodeURIComponent(name))].join('/'))
}
