import { maskedSecret, maskedText } from '../../model/masked-text.ts'
import { base64Start } from './encoded-text.ts'
import { maxRestBytes, passwordRest } from './password-rest.ts'
import { credentialSearch } from './shared-search.ts'
import { searchParts } from './search-parts.ts'

/** A private key, also without its end. */
const privateKey = new RegExp(
  String.raw`(-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)(?=[\s\S]{0,60}?[A-Za-z0-9+/]{24})[\s\S]*?` +
    String.raw`(?:-----END [A-Z ]{3,40}-----|$)`,
  'g',
)

/**
 * Returns a text with every credential masked, by the rules of this detector. Placeholders stay. All rules use it for
 * snippets and messages. Of a private key, only the first line stays, also if the text ends within the key.
 *
 * @param path the file of the text
 */
export function maskSecrets(text: string, path = ''): string {
  const withoutKeys = text.replaceAll(privateKey, `$1 ${maskedSecret('')}`)
  const bytes = Buffer.from(withoutKeys)
  const parts = []
  for (const { candidates } of searchParts(credentialSearch(), bytes, path)) {
    for (const { start, end, secret, credential } of candidates) {
      if (credential.announces === true) continue
      const restLength = credential.isChosen
        ? passwordRest(
            bytes.toString('latin1', start - 1, start),
            secret,
            bytes.toString('latin1', end, end + maxRestBytes),
          )
        : 0
      const from = credential.startsInside ? base64Start(bytes, start) : start
      parts.push({ start: from, end: end + restLength, shown: maskedSecret(secret, credential.prefixLength) })
    }
  }
  return parts.length === 0
    ? withoutKeys
    : Buffer.from(maskedText(bytes.toString('latin1'), parts), 'latin1').toString('utf8')
}
