import type { ManifestFile } from './manifest-reader.ts'

/**
 * In characters. Manifests that people write are under 100 KiB; the same file beside 2,000 others is read
 * 2,000 times, so larger ones are not worth it.
 */
const maxCharacters = 512 * 1024

/**
 * What another file of the project says, where that only helps to understand this one: undefined when there is
 * none, it is too large, or it cannot be read, which is told where that file is read for itself.
 */
export function readBeside<T>(file: ManifestFile, relativePath: string, parse: (text: string) => T): T | undefined {
  const text = file.sibling(relativePath)
  if (text === undefined || text.length > maxCharacters) return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
