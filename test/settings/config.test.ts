import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { ConfigError } from '../../src/settings/config-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  it('serves on loopback with an embedded database by default', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      databaseUrl: undefined,
      secret: undefined,
      dataDir: resolve('.assay'),
      allowedNetworks: [],
    })
  })

  it.each([
    ['ASSAY_ALLOW_NETWORK', 'ASSAY_ALLOW_NETWORKS'],
    ['ASSAY_DATADIR', 'ASSAY_DATA_DIR'],
    ['ASSAY_SCAN_AT_ONCE', 'ASSAY_SCANS_AT_ONCE'],
    ['ASSAY_SERCET', 'ASSAY_SECRET'],
  ])('warns that %s is not a setting, and suggests %s', (name, nearest) => {
    expect(readConfig({ [name]: 'x' }).warnings).toEqual([
      `${name} is not a setting and is ignored. Did you mean ${nearest}?`,
    ])
  })

  it.each(['ASSAY_PORT', 'ASSAY_', `ASSAY_SECRET${'X'.repeat(100_000)}`])(
    'warns that %s is not a setting, and suggests none',
    (name) => {
      expect(readConfig({ [name]: 'x' }).warnings).toEqual([
        `${name} is not a setting and is ignored. docs/reference/settings.md lists all settings.`,
      ])
    },
  )

  it('accepts every variable of the documentation in silence', () => {
    const texts = globSync(['README.md', 'docs/**/*.md', 'action/README.md', 'client/*.ts', 'deploy/**/*.yaml'])
      .map((path) => readFileSync(path, 'utf8'))
      .join()
    const names = new Set(texts.match(/\bASSAY_[A-Z]+(?:_[A-Z]+)*\b/g))
    expect(names.size).toBeGreaterThan(10)
    // "x" is an invalid value for some settings. A problem that contains the name shows that the setting is known.
    expect(
      [...names].flatMap((name) =>
        problemsOf({ [name]: 'x' }).length > 0 ? [] : readConfig({ [name]: 'x' }).warnings,
      ),
    ).toEqual([])
    expect(
      [...names].filter((name) => problemsOf({ [name]: 'x' }).some((problem) => problem.includes('no such setting'))),
    ).toEqual([])
  })

  it("takes backups of a server of one's own only with the folder of its files", () => {
    const recipient = `age1${'q'.repeat(58)}`
    const server = {
      DATABASE_URL: 'postgres://assay@db.example/assay',
      ASSAY_SECRET: 'visibly-fake-master-key-of-a-test-installation',
      ASSAY_BACKUP_DIR: '/srv/backups',
      ASSAY_BACKUP_RECIPIENT: recipient,
    }
    expect(problemsOf(server)).toEqual([expect.stringMatching(/^ASSAY_BACKUP_DIR: /)])
    expect(problemsOf({ ASSAY_BACKUP_CLUSTER: '/srv/cluster' })).toEqual([
      expect.stringMatching(/^ASSAY_BACKUP_CLUSTER: /),
    ])
    expect(readConfig({ ...server, ASSAY_BACKUP_CLUSTER: '/srv/cluster' }).backup).toEqual({
      folder: '/srv/backups',
      recipient,
      keptDays: 14,
      clusterFolder: '/srv/cluster',
    })
    expect(readConfig({ ASSAY_BACKUP_DIR: '/srv/backups', ASSAY_BACKUP_RECIPIENT: recipient }).backup).toMatchObject({
      clusterFolder: undefined,
    })
  })

  it('takes file feeds relative to the working folder', () => {
    expect(readConfig({ OSV_URL: 'file:../mirror, file:///srv/osv/,https://osv.example/' }).osvBases).toEqual([
      pathToFileURL(resolve('../mirror')).href,
      'file:///srv/osv',
      'https://osv.example',
    ])
  })

  it('follows no upstream registry by default', () => {
    expect(readConfig({}).mcpRegistry).toBeUndefined()
    expect(readConfig({ MCP_REGISTRY_URL: 'https://registry.example/' }).mcpRegistry).toBe('https://registry.example')
    expect(readConfig({ MCP_REGISTRY_URL: 'official' }).mcpRegistry).toMatch(/^https:/)
    expect(problemsOf({ MCP_REGISTRY_URL: 'unofficial' })).toEqual([
      expect.stringMatching(/^MCP_REGISTRY_URL: .* Use "official", or an http or https URL\.$/),
    ])
  })

  it.each(['npm_config_registry', 'NPM_CONFIG_REGISTRY'])('takes the registry from %s, as npm does', (name) => {
    expect(readConfig({ [name]: 'https://registry.example/npm' }).npmRegistry).toBe('https://registry.example/npm/')
  })

  it('takes the package index with or without trailing slash', () => {
    for (const url of ['https://pypi.example/mirror', 'https://pypi.example/mirror/'])
      expect(readConfig({ PYPI_URL: url }).pypiIndex).toBe('https://pypi.example/mirror/')
  })

  it('takes the index of crates', () => {
    expect(readConfig({ CRATES_URL: 'https://crates.example/index' }).cratesIndex).toBe('https://crates.example/index/')
  })

  it('takes the Maven repository, and the groups that it is not asked for', () => {
    const config = readConfig({ MAVEN_URL: 'https://maven.example/m2', MAVEN_PRIVATE_GROUPS: 'com.acme, org.inner' })
    expect(config.mavenRepository).toBe('https://maven.example/m2/')
    expect([...config.privateMavenGroups]).toEqual(['com.acme', 'org.inner'])
    expect(problemsOf({ MAVEN_PRIVATE_GROUPS: 'com/acme' })).toEqual([
      expect.stringMatching(/^MAVEN_PRIVATE_GROUPS: .* Use names such as com\.example/),
    ])
  })

  it.each([
    [{ PORT: 'eighty' }, /^PORT: The value is not a port\. Use a number from 0 to 65535\.$/],
    [{ PORT: '65536' }, /^PORT: The value is not a port\. Use a number from 0 to 65535\.$/],
    [{ PUBLIC_URL: 'ftp://x.example' }, /^PUBLIC_URL: The value is not an http or https URL/],
    [{ DATABASE_URL: 'mysql://x', ASSAY_SECRET: 'x'.repeat(32) }, /^DATABASE_URL: The value is not a postgres:/],
    [
      { DATABASE_URL: 'postgres://db.example/assay' },
      /^ASSAY_SECRET: this secret is required if DATABASE_URL is set\. Use at least 32/,
    ],
    [{ ASSAY_SECRET: 'short' }, /^ASSAY_SECRET: The secret is too short\. Use at least 32/],
    [
      { ASSAY_SECRET: 'x'.repeat(32), ASSAY_SECRET_FILE: '/x' },
      /^ASSAY_SECRET: ASSAY_SECRET_FILE is also set\. Set only one/,
    ],
    [{ ASSAY_SECRET_FILE: join(folder, 'absent') }, /^ASSAY_SECRET_FILE: Assay cannot read the file \(ENOENT\)/],
    [{ OSV_URL: 'osv' }, /^OSV_URL: An entry is not an https: or file: URL/],
    [{ OSV_URL: 'https://user:hunter1@osv.example' }, /^OSV_URL: .*without a user name or password/],
    [{ OSV_URL: 'file:///a%zz' }, /^OSV_URL: An entry is not an https: or file: URL/],
    [{ OSV_URL: 'file:///a%2Fb' }, /^OSV_URL: An entry is not an https: or file: URL/],
    [
      { npm_config_registry: 'https://user:hunter1@registry.example' },
      /^npm_config_registry: The URL contains a user name or password/,
    ],
    [{ PUBLIC_URL: 'https://user:hunter1@assay.example' }, /^PUBLIC_URL: The URL contains a user name or password/],
    [{ OSV_URL: ' , ' }, /^OSV_URL: The list is empty\. Specify at least one/],
    [{ PYPI_URL: 'pypi' }, /^PYPI_URL: The value is not an http/],
    [{ PYPI_URL: 'https://user:hunter1@pypi.example' }, /^PYPI_URL: The URL contains a user name or password/],
    [{ npm_config_registry: 'registry' }, /^npm_config_registry: The value is not an http/],
    [{ ASSAY_ALLOW_NETWORKS: 'upstream=10.0.0.0/33' }, /^ASSAY_ALLOW_NETWORKS: .*10\.0\.0\.0\/33/],
    [{ ASSAY_SCANS_AT_ONCE: '0' }, /^ASSAY_SCANS_AT_ONCE: .* Use a whole number from 1 to 9999\.$/],
    [{ ASSAY_SCANS_PER_ACCOUNT: '-1' }, /^ASSAY_SCANS_PER_ACCOUNT: .* Use a whole number from 1 to 9999\.$/],
    [{ OSV_URL: 'http://osv.example' }, /^OSV_URL: An entry is not an https: or file: URL/],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY: "true" is not a number, .* Specify the number of proxies/],
    [{ TRUST_PROXY: '21' }, /^TRUST_PROXY: The number of proxies is too high\. Use at most 20\.$/],
    [{ NPM_DOWNLOADS_URL: 'off' }, /^NPM_DOWNLOADS_URL: .* leave the value empty to disable this feature\.$/],
    [{ ASSAY_BACKUP_DIR: '/b' }, /^ASSAY_BACKUP_RECIPIENT: this setting is required if ASSAY_BACKUP_DIR is set\. Set/],
    [{ APP_ID: '1', PRIVATE_KEY_FILE: '/nowhere' }, /^PRIVATE_KEY_FILE: Assay cannot read/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: .* Use one of: fatal, error, warn/],
  ])('names the invalid setting of %o and what to do', (variables: Record<string, string>, problem) => {
    expect(problemsOf(variables)).toEqual([expect.stringMatching(problem)])
  })

  it('names all wrong settings at once', () => {
    expect(
      problemsOf({ PORT: 'x', LOG_LEVEL: 'loud', ASSAY_TYPO: '1', DATABASE_URL: 'postgres://db.example/assay' }),
    ).toHaveLength(3)
  })

  it('reads the secret from a file, without its line end', () => {
    const file = join(folder, 'secret')
    writeFileSync(file, `${'s'.repeat(40)}\n`)
    expect(readConfig({ ASSAY_SECRET_FILE: file, DATABASE_URL: 'postgres://db.example/assay' }).secret).toBe(
      's'.repeat(40),
    )
  })

  it('never repeats a secret in a problem', () => {
    expect(
      problemsOf({
        ASSAY_SECRET: 'hunter2-short',
        DATABASE_URL: 'postgress://u:hunter3@x',
        OSV_URL: 'https://u:hunter4@x y,https://u:hunter5@osv.example',
      }).join(),
    ).not.toMatch(/hunter/)
  })
})
