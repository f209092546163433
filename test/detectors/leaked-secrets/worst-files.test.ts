import { describe, expect, it } from 'vitest'
import { worstTexts } from '../../../bench/parts/secrets/secret-texts.ts'
import { CredentialSearch } from '../../../src/detectors/leaked-secrets/credential-search.ts'
import { credentials } from '../../../src/detectors/leaked-secrets/credentials/catalogue.ts'
import { searchParts } from '../../../src/detectors/leaked-secrets/search-parts.ts'

const search = new CredentialSearch(credentials)
const bytes = 64 * 1024

/** 64 KiB take 1 to 15 ms; what grows with the square of a text takes minutes for some of these. The bench holds the figure itself. */
const mostMs = 2_000

describe('a file that was made to hold the search up', () => {
  it.each(credentials.map((credential) => [credential.id, credential] as const))('does not by %s', (_id, credential) => {
    for (const text of worstTexts(credential, bytes)) {
      const startedAt = performance.now()
      let searched = 0
      for (const part of searchParts(search, text, 'settings.yaml')) searched += part.bytes
      expect(searched).toBe(bytes)
      expect(performance.now() - startedAt, text.toString('latin1', 0, 80)).toBeLessThan(mostMs)
    }
  })
})
