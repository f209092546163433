import { setImmediate as turn } from 'node:timers/promises'
import { secretLimits } from './secret-limits.ts'
import type { RuleDocument } from '../../model/rule.ts'
import type { Detector } from '../detector.ts'
import { type Candidate, CredentialSearch } from './credential-search.ts'
import type { Credential } from './credential.ts'
import { credentials } from './credentials/catalogue.ts'
import { searchParts } from './search-parts.ts'
import { isAside, mayHoldGenericSecrets, mayHoldSecrets, searchableText } from './secret-file.ts'
import { othersFinding, type SecretFile, secretFinding } from './secret-finding.ts'
import { secretRule } from './secret-rule.ts'
import { type TextPlace, TextPlaces } from './text-places.ts'

/** Candidates on either side of one that its snippet may show: a shorter secret than 8 bytes is hardly one. */
const neighbours = 20

/**
 * Secrets of one rule that are counted of one file, beside those that are told: to judge each of a hundred thousand is
 * most of what it costs to find them.
 */
const countedOfRule = 1_000

const search = new CredentialSearch(credentials)
const ruleOf = new Map(credentials.map((credential) => [credential.id, secretRule(credential)]))

/** Reports credentials that stand in files of the project, whatever their language. */
export const leakedSecrets: Detector = {
  id: 'leaked-secrets',
  readsAnyText: true,
  rules: [...ruleOf.values()],
  reads: mayHoldSecrets,
  async *detect({ snapshot, signal }) {
    let bytes = 0
    for (const entry of snapshot.files.values()) {
      if (!mayHoldSecrets(entry.path)) continue
      const { text, binary } = searchableText(entry.content)
      const file: SecretFile = {
        path: entry.path,
        text,
        places: new TextPlaces(text),
        aside: isAside(entry.path, text),
        occurrences: new Map(),
      }
      const told = new Map<RuleDocument, Told>()
      const enough = new Set<Credential>()
      for (const part of searchParts(search, text, entry.path, enough)) {
        for (const [index, candidate] of part.candidates.entries()) {
          const rule = ruleOf.get(candidate.credential.id)
          if (!rule || !counts(candidate, file, binary)) continue
          const known = told.get(rule) ?? { findings: 0, others: 0 }
          told.set(rule, known)
          if (known.findings < secretLimits.maxFindingsPerRule) {
            known.findings += 1
            yield secretFinding(
              rule,
              candidate,
              file,
              part.candidates.slice(Math.max(index - neighbours, 0), index + neighbours + 1),
            )
          } else {
            known.others += 1
            if (known.others === countedOfRule) enough.add(candidate.credential)
            known.first ??= { candidate, place: file.places.at(candidate.start) }
          }
        }
        bytes += part.bytes
        if (bytes < secretLimits.yieldAfterBytes) continue
        bytes = 0
        await turn()
        signal.throwIfAborted()
      }
      for (const [rule, { others, first }] of told)
        if (first) yield othersFinding(rule, file, { others, all: others < countedOfRule, ...first })
    }
  },
}

/** What was told of a file by one rule, and what was only counted. */
interface Told {
  findings: number
  others: number
  /** The first of the others. */
  first?: { readonly candidate: Candidate; readonly place: TextPlace }
}

/** Lines longer than this were not written by people: bundles, and what was made of other files. */
const maxWrittenLineLength = 1_000

/**
 * Whether a candidate counts in its file. What is no text holds secrets too, such as the compiled form of a script, but
 * there only a checksum tells them from chance. Names say nothing in lockfiles, source maps and minified code.
 */
function counts({ check, credential, start, end }: Candidate, { path, text }: SecretFile, binary: boolean): boolean {
  if (binary) return check === 'right'
  if (!credential.generic) return true
  if (!mayHoldGenericSecrets(path)) return false
  const lineStart = text.subarray(Math.max(start - maxWrittenLineLength, 0), start).lastIndexOf(0x0a)
  const lineEnd = text.subarray(end, end + maxWrittenLineLength).indexOf(0x0a)
  return (lineStart >= 0 || start < maxWrittenLineLength) && (lineEnd >= 0 || text.length - end < maxWrittenLineLength)
}
