import { describe, expect, it } from 'vitest'
import { examplesOf, randomMaker } from '../../../../src/engine/rules/leaked-secrets/examples.ts'
import { credentials } from '../../../../src/engine/rules/leaked-secrets/credentials/catalogue.ts'
import { maskSecrets } from '../../../../src/engine/rules/leaked-secrets/mask-secrets.ts'
import { maskedSecret, maskedText } from '../../../../src/engine/model/masked-text.ts'

const { fill } = randomMaker('the tests of the masker')

describe('a masked secret', () => {
  it('shows at most four characters and a quarter, of what all of its kind begin with, and not its length', () => {
    const secret = `glpat-${fill('abcdefghijklmnopqrstuvwxyz0123456789', 20)}`
    expect(maskedSecret(secret, 6)).toBe('glpa******')
    expect(maskedSecret(secret, 2)).toBe('gl******')
    expect(maskedSecret(secret)).toBe('******')
    expect(maskedSecret('sk-12345', 3)).toBe('sk******')
    expect(maskedSecret('', 4)).toBe('******')
  })
})

describe('a masked text', () => {
  it('has each part replaced, and nothing of parts that overlap', () => {
    expect(
      maskedText('0123456789', [
        { start: 4, end: 7, shown: 'b' },
        { start: 1, end: 3, shown: 'a' },
      ]),
    ).toBe('0a3b789')
    expect(
      maskedText('0123456789', [
        { start: 1, end: 4, shown: 'a' },
        { start: 3, end: 6, shown: 'b' },
        { start: 5, end: 8, shown: 'c' },
      ]),
    ).toBe('0a89')
    expect(maskedText('0123', [])).toBe('0123')
  })
})

describe('a password that may contain any character', () => {
  const password = fill('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789', 12)
  const rest = fill('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789', 9)
  it.each([
    `"Server=sales.database-host.io;User ID=app;Password=${password}&amp;${rest};Encrypt=true"`,
    `"Driver={PostgreSQL};Uid=app;Pwd=${password}'${rest};Server=sales.database-host.io"`,
    `"Driver={PostgreSQL};Uid=app;Pwd=${password} ${rest};Server=sales.database-host.io"`,
    `url=jdbc:oracle:thin:app/${password}@${rest}@//db.database-host.io:1521/main`,
    `url=jdbc:postgresql://db.database-host.io:5432/main?user=app&password=${password};${rest}`,
    `new Client(env('BILLING_API_KEY', '${password}${fill('abcdefghjkmnpqrstuvwxyz23456789', 20)}"${rest}'))`,
  ])('is masked to its end: %s', (text) => {
    const masked = maskSecrets(text, 'settings.cfg')
    expect(masked).not.toContain(password)
    expect(masked).not.toContain(rest)
  })

  it('ends at the next setting', () => {
    expect(maskSecrets(`"Server=sales.database-host.io;User ID=app;Password=${password};Encrypt=true"`)).toBe(
      '"Server=sales.database-host.io;User ID=app;Password=******;Encrypt=true"',
    )
  })
})

describe('a snippet of any rule', () => {
  it('is masked by every rule of secrets', () => {
    for (const credential of credentials) {
      // The secret follows its header on separate lines. PuTTY's format has no end marker.
      for (const text of credential.id === 'leaked-putty-private-key' ? [] : examplesOf(credential).bad) {
        const masked = maskSecrets(text, credential.exampleFile ?? 'settings.yaml')
        expect(masked, text).toContain('******')
        const run = (text.match(/[A-Za-z0-9+/]{10,}/g) ?? [])
          .filter((found) => /\d/.test(found))
          .sort((a, b) => b.length - a.length)[0]
        if (run !== undefined) expect(masked, text).not.toContain(run)
      }
    }
  })

  it('keeps text that is not secret, also beyond ASCII', () => {
    for (const text of ['const größe = "🔑 your-token-here"', '', 'exec(`ls ${path}`)'])
      expect(maskSecrets(text)).toBe(text)
    expect(maskSecrets(`größe 🔑 dapi${fill('0123456789abcdef', 32)} ende`)).toBe('größe 🔑 dapi****** ende')
  })

  it('hides a key that is cut off', () => {
    const body = fill('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 64)
    expect(maskSecrets(`a\n-----BEGIN RSA PRIVATE KEY-----\n${body}\n${body}\n`)).not.toContain(body.slice(0, 8))
  })
})
