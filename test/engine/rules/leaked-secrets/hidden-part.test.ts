import { describe, expect, it } from 'vitest'
import { randomMaker } from '../../../../src/engine/rules/leaked-secrets/examples.ts'
import { maskSecrets } from '../../../../src/engine/rules/leaked-secrets/mask-secrets.ts'
import { passwordRest } from '../../../../src/engine/rules/leaked-secrets/hidden-part.ts'
import { findIn } from './find-in.ts'

const { fill } = randomMaker('the tests of passwords with any character')
const start = `${fill('ABCDEFGHJKLMNPQRSTUVWXYZ', 2)}${fill('abcdefghijkmnopqrstuvwxyz', 3)}${fill('23456789', 3)}`
const rest = `${fill('abcdefghijkmnopqrstuvwxyz', 5)}${fill('23456789', 3)}`

describe('a password with a character that usually ends one', () => {
  it.each([
    ['home/.pgpass', `db.internal-host.io:5432:orders:app:${start}\\:${rest}`],
    ['sftp-config.json', `{ "user": "web", "password": "${start};${rest}" }`],
    ['deploy.sh', `sshpass -p '${start}$${rest}(w' ssh deploy@files.internal-host.io`],
    ['deploy.sh', `docker login -u deployer -p '${start}&${rest}' registry.internal-host.io`],
    ['app/build.gradle', `credentials { username = 'ci'; password = '${start}"${rest}' }`],
  ])('is hidden completely in %s: %s', async (path, line) => {
    const found = await findIn({ [path]: `${line}\n` })
    expect(found).not.toEqual([])
    for (const text of [JSON.stringify(found), maskSecrets(line, path)]) {
      expect(text).toContain('******')
      expect(text).not.toContain(start)
      expect(text).not.toContain(rest)
    }
  })

  it('is hidden completely in the finding about another password of its line', async () => {
    const line = `sshpass -p '${start}$${rest}(w' ssh a; docker login -u b -p 'k${start}' registry.internal-host.io\n`
    const found = await findIn({ 'deploy.sh': line })
    expect(found).toHaveLength(2)
    expect(JSON.stringify(found)).not.toContain(rest)
  })

  it.each([
    ['"', 'abc', '", "host": "x"', 0],
    ['', 'abc', '; psql', 0],
    ['', 'abc', '$def ghi', 4],
    ['"', 'abc\\', '"def", x', 4],
    ['', 'abc', '</password>', 0],
    ['', 'abc', '', 0],
    ["'", 'abc', 'def ghi', 3],
  ])('after %s%s%s, it has %i more characters', (before, password, after, length) => {
    expect(passwordRest(before, password, after)).toBe(length)
  })
})

describe('base64 around a password', () => {
  it('is hidden from its start', () => {
    const text = `db: postgres://admin:${start}${rest}@db.internal-host.io/x\npassword: ${start}${rest}\n`
    const line = `settings: ${Buffer.from(text).toString('base64')}`
    const [run = ''] = /[A-Za-z0-9+/]{8,}/.exec(maskSecrets(line).slice('settings: '.length)) ?? []
    expect(Buffer.from(run, 'base64').toString()).not.toContain(start)
  })
})
