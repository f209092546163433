import type { ManifestFile } from './manifest-reader.ts'
import { ParsedTexts } from './parsed-texts.ts'
import { pathWithinProject } from './project-path.ts'
import { type WorkBudget, workOf } from './work-budget.ts'

/** In characters. Manifests that people write are under 100 KiB, so larger ones are not worth it. */
const maxCharacters = 512 * 1024

/** Characters that are opened in the time of one step. */
const charactersOfStep = 16

/**
 * What another file of the project says, where that only helps to understand this one: undefined when there is
 * none, it is too large, or it cannot be read, which is told where that file is read for itself.
 *
 * @param parse the same function for the same kind of text: what it made of a file is used again
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

/** Those of the project, or those of a file that is read alone. */
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
