import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { secretSettings } from '../../src/settings/secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (text: string) => {
  const path = join(folder, `secret-${Math.random()}`)
  writeFileSync(path, text)
  return path
}

describe('a secret', () => {
  it('may be in a file', () => {
    const config = readConfig({
      ASSAY_SECRET_FILE: file(`${'s'.repeat(40)}\n`),
      DATABASE_URL_FILE: file('postgres://u:p@db.example/assay\n'),
      GITHUB_TOKEN_FILE: file('token-of-github'),
    })
    expect(config).toMatchObject({
      secret: 's'.repeat(40),
      databaseUrl: 'postgres://u:p@db.example/assay',
      githubToken: 'token-of-github',
    })
  })

  it.each(secretSettings)(
    '%s is not set twice or by a missing or empty file, and problems do not repeat it',
    (name) => {
      expect(() => readConfig({ [name]: 'hunter2', [`${name}_FILE`]: file('hunter2') })).toThrow(
        new RegExp(`^${name}: ${name}_FILE is also set. Set only one of them`, 'm'),
      )
      expect(() => readConfig({ [`${name}_FILE`]: join(folder, 'absent') })).toThrow(
        new RegExp(`^${name}_FILE: Assay cannot read the file`, 'm'),
      )
      expect(() => readConfig({ [`${name}_FILE`]: file('\n') })).toThrow(
        new RegExp(`^${name}_FILE: The file is empty`, 'm'),
      )
      const problem = (() => {
        try {
          return String(readConfig({ [`${name}_FILE`]: file('hunter2 is no good value') }))
        } catch (error) {
          return String(error)
        }
      })()
      expect(problem).not.toContain('hunter2')
    },
  )
})

describe('where metrics are served', () => {
  it('is nowhere unless a port is set, and this machine alone unless a host is', () => {
    expect(readConfig({}).operations).toBeUndefined()
    expect(readConfig({ METRICS_PORT: '9464' }).operations).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).operations).toEqual({
      host: '0.0.0.0',
      port: 9464,
    })
    expect(() => readConfig({ METRICS_PORT: '99999' })).toThrow(/^METRICS_PORT: The value is not a port/)
  })
})
