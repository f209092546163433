import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig, readOperatorNpm } from '../../../../src/settings/config.ts'
import { ConfigError } from '../../../../src/settings/config-error.ts'
import { NpmCredentials } from '../../../../src/engine/sources/package-registries/npm-credentials.ts'
import { npmSettingsOfEnvironment, parseNpmrc } from '../../../../src/engine/sources/package-registries/npmrc.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-npmrc-'))
afterAll(() => rmSync(folder, { recursive: true }))

const settingsIn = (text: string, variables: Record<string, string> = {}) =>
  Object.fromEntries(parseNpmrc(text, variables))

describe('an npmrc', () => {
  it.each<[string, Record<string, string>]>([
    ['registry=https://npm.example/', { registry: 'https://npm.example/' }],
    ['  registry = https://npm.example/  \r\nother=1', { registry: 'https://npm.example/', other: '1' }],
    ['@corp:registry=https://npm.example/corp', { '@corp:registry': 'https://npm.example/corp' }],
    ['//npm.example/:_authToken=abc=def==', { '//npm.example/:_authToken': 'abc=def==' }],
    ['; comment\n# comment\n\nkey=value', { key: 'value' }],
    ['key=value ; comment', { key: 'value' }],
    ['key=value # comment', { key: 'value' }],
    ['key=a\\;b\\#c', { key: 'a;b#c' }],
    ['key="quoted ; value"', { key: 'quoted ; value' }],
    ["'key'='quoted'", { key: 'quoted' }],
    ['key=first\nkey=second', { key: 'second' }],
    ['no value', {}],
    ['=no key', {}],
    ['[section]\nkey=value', {}],
    ['__proto__=x', { ['__proto__']: 'x' }],
  ])('%j', (text, settings) => {
    expect(Object.entries(settingsIn(text))).toEqual(Object.entries(settings))
  })

  it('takes the environment where it is asked to', () => {
    const variables = { TOKEN: 's3cret', HOST: 'npm.example' }
    expect(settingsIn('//${HOST}/:_authToken=${TOKEN}', variables)).toEqual({ '//npm.example/:_authToken': 's3cret' })
    expect(settingsIn('a=${ABSENT}\nb=${ABSENT?}\nc=\\${TOKEN}\nd=x${TOKEN}y${HOST}', variables)).toEqual({
      a: '${ABSENT}',
      b: '',
      c: '${TOKEN}',
      d: 'xs3cretynpm.example',
    })
  })

  it('of a megabyte of anything is read at once', () => {
    const startedAt = performance.now()
    for (const piece of ['${', '\\', '"', '${a}', ' ;', '=\n', '[a]\n']) parseNpmrc(`a=${piece.repeat(150_000)}`, {})
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})

describe('the environment', () => {
  it.each<[string, string]>([
    ['npm_config_registry', 'registry'],
    ['NPM_CONFIG_REGISTRY', 'registry'],
    ['npm_config_@scope:registry', '@scope:registry'],
    ['NPM_CONFIG_@SCOPE:REGISTRY', '@scope:registry'],
    ['npm_config_user_config', 'user-config'],
    ['npm_config__auth', '_auth'],
    ['npm_config_//Npm.example/A_b/:_authToken', '//Npm.example/A_b/:_authToken'],
  ])('%s sets %s', (name, key) => {
    expect([...npmSettingsOfEnvironment({ [name]: 'value', npm_config_empty: '', OTHER: 'x' })]).toEqual([
      [key, 'value'],
    ])
  })
})

describe('the service', () => {
  it('takes registries of scopes from the environment', () => {
    const config = readConfig({
      'npm_config_@corp:registry': 'https://npm.example/corp',
      npm_config_registry: 'https://npm.example',
    })
    expect(config).toMatchObject({
      npmRegistry: 'https://npm.example/',
      npmRegistryByScope: new Map([['@corp', 'https://npm.example/corp/']]),
    })
  })

  it('takes the mirror of the trust repository from a setting', () => {
    expect(readConfig({ SIGSTORE_TRUST_URL: 'https://mirror.example/sigstore/' }).sigstoreTrustUrl).toBe(
      'https://mirror.example/sigstore',
    )
    expect(() => readConfig({ SIGSTORE_TRUST_URL: 'mirror' })).toThrow(
      /^SIGSTORE_TRUST_URL: The value is not an http or https URL/,
    )
  })

  it('takes no credentials, from nowhere', () => {
    const home = join(folder, 'service')
    mkdirSync(home)
    writeFileSync(join(home, '.npmrc'), '@corp:registry=https://npm.example/\n//npm.example/:_authToken=s3cret\n')
    const config = readConfig({
      HOME: home,
      npm_config_userconfig: join(home, '.npmrc'),
      'npm_config_//npm.example/:_authToken': 's3cret',
    })
    expect(config.npmRegistryByScope.size).toBe(0)
    expect(inspect(config, { depth: 9, showHidden: true })).not.toContain('s3cret')
  })

  it.each(['npm.example', 'ftp://npm.example', 'https://user:s3cret@npm.example'])(
    'says that %s is no registry, without repeating it',
    (address) => {
      const read = () => readConfig({ 'npm_config_@corp:registry': address })
      expect(read).toThrow(ConfigError)
      expect(read).toThrow(/^npm_config_@corp:registry: The (?:value is not an http|URL contains a user name)/)
      expect(read).not.toThrow(/s3cret/)
    },
  )
})

describe('the caller of a command', () => {
  const [home, global] = [join(folder, 'home'), join(folder, 'global')]
  mkdirSync(home)
  mkdirSync(join(global, 'etc'), { recursive: true })
  writeFileSync(
    join(home, '.npmrc'),
    '@corp:registry=https://user.example/\n//user.example/:_authToken=${TOKEN}\nregistry=https://mirror.example/npm\n',
  )
  writeFileSync(
    join(global, 'etc', 'npmrc'),
    '@corp:registry=https://global.example/\n@other:registry=https://global.example/other\n',
  )
  const config = readConfig({})
  const variables = { HOME: home, PREFIX: global, TOKEN: 's3cret' }

  it('is served as npm would serve them: by the environment, their own file, the global one', () => {
    const { registry, byScope } = readOperatorNpm(config, variables)
    expect(registry).toBe('https://mirror.example/npm/')
    expect(byScope).toEqual(
      new Map([
        ['@corp', 'https://user.example/'],
        ['@other', 'https://global.example/other/'],
      ]),
    )
    expect(
      readOperatorNpm(config, {
        ...variables,
        'npm_config_@corp:registry': 'https://env.example',
        npm_config_registry: 'https://env.example',
      }),
    ).toMatchObject({
      registry: 'https://env.example/',
      byScope: new Map([
        ['@corp', 'https://env.example/'],
        ['@other', 'https://global.example/other/'],
      ]),
    })
  })

  it('may name the files', () => {
    writeFileSync(join(folder, 'mine'), '@mine:registry=https://mine.example/')
    expect(
      readOperatorNpm(config, {
        npm_config_userconfig: join(folder, 'mine'),
        npm_config_globalconfig: join(folder, 'absent'),
      }).byScope,
    ).toEqual(new Map([['@mine', 'https://mine.example/']]))
  })

  it('has credentials that nothing shows', () => {
    const npm = readOperatorNpm(config, variables)
    expect(npm.credentials.for(new URL('https://user.example/@corp%2fa'), npm)).toBe('Bearer s3cret')
    expect(`${inspect(npm, { depth: 9, showHidden: true })}${JSON.stringify(npm)}`).not.toContain('s3cret')
  })

  it('gets an error for a wrong URL, which is not repeated', () => {
    writeFileSync(join(folder, 'wrong'), 'registry=https://u:s3cret@x.example\n@a:registry=nowhere\n')
    const read = () => readOperatorNpm(config, { npm_config_userconfig: join(folder, 'wrong') })
    expect(read).toThrow(ConfigError)
    expect(read).not.toThrow(/s3cret/)
  })

  it('without any file is served by the configured registry', () => {
    expect(
      readOperatorNpm(readConfig({}), { HOME: join(folder, 'absent'), PREFIX: join(folder, 'absent') }),
    ).toMatchObject({ registry: config.npmRegistry, byScope: new Map() })
  })
})

describe('credentials', () => {
  const choice = {
    registry: 'https://npm.example/a/',
    byScope: new Map([
      ['@s', 'https://scoped.example:8443/'],
      ['@plain', 'http://plain.example/'],
    ]),
  }
  const credentials = new NpmCredentials(
    new Map([
      ['//npm.example/a/:_authToken', 'a'],
      ['//npm.example/a/private/:_authToken', 'private'],
      ['//Scoped.Example:8443/:username', 'me'],
      ['//scoped.example:8443/:_password', Buffer.from('word').toString('base64')],
      ['//plain.example/:_auth', 'cGxhaW4='],
      ['//elsewhere.example/:_authToken', 'elsewhere'],
      ['_authToken', 'nobody'],
    ]),
  )

  it.each<[string, string | undefined]>([
    ['https://npm.example/a/pkg', 'Bearer a'],
    ['https://npm.example/a/', 'Bearer a'],
    ['https://npm.example/a', 'Bearer a'],
    ['https://npm.example/a/private/pkg/-/pkg-1.0.0.tgz', 'Bearer private'],
    ['https://npm.example/a/privateer', 'Bearer a'],
    ['https://npm.example/ab/pkg', undefined],
    ['https://npm.example/pkg', undefined],
    ['https://npm.example/a/../pkg', undefined],
    ['https://npm.example/a/%2e%2e/pkg', undefined],
    ['https://npm.example/a/..%2fpkg', undefined],
    ['https://npm.example/a/%2e%2e%2Fpkg', undefined],
    ['https://npm.example/a/@s%2fpkg', 'Bearer a'],
    ['https://NPM.example/a/pkg', 'Bearer a'],
    ['http://npm.example/a/pkg', undefined],
    ['https://npm.example:8443/a/pkg', undefined],
    ['https://npm.example.evil.example/a/pkg', undefined],
    ['https://evil.example/a/pkg', undefined],
    ['https://scoped.example:8443/@s%2fpkg', `Basic ${Buffer.from('me:word').toString('base64')}`],
    ['https://scoped.example/@s%2fpkg', undefined],
    ['http://plain.example/pkg', 'Basic cGxhaW4='],
    ['https://plain.example/pkg', undefined],
    ['https://elsewhere.example/pkg', undefined],
  ])('for %s are %s', (url, authorization) => {
    expect(credentials.for(new URL(url), choice)).toBe(authorization)
  })

  it.each(['line\nbreak', 'nul\0', '${UNSET}'])('of %j are none', (token) => {
    expect(
      new NpmCredentials(new Map([['//npm.example/:_authToken', token]])).for(
        new URL('https://npm.example/a/x'),
        choice,
      ),
    ).toBeUndefined()
  })
})
