import { mayContainSource } from '../../may-contain-source.ts'
import type { SourceFileFacts } from '../../source-file.ts'
import { decodePython } from './decode-python.ts'
import { parsePython } from './parse-python.ts'
import { pythonImports } from './python-imports.ts'

/** Reads a Python 3 file. Throws ParseFailure. */
export function readPython(content: Buffer): Omit<SourceFileFacts, 'language'> {
  const text = decodePython(content)
  return { ...pythonImports(parsePython(text)), ...(mayContainSource(text) && { entry: true }) }
}
