import type { ManifestFile } from './manifest-reader.ts'
import { ParsedTexts } from './parsed-texts.ts'
import { pathWithinProject } from './project-path.ts'

/** In characters. Manifests that people write are under 100 KiB, so larger ones are not worth it. */
const maxCharacters = 512 * 1024

/**
 * What another file of the project says, where that only helps to understand this one: undefined when there is
 * none, it is too large, or it cannot be read, which is told where that file is read for itself.
 *
 * @param parse the same function for the same kind of text: what it made of a file is used again
 */
export function readBeside<T>(file: ManifestFile, relativePath: string, parse: (text: string) => T): T | undefined {
  const path = pathWithinProject(file.path, relativePath)
  if (path === undefined) return undefined
  const open = (): string | undefined => {
    const text = file.sibling(relativePath)
    return text === undefined || text.length > maxCharacters ? undefined : text
  }
  return (file.parsed ?? new ParsedTexts()).of(path, open, parse)
}
