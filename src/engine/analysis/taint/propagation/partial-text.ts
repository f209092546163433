import { knownSentences } from '../../../isolation/known-sentences.ts'
import type { FlowReport } from '../../flow.ts'

/** Reasons for an incomplete taint analysis. */
export const partialText = {
  references: 'the project is too large for a complete points-to analysis; some calls were not followed',
  states: 'the project has more data flows than the taint analysis can follow; some were not analyzed',
  time: 'the taint analysis reached its time limit; some data flows were not analyzed',
  flows:
    'the project has more dangerous flows than a report can contain; the last ones, sorted by file, are not listed',
  definitions: 'the tool text in the project is too long; the text of some tools was not analyzed',
} as const

/** Reasons about skipped files, in report order. */
const leftOut = [
  'the project is too large: {} of {} files were not analyzed',
  'the stored representation of {} of {} files is unreadable',
]

/**
 * Reports whether a string is a known reason for an incomplete taint analysis, so a child process may report it. It
 * consists of reasons about files, then at most one other reason.
 */
export const isPartialReason = knownSentences(
  [[], ...Object.values(partialText).map((last) => [last])]
    .flatMap((last) =>
      [[], leftOut.slice(0, 1), leftOut.slice(1), leftOut].map((first) => [...first, ...last].join('; ')),
    )
    .filter((reasons) => reasons !== ''),
)

/** Returns the report's `exceeded` field: the number of values and checks that exceeded a limit. */
export const exceededBounds = (values: number, checks: number): Pick<FlowReport, 'exceeded'> =>
  values + checks === 0 ? {} : { exceeded: { values, checks } }
