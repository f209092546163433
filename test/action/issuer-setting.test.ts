import { describe, expect, it } from 'vitest'
import { readInputs } from '../../action/src/inputs.ts'
import { readConfig } from '../../src/settings/config.ts'
import { upstreamsOf } from '../../src/settings/upstreams.ts'

describe('GITHUB_OIDC_ISSUER', () => {
  it.each([
    [{}, 'https://token.actions.githubusercontent.com'],
    [{ GHE_HOST: 'ghe.example' }, 'https://ghe.example/_services/token'],
    [{ GHE_HOST: 'ghe.example', GITHUB_OIDC_ISSUER: 'https://issuer.example/a/' }, 'https://issuer.example/a'],
    [{ GITHUB_OIDC_ISSUER: 'http://127.0.0.1:9999' }, 'http://127.0.0.1:9999'],
  ])('is with %o', (settings, issuer) => {
    const config = readConfig(settings)
    expect(config.githubOidcIssuer).toBe(issuer)
    expect(upstreamsOf(config)).toContain(issuer)
  })

  it.each([
    'http://issuer.example',
    'http://127.0.0.1.issuer.example',
    'http://localhost.example/',
    'https://user@issuer.example',
    'issuer.example',
  ])('is never %s, whose answers an attacker on the network could forge', (issuer) => {
    expect(() => readConfig({ GITHUB_OIDC_ISSUER: issuer })).toThrow(/GITHUB_OIDC_ISSUER: The (?:URL|value) /)
  })
})

describe('PUBLIC_URL', () => {
  it.each([
    ['https://Assay.Example:443/', 'https://assay.example'],
    ['https://assay.example/Base//', 'https://assay.example/Base'],
  ])('%s is written as workflows write it who ask for a token for it', (setting, publicUrl) => {
    expect(readConfig({ PUBLIC_URL: setting }).publicUrl).toBe(publicUrl)
    expect(readInputs({ 'INPUT_BASE-URL': setting }).baseUrl).toBe(publicUrl)
  })
})
