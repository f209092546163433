import { knownSentences } from '../../isolation/known-sentences.ts'

/** Reasons why a source file was not read, or only in part. `{}` represents a number. */
const fileProblems = [
  'it has Python 2 syntax on line {}',
  'it has a syntax error',
  'it has a syntax error on line {}',
  'it has a syntax error on line {}, in an unresolved merge conflict',
  'it has a syntax error on line {}, which looks like a template',
  'it has too many imports to list',
  'it is nested too deeply',
  'it is not a source file',
  'it is not text',
  'its encoding is unknown',
  'its functions share too many variables',
  'its language is not analyzed',
  'its variables change in too many ways',
]

/** Reports whether a child process may return this reason. `file-problems.test.ts` compares the list with the code. */
export const isFileProblem = knownSentences(fileProblems)
