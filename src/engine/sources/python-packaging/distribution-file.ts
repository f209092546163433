import { normalProjectName } from './project-name.ts'
import { parsePythonVersion, type PythonVersion } from './version.ts'
import type { WheelTags } from './wheel-tags.ts'

/** Properties of a distribution file, parsed from its name. */
export type DistributionName =
  | {
      readonly kind: 'wheel'
      readonly version: PythonVersion
      readonly tags: WheelTags
      /**
       * Build number, or -1 if the file name contains none. Among otherwise equal wheels, the one with the highest
       * number is installed.
       */
      readonly build: number
    }
  | { readonly kind: 'sdist'; readonly version: PythonVersion; readonly format: 'tar.gz' | 'zip' | 'unreadable' }

const maxFileNameLength = 512
const wheelEnd = '.whl'

/** File extensions of source distributions: two in the current specification, and older ones. */
const sdistEndings: readonly (readonly [ending: string, format: 'tar.gz' | 'zip' | 'unreadable'])[] = [
  ['.tar.gz', 'tar.gz'],
  ['.tgz', 'tar.gz'],
  ['.zip', 'zip'],
  ['.tar.bz2', 'unreadable'],
  ['.tbz', 'unreadable'],
  ['.tar.xz', 'unreadable'],
  ['.txz', 'unreadable'],
  ['.tar.z', 'unreadable'],
  ['.tar', 'unreadable'],
]

/**
 * Parses the file name of a wheel (https://packaging.python.org/specifications/binary-distribution-format/) or a source
 * distribution. Returns undefined for other files, such as eggs, installers, and files from other projects.
 */
export function parseDistributionFileName(project: string, fileName: string): DistributionName | undefined {
  if (fileName.length > maxFileNameLength) return undefined
  const lowerCase = fileName.toLowerCase()
  if (lowerCase.endsWith(wheelEnd)) return parseWheelName(project, fileName.slice(0, -wheelEnd.length))
  const [ending, format] = sdistEndings.find(([ending]) => lowerCase.endsWith(ending)) ?? []
  if (ending === undefined || format === undefined) return undefined
  const version = sdistVersion(project, fileName.slice(0, -ending.length))
  return version === undefined ? undefined : { kind: 'sdist', version, format }
}

/** Parses `NAME-VERSION(-BUILD)?-PYTHONS-ABIS-PLATFORMS`. */
function parseWheelName(project: string, stem: string): DistributionName | undefined {
  const parts = stem.split('-')
  if (parts.length !== 5 && parts.length !== 6) return undefined
  if (normalProjectName(parts[0] ?? '') !== project) return undefined
  const build = parts.length === 5 ? '-1' : /^\d+/.exec(parts[2] ?? '')?.[0]
  if (build === undefined) return undefined
  const version = parsePythonVersion((parts[1] ?? '').replaceAll('_', '-')) ?? parsePythonVersion(parts[1] ?? '')
  const [pythons = [], abis = [], platforms = []] = parts.slice(-3).map((part) => part.toLowerCase().split('.'))
  return version === undefined
    ? undefined
    : { kind: 'wheel', version, tags: { pythons, abis, platforms }, build: Number(build) }
}

/**
 * Returns the version in a source distribution's file name. Old file names contain dashes in the project name, so the
 * version is what follows the prefix that equals the project name.
 */
function sdistVersion(project: string, stem: string): PythonVersion | undefined {
  const end = endOfName(project, stem)
  return end === undefined || stem[end] !== '-' ? undefined : parsePythonVersion(stem.slice(end + 1))
}

/**
 * Returns the length of the prefix that is the project name, or undefined if there is no such prefix. `project` is
 * normalized.
 */
function endOfName(project: string, text: string): number | undefined {
  let at = 0
  for (const character of project) {
    const start = at
    if (character === '-') while (/[-_.]/.test(text[at] ?? '')) at += 1
    else if (text[at]?.toLowerCase() === character) at += 1
    if (at === start) return undefined
  }
  return at
}

const metadataOfWheel = /^[^/]+\.dist-info\/METADATA$/

/** Path of the metadata in a source distribution, relative to its top folder. */
export const sourceMetadata = 'PKG-INFO'

/** Reports whether a path points to the wheel's own metadata. */
export const isMetadataOfWheel = (path: string): boolean => metadataOfWheel.test(path)
