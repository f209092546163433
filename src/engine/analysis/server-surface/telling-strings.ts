import { identityAttributes, identityHeaders, sessionIds } from '../models/server-surface/identity-words.ts'
import { credentialHeaders, credentialParameters } from '../models/server-surface/request-words.ts'
import type { Program } from '../program/program.ts'

const tellingText = new RegExp(
  String.raw`^(?:remoteaddress|tools/call|host|hostname|origin|cookies?|http_40[13]_\w+|unauthorized|forbidden|` +
    String.raw`access-control-allow-(?:origin|credentials)|40[0-9]|421)$`,
)

/**
 * Marks the strings in a program that are relevant as a name or literal. Most are not, and each string is tested only
 * once.
 */
export function tellingStrings({ strings }: Program): Uint8Array {
  const found = new Uint8Array(strings.length)
  const isTelling = tellingText
  for (const [index, text] of strings.entries()) {
    if (text.length > 60 || text.length < 2) continue
    const name = text.toLowerCase()
    if (
      isTelling.test(name) ||
      credentialHeaders.test(name) ||
      credentialParameters.test(name) ||
      identityAttributes.test(text) ||
      identityHeaders.test(name) ||
      sessionIds.has(name)
    )
      found[index] = 1
  }
  return found
}
