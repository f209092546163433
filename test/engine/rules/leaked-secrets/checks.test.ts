import { describe, expect, it } from 'vitest'
import { accountOfAccessKey } from '../../../../src/engine/rules/leaked-secrets/checks/aws-account.ts'
import { ageKeyFor, bech32Holds } from '../../../../src/engine/rules/leaked-secrets/checks/bech32.ts'
import {
  checksumHolds,
  githubChecksum,
  gitlabChecksum,
  grafanaChecksum,
  sealedWith,
} from '../../../../src/engine/rules/leaked-secrets/checks/checksums.ts'
import { claimsOf, isSignedToken } from '../../../../src/engine/rules/leaked-secrets/checks/json-web-token.ts'
import { isMacaroon, macaroonOf } from '../../../../src/engine/rules/leaked-secrets/checks/macaroon.ts'
import { bodyOfPem, isPrivateKey, pemOf } from '../../../../src/engine/rules/leaked-secrets/checks/private-key.ts'
import { generateKeyPairSync } from 'node:crypto'

/** Joins pieces, so that secret scanners do not report this file. */
const joined = (...pieces: readonly string[]) => pieces.join('')

describe('checksums of tokens', () => {
  it('hold for a token that GitHub had made, and for no other', () => {
    // An expired token that was published to document the format.
    const token = joined('ghp_', 'zQWBuTSOoRi4A9spHc', 'VY5ncnsDkxkJ', '0mLq17')
    expect(checksumHolds(githubChecksum)(token)).toBe('right')
    expect(checksumHolds(githubChecksum)(token.replace('zQ', 'zR'))).toBe('wrong')
    expect(checksumHolds(githubChecksum, 'unknown')(token.replace('zQ', 'zR'))).toBe('unknown')
  })

  it('hold for the token of the documentation of Grafana', () => {
    const token = joined('glsa_', 'HOruNAb7SOiCdshU9', 'algkrq7FDsNSLAa', '_54e2f8be')
    expect(checksumHolds(grafanaChecksum)(token)).toBe('right')
    expect(checksumHolds(grafanaChecksum)(token.replace('HO', 'OH'))).toBe('wrong')
  })

  it('are written so that they hold', () => {
    for (const checksum of [githubChecksum, gitlabChecksum, grafanaChecksum])
      expect(checksumHolds(checksum)(sealedWith(checksum)(`abc_${'q7'.repeat(20)}_00000000`))).toBe('right')
  })

  it('hold for the key of the specification of age', () => {
    // The key in the test vectors of age's specification.
    const key = joined('AGE-SECRET-KEY-1', 'XMWWC06LY3EE5RYTXM9MFLAZ2', 'U56JJJ36S0MYPDRWSVLUL66MV4QX3S7F6')
    expect(bech32Holds(key)).toBe('right')
    expect(bech32Holds(key.replace('XM', 'MX'))).toBe('wrong')
    expect(bech32Holds(`${key.slice(0, -1)}B`)).toBe('wrong')
    expect(bech32Holds(key.slice(0, 'AGE-SECRET-KEY-1'.length))).toBe('wrong')
    expect(ageKeyFor(key)).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/)
    expect(bech32Holds(ageKeyFor(key))).toBe('right')
  })

  it('tell the account of an access key, and that a number of 13 digits is none', () => {
    expect(accountOfAccessKey(joined('ASIA', 'Y34FZKBO', 'KMUTVV7A'))).toBe('unknown')
    expect(accountOfAccessKey(`AKIA${'77777777'}KMUTVV7A`)).toBe('wrong')
  })
})

describe('structures', () => {
  it('are those of a signed token of JSON', () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    expect(claimsOf(`${part({ alg: 'RS256' })}.${part({ sub: 'a' })}.c2ln`)).toEqual({
      header: { alg: 'RS256' },
      payload: { sub: 'a' },
    })
    expect(isSignedToken(`${part({ alg: 'RS256' })}.${part({ sub: 'a' })}.c2ln`)).toBe('unknown')
    for (const token of [
      `${part({ alg: 'none' })}.${part({})}.`,
      `${part({ typ: 'JWT' })}.${part({})}.x`,
      `${part({ alg: 'HS256' })}.${part([])}.x`,
      `${part({ alg: 'HS256' })}.${part({ sub: '1234567890' })}.x`,
      'eyJ.eyJ.x',
    ])
      expect(isSignedToken(token), token).toBe('wrong')
  })

  it('are those of a whole macaroon', () => {
    const token = `pypi-${macaroonOf('packages.example', '4f3d', Buffer.alloc(32, 7))}`
    expect(isMacaroon(token)).toBe('right')
    expect(isMacaroon(token.slice(0, -8))).toBe('wrong')
    expect(isMacaroon('pypi-AgEI')).toBe('wrong')
    expect(isMacaroon('pypi-AAAA')).toBe('wrong')
  })

  it.each(['pkcs1', 'pkcs8', 'sec1'] as const)('are those of a private key as node writes it: %s', (type) => {
    const pem =
      type === 'sec1'
        ? generateKeyPairSync('ec', {
            namedCurve: 'P-256',
            privateKeyEncoding: { type, format: 'pem' },
            publicKeyEncoding: { type: 'spki', format: 'pem' },
          }).privateKey
        : generateKeyPairSync('rsa', {
            modulusLength: 1024,
            privateKeyEncoding: { type, format: 'pem' },
            publicKeyEncoding: { type: 'spki', format: 'pem' },
          }).privateKey
    const inside = pem.slice(pem.indexOf('-----\n') + 6, pem.indexOf('-----END'))
    for (const text of [
      inside,
      inside.replaceAll('\n', '\\n'),
      inside.replaceAll(/^(.+)$/gm, "  '$1\\n' +"),
      inside.replaceAll('\n', '\r\n'),
      inside.replaceAll('\n', '\\\\n'),
    ])
      expect(isPrivateKey(bodyOfPem(text)), text.slice(0, 200)).toBe('right')
    expect(isPrivateKey(bodyOfPem(inside).slice(20))).toBe('wrong')
    expect(isPrivateKey(bodyOfPem(inside).slice(0, 120))).toBe('unknown')
  })

  it('of a public key or of nothing are none', () => {
    expect(isPrivateKey(Buffer.from('a text that is long enough to be something').toString('base64'))).toBe('wrong')
    expect(isPrivateKey('')).toBe('wrong')
    expect(isPrivateKey(bodyOfPem(pemOf('X', Buffer.alloc(64, 1)).split('\n').slice(1, -2).join('\n')))).toBe('right')
  })
})
