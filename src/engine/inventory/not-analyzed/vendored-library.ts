/** Folders that typically contain copies of libraries. */
const libraryFolder = /(?:^|\/)(?:vendors?|third[-_]?party|libs?|public|static|assets|js)\//i

const namedVersion = new RegExp(
  String.raw`^[\s*]*(?:@license\s+)?([A-Za-z@][\w@/.-]{0,60}(?: (?!v?\d)[\w.-]{1,30}){0,3}?)(?: JavaScript Library)?` +
    String.raw`[\s,-]+(?:v|version )?(\d+\.\d+(?:\.\d+)?(?:-[\w.]{1,30})?)`,
  'i',
)

/** Number of leading bytes to search for a banner. */
const bannerBytes = 512

/** Reports whether a path looks like a copied library. */
export const mayBeLibrary = (path: string): boolean =>
  /\.[cm]?js$/i.test(path) && (/[.-]min\.[cm]?js$/i.test(path) || libraryFolder.test(path))

/**
 * Returns the name and version in a script's banner, such as `jQuery v3.3.1`, or undefined if there is no banner. In
 * libraries, banners are comments that start with `!`, because minifiers keep such comments.
 */
export function libraryInBanner(content: Buffer): string | undefined {
  const start = content.toString('utf8', 0, bannerBytes)
  const comment = /^\s*(?:["']use strict["'];?\s*)?\/\*[!*]?([^]*)/.exec(start)?.[1]
  const [, name, version] = namedVersion.exec(comment ?? '') ?? []
  return name === undefined || version === undefined ? undefined : `${name} ${version}`
}
