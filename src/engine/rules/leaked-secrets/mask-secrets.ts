import { maskedSecret, maskedText } from '../../model/masked-text.ts'
import { CredentialSearch } from './credential-search.ts'
import { credentials } from './credentials/catalogue.ts'
import { searchParts } from './search-parts.ts'

const search = new CredentialSearch(credentials)

/** The lines of a private key, as far as the text has them. */
const privateKey = new RegExp(
  String.raw`(-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)(?=[\s\S]{0,60}?[A-Za-z0-9+/]{24})[\s\S]*?` +
    String.raw`(?:-----END [A-Z ]{3,40}-----|$)`,
  'g',
)

/**
 * A text with every credential in it masked, by the rules of this detector, placeholders left as they are: for snippets
 * and messages of all rules. `path` is the file that the text is from. Of a private key nothing is left after its first
 * line, also where the text ends within it.
 */
export function maskSecrets(text: string, path = ''): string {
  const withoutKeys = text.replaceAll(privateKey, `$1 ${maskedSecret('')}`)
  const bytes = Buffer.from(withoutKeys)
  const parts = []
  for (const { candidates } of searchParts(search, bytes, path)) {
    for (const { start, end, secret, credential } of candidates) {
      if (credential.announces !== true)
        parts.push({ start, end, shown: maskedSecret(secret, credential.prefixLength) })
    }
  }
  return parts.length === 0
    ? withoutKeys
    : Buffer.from(maskedText(bytes.toString('latin1'), parts), 'latin1').toString('utf8')
}
