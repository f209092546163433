import { setImmediate as turn } from 'node:timers/promises'
import { secretLimits } from './secret-limits.ts'
import type { DetectedFinding } from '../../model/finding-record.ts'
import type { Detector } from '../detector.ts'
import { findingOf } from '../finding-text.ts'
import type { Candidate } from './credential-search.ts'
import type { Credential } from './credential.ts'
import { credentials } from './credentials/catalogue.ts'
import { searchParts } from './search-parts.ts'
import { credentialSearch } from './shared-search.ts'
import { isAside, isSystemFile, mayHoldGenericSecrets, mayHoldSecrets, searchableText } from './secret-file.ts'
import type { FoundSecret, SecretFile } from './secret-match.ts'
import { type SecretRule, secretRule } from './secret-rule.ts'
import { type TextPlace, TextPlaces } from './text-places.ts'

/** Maximum number of candidates on each side of a secret that its snippet may show. Secrets have at least 8 bytes. */
const maxNeighbors = 20

/**
 * Maximum number of one rule's secrets in one file that are counted in addition to those reported individually. In a
 * file with a hundred thousand secrets, evaluating each of them would be most of the cost.
 */
const maxCountedPerRule = 1_000

const ruleOf = new Map(credentials.map((credential) => [credential.id, secretRule(credential)]))

/** Reports credentials in files of any language. */
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
      let opened: SecretFile | undefined
      const counts = new Map<SecretRule, SecretCounts>()
      const enough = new Set<Credential>()
      for (const part of searchParts(credentialSearch(), text, entry.path, enough)) {
        for (const [index, candidate] of part.candidates.entries()) {
          const rule = ruleOf.get(candidate.credential.id)
          if (!rule || !isSecretIn(candidate, entry.path, text, binary)) continue
          const file = (opened ??= secretFile(entry.path, text))
          const count = counts.get(rule) ?? { reported: 0, further: 0 }
          counts.set(rule, count)
          if (count.reported < secretLimits.maxFindingsPerRule) {
            count.reported += 1
            const neighbors = part.candidates.slice(Math.max(index - maxNeighbors, 0), index + maxNeighbors + 1)
            yield* findingsOf(rule, { file, candidate, neighbors })
          } else {
            count.further += 1
            if (count.further === maxCountedPerRule) enough.add(candidate.credential)
            count.first ??= { file, candidate, firstPlace: file.places.at(candidate.start) }
          }
        }
        bytes += part.bytes
        if (bytes < secretLimits.yieldAfterBytes) continue
        bytes = 0
        await turn()
        signal.throwIfAborted()
      }
      for (const [rule, { further: count, first }] of counts) {
        if (!first) continue
        const further = { count, isMinimum: count >= maxCountedPerRule, firstPlace: first.firstPlace }
        yield* findingsOf(rule, { file: first.file, candidate: first.candidate, further })
      }
    }
  },
}

/** Reads what only findings need, so that files without secrets cost less. */
function secretFile(path: string, text: Buffer): SecretFile {
  return { path, text, places: new TextPlaces(text), isAside: isAside(path, text), occurrences: new Map() }
}

function* findingsOf(rule: SecretRule, secret: FoundSecret): Iterable<DetectedFinding> {
  for (const match of rule.find(secret)) yield findingOf(rule, match)
}

/** Secrets that one rule finds in one file. */
interface SecretCounts {
  reported: number
  /** Number of secrets that are not reported individually. */
  further: number
  /** First of these secrets. */
  first?: { readonly file: SecretFile; readonly candidate: Candidate; readonly firstPlace: TextPlace }
}

/** Maximum length of a handwritten line. Bundles and generated files have longer lines. */
const maxWrittenLineLength = 1_000

/**
 * Reports whether a candidate is a secret in its file. Binary files, such as compiled scripts, contain secrets too, but
 * only a checksum distinguishes them from random bytes. Names are meaningless in lockfiles, source maps, and minified
 * code.
 */
function isSecretIn(
  { check, credential, start, end }: Candidate,
  path: string,
  text: Buffer,
  binary: boolean,
): boolean {
  if (credential.selfMade === true && isSystemFile(path)) return false
  if (binary) return check === 'right'
  if (!credential.generic) return true
  if (!mayHoldGenericSecrets(path)) return false
  const lineStart = text.subarray(Math.max(start - maxWrittenLineLength, 0), start).lastIndexOf(0x0a)
  const lineEnd = text.subarray(end, end + maxWrittenLineLength).indexOf(0x0a)
  return (lineStart >= 0 || start < maxWrittenLineLength) && (lineEnd >= 0 || text.length - end < maxWrittenLineLength)
}
