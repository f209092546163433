/** Folders in which projects keep copies of libraries. */
const libraryFolder = /(?:^|\/)(?:vendors?|third[-_]?party|libs?|public|static|assets|js)\//i

const namedVersion = new RegExp(
  String.raw`^[\s*]*(?:@license\s+)?([A-Za-z@][\w@/.-]{0,60}(?: (?!v?\d)[\w.-]{1,30}){0,3}?)(?: JavaScript Library)?` +
    String.raw`[\s,-]+(?:v|version )?(\d+\.\d+(?:\.\d+)?(?:-[\w.]{1,30})?)`,
  'i',
)

/** Bytes that may contain the banner. */
const bannerBytes = 512

/** Whether a file may be a copy of a library, by its path. */
export const mayBeLibrary = (path: string): boolean =>
  /\.[cm]?js$/i.test(path) && (/[.-]min\.[cm]?js$/i.test(path) || libraryFolder.test(path))

/**
 * Name and version in the banner of a script, such as `jQuery v3.3.1`. Undefined without a banner. Minifiers keep the
 * comments that start with an exclamation mark, and libraries state their versions there.
 */
export function libraryInBanner(content: Buffer): string | undefined {
  const start = content.toString('utf8', 0, bannerBytes)
  const comment = /^\s*(?:["']use strict["'];?\s*)?\/\*[!*]?([^]*)/.exec(start)?.[1]
  const [, name, version] = namedVersion.exec(comment ?? '') ?? []
  return name === undefined || version === undefined ? undefined : `${name} ${version}`
}
