import { describe, expect, it } from 'vitest'
import { worstTexts } from '../../../../bench/parts/secrets/secret-texts.ts'
import { CredentialSearch } from '../../../../src/engine/rules/leaked-secrets/credential-search.ts'
import { credentials } from '../../../../src/engine/rules/leaked-secrets/credentials/catalogue.ts'
import { examplesOf } from '../../../../src/engine/rules/leaked-secrets/examples.ts'
import { searchParts } from '../../../../src/engine/rules/leaked-secrets/search-parts.ts'

const search = new CredentialSearch(credentials)
const bytes = 64 * 1024

/**
 * 64 KiB take 1 to 15 ms. Quadratic time would be minutes for some of these. The benchmark measures the exact times.
 */
const maxMs = 2_000

describe('a secret that begins within what may be a longer one', () => {
  it.each([
    ['leaked-json-web-token', 'x-'],
    ['leaked-pypi-token', 'x-'],
    ['leaked-gitlab-personal-token', 'x--'],
    ['leaked-aws-bedrock-key', 'x/'],
  ])('is none of %s, so that one beginning after the other does not cost its square', (id, before) => {
    const secret = secretOf(id)
    const found = (text: string) =>
      [...searchParts(search, Buffer.from(text), 'index.js')]
        .flatMap(({ candidates }) => candidates.map(({ credential }) => credential.id))
        .includes(id)
    expect(found(`'${secret}'`)).toBe(true)
    expect(found(`'${before}${secret}'`)).toBe(false)
  })
})

describe('a file that is full of secrets', () => {
  it('has them judged up to a number, and each after that is still in the way of generic rules', () => {
    const credential = credentials.find(({ id }) => id === 'leaked-gitlab-personal-token')
    if (!credential) throw new Error('there is no such rule')
    const text = Buffer.from(`token = '${secretOf(credential.id)}'\n`)
    const judged = search.search(text, 'index.js', { from: 0, to: text.length })
    const notJudged = search.search(text, 'index.js', { from: 0, to: text.length }, { enough: new Set([credential]) })
    const accepted = ({ candidates }: typeof judged) =>
      candidates.filter((candidate) => candidate.accepted && candidate.credential === credential).length
    expect([accepted(judged), accepted(notJudged)]).toEqual([1, 0])
    expect(
      [...searchParts(search, text, 'index.js', new Set([credential]))].flatMap(({ candidates }) => candidates),
    ).toEqual([])
  })
})

/** Returns the secret in a rule's example. */
function secretOf(id: string): string {
  const credential = credentials.find((known) => known.id === id)
  const [example = ''] = credential ? examplesOf(credential).bad : []
  const candidate = search
    .search(Buffer.from(example), 'index.js', { from: 0, to: example.length })
    .candidates.find((found) => found.credential === credential)
  if (!candidate) throw new Error(`${id} does not find its example`)
  return candidate.secret
}

describe('a file that was made to hold the search up', () => {
  it.each(credentials.map((credential) => [credential.id, credential] as const))(
    'does not by %s',
    (_id, credential) => {
      for (const text of worstTexts(credential, bytes)) {
        const startedAt = performance.now()
        let searched = 0
        for (const part of searchParts(search, text, credential.exampleFile ?? 'settings.yaml')) searched += part.bytes
        expect(searched).toBe(bytes)
        expect(performance.now() - startedAt, text.toString('latin1', 0, 80)).toBeLessThan(maxMs)
      }
    },
  )
})
