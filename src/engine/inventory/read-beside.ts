import type { ManifestFile } from './manifest-reader.ts'
import { ParsedTexts } from './parsed-texts.ts'
import { pathWithinProject } from './project-path.ts'
import { type WorkBudget, workOf } from './work-budget.ts'

/**
 * Maximum length in characters. Hand-written manifests are smaller than 100 KiB, so larger files are not worth reading.
 */
const maxCharacters = 512 * 1024

/** Number of characters read per budget step. */
const charactersOfStep = 16

/**
 * Parses a related project file. Returns undefined if the file does not exist, is too large, or cannot be read. In the
 * last case, the problem is reported when that file itself is read.
 *
 * @param parse must be the same function for all files of one kind, because the result is cached by function
 */
export function readBeside<T>(
  file: ManifestFile,
  relativePath: string,
  parse: (text: string, work: WorkBudget) => T,
): T | undefined {
  const path = pathWithinProject(file.path, relativePath)
  if (path === undefined) return undefined
  const work = workOf(file)
  work.spend(1)
  const open = (): string | undefined => {
    const text = file.sibling(relativePath)
    work.spend((text?.length ?? 0) / charactersOfStep)
    return text === undefined || text.length > maxCharacters ? undefined : text
  }
  return parsedTextsOf(file).of(path, open, parse, work)
}

const ownTexts = new WeakMap<ManifestFile, ParsedTexts>()

/** Returns the project's cache, or creates one for a single file. */
function parsedTextsOf(file: ManifestFile): ParsedTexts {
  if (file.parsed !== undefined) return file.parsed
  const known = ownTexts.get(file) ?? new ParsedTexts()
  ownTexts.set(file, known)
  return known
}

/**
 * Reports whether the project has a file at a path relative to another file's folder. The time does not depend on the
 * file size.
 */
export function holdsBeside(file: ManifestFile, relativePath: string): boolean {
  workOf(file).spend(1 + relativePath.length / charactersOfStep)
  return file.holds === undefined ? file.sibling(relativePath) !== undefined : file.holds(relativePath)
}
