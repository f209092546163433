import type { ManifestFile } from './manifest-reader.ts'
import { ParsedTexts } from './parsed-texts.ts'
import { pathWithinProject } from './project-path.ts'
import { type WorkBudget, workOf } from './work-budget.ts'

/** In characters. Hand-written manifests are smaller than 100 KiB, so larger ones are not useful. */
const maxCharacters = 512 * 1024

/** Characters that are opened in the time of one step. */
const charactersOfStep = 16

/**
 * Parsed content of a related file of the project. Undefined if it does not exist, is too large, or cannot be read,
 * which is reported when that file itself is read.
 *
 * @param parse the same function for the same kind of text, so that its result is reused
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

/** Cache of the project, or of a single file. */
function parsedTextsOf(file: ManifestFile): ParsedTexts {
  if (file.parsed !== undefined) return file.parsed
  const known = ownTexts.get(file) ?? new ParsedTexts()
  ownTexts.set(file, known)
  return known
}

/**
 * Whether the project has a file at a path relative to another file's folder. Takes the same time for a file of any
 * size.
 */
export function holdsBeside(file: ManifestFile, relativePath: string): boolean {
  workOf(file).spend(1 + relativePath.length / charactersOfStep)
  return file.holds === undefined ? file.sibling(relativePath) !== undefined : file.holds(relativePath)
}
