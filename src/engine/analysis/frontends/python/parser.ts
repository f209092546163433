import type { LanguageParser } from '../language-parser.ts'
import { decodePython } from './decode-python.ts'
import { lowerPythonText } from './lower-python.ts'
import { readPython } from './read-python.ts'

export const pythonParser: LanguageParser = {
  read: (content) => readPython(content),
  lower: (content) => lowerPythonText(decodePython(content)),
  lowerWhole: (content) => ({ unit: lowerPythonText(decodePython(content)) }),
}
