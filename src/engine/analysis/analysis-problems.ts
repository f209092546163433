import { knownSentences } from '../isolation/known-sentences.ts'
import { languageProblems } from './frontends/file-problems.ts'
import { partialText } from './taint/propagation/partial-text.ts'

/** Why a source file has no result, or only a part of one. `{}` is a number. */
const fileProblems = [
  ...languageProblems,
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

/** Whether a child may give this reason for a source file. `problem-sentences.test.ts` compares list and code. */
export const isFileProblem = knownSentences(fileProblems)

/** Reasons of an incomplete taint analysis that concern files, in their order in a report. */
const leftOut = [
  'the project is too large: {} of {} files were not analyzed',
  'the stored representation of {} of {} files is unreadable',
]

/** Whether a child may give this text for an incomplete taint analysis: reasons about files, and one at the end. */
export const isPartialReason = knownSentences(
  [[], ...Object.values(partialText).map((last) => [last])]
    .flatMap((last) =>
      [[], leftOut.slice(0, 1), leftOut.slice(1), leftOut].map((first) => [...first, ...last].join('; ')),
    )
    .filter((reasons) => reasons !== ''),
)
