import { setImmediate as turn } from 'node:timers/promises'
import type { WeakCall } from '../../analysis/taint/sinks/weak-call.ts'
import { codeFingerprints } from '../../model/fingerprint.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { sinkCodeOf } from '../dangerous-flows/sink-code.ts'
import { findingOf } from '../finding-text.ts'
import type { FoundFinding } from '../found-finding.ts'
import { weakCallRules } from './rules/catalogue.ts'

/** Yields one finding for each weak call. Throws if the signal aborts. */
export async function* weakCallFindings(
  calls: readonly WeakCall[],
  { files }: Pick<Snapshot, 'files'>,
  signal: AbortSignal,
): AsyncGenerator<FoundFinding> {
  const matches = calls.flatMap((call) =>
    weakCallRules.flatMap((rule) => [...rule.find(call)].map((match) => ({ rule, match, call }))),
  )
  const codes = matches.map(({ call }) => {
    const file = files.get(call.path)
    return file && sinkCodeOf(file)(call)
  })
  await turn()
  signal.throwIfAborted()
  const fingerprints = codeFingerprints(
    matches.map(({ rule }, index) => ({ ruleId: rule.id, code: codes[index]?.code ?? '' })),
  )
  for (const [index, { rule, match, call }] of matches.entries()) {
    const snippet = codes[index]?.snippet
    yield findingOf(rule, {
      ...match,
      location: {
        path: call.path,
        startLine: call.line,
        startColumn: call.column,
        ...(snippet !== undefined && snippet !== '' && { snippet }),
      },
      fingerprint: fingerprints[index] ?? '',
    })
  }
}
