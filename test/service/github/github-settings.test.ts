import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/settings/config.ts'
import { upstreamsOf } from '../../../src/settings/upstreams.ts'
import { ConfigError } from '../../../src/settings/config-error.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const PRIVATE_KEY = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString().replaceAll('\n', '\\n')
const app = { APP_ID: '12345', PRIVATE_KEY }

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('the settings of the GitHub App', () => {
  it('are empty unless given', () => {
    expect(readConfig({ GHE_HOST: 'ghe.example' }).githubApp).toBeUndefined()
  })

  it.each([
    ['github.com', {}, 'github.com', /^https:\/\/api\.github\.com$/],
    ['an enterprise host', { GHE_HOST: 'GHE.example' }, 'ghe.example', /^https:\/\/ghe\.example\/api\/v3$/],
    ['its usual port', { GHE_HOST: 'ghe.example:443' }, 'ghe.example', /^https:\/\/ghe\.example\/api\/v3$/],
    ['another port', { GHE_HOST: 'ghe.example:8443' }, 'ghe.example:8443', /^https:\/\/ghe\.example:8443\/api\/v3$/],
    ['another API', { GITHUB_API_URL: 'http://api.example/v3/' }, 'github.com', /^http:\/\/api\.example\/v3$/],
    [
      'both',
      { GHE_HOST: 'ghe.example', GITHUB_API_URL: 'https://api.example' },
      'ghe.example',
      /^https:\/\/api\.example$/,
    ],
  ])('lead to %s', (_what, variables, host, apiUrl) => {
    const config = readConfig({ ...app, ...variables })
    expect(config.githubApp).toMatchObject({ host, apiUrl: expect.stringMatching(apiUrl), id: '12345' })
    expect(config.githubApp?.privateKey.equals(privateKey)).toBe(true)
    expect(upstreamsOf(config)).toContain(config.githubApp?.apiUrl)
  })

  it.each([
    [{ APP_ID: 'my-app', PRIVATE_KEY }, /^APP_ID: The value is not a GitHub App ID/],
    [{ APP_ID: '1' }, /^PRIVATE_KEY: this setting is required if APP_ID is set/],
    [{ PRIVATE_KEY }, /^APP_ID: this setting is required if PRIVATE_KEY is set/],
    [{ APP_ID: '1', PRIVATE_KEY: 'hunter2' }, /^PRIVATE_KEY: .* Use the private key/],
    [{ GHE_HOST: 'https://ghe.example' }, /^GHE_HOST: .* Use a GitHub Enterprise host name/],
    [{ GHE_HOST: 'ghe.example/path' }, /^GHE_HOST: .* Use a GitHub Enterprise host name/],
    [{ GHE_HOST: 'hunter2@ghe.example' }, /^GHE_HOST: .* Use a GitHub Enterprise host name/],
    [{ GITHUB_API_URL: 'https://u:hunter2@ghe.example' }, /^GITHUB_API_URL: The URL contains a user name or password/],
    [{ GITHUB_API_URL: 'ghe.example' }, /^GITHUB_API_URL: The value is not an http/],
  ])('are named when wrong, and not repeated: %#', (variables: Record<string, string>, problem) => {
    const problems = problemsOf(variables)
    expect(problems).toEqual([expect.stringMatching(problem)])
    expect(problems.join()).not.toContain('hunter2')
  })
})
