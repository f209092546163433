import { generateKeyPairSync } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { leakedSecrets } from '../../../../src/engine/rules/leaked-secrets/detector.ts'
import { githubChecksum, sealedWith } from '../../../../src/engine/rules/leaked-secrets/checks/checksums.ts'
import { randomMaker } from '../../../../src/engine/rules/leaked-secrets/examples.ts'
import { Finding } from '../../../../src/engine/model/finding.ts'
import { secretLimits } from '../../../../src/engine/rules/leaked-secrets/secret-limits.ts'
import { findIn, rulesIn } from './find-in.ts'

const alnum = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const { fill } = randomMaker('the tests of the detector')
const githubToken = () => sealedWith(githubChecksum)(`ghp_${fill(alnum, 36)}`)
const openRouterKey = () => `sk-or-v1-${fill('0123456789abcdef', 64)}`

it('judges an alphabet as a password at once: two ways to read each letter took minutes for 56 of them', async () => {
  expect(await rulesIn({ 'a.ts': `const password = '${alnum.slice(0, 50)}23456789'\n` })).toEqual([])
})

describe('a finding', () => {
  it('states the place, what an attacker can do with the secret, and how to revoke it', async () => {
    const token = githubToken()
    const [found] = await findIn({ 'src/client.ts': `// 🔑 ünï\nconst a = '🔑', client = connect('${token}')\n` })
    expect(found).toMatchObject({
      ruleId: 'leaked-github-personal-token',
      title: 'GitHub personal access token in src/client.ts',
      severity: 'critical',
      precision: 'very-high',
      category: 'secret',
      cwe: ['CWE-798', 'CWE-540'],
      owaspMcp: ['MCP01:2025'],
      location: {
        path: 'src/client.ts',
        startLine: 2,
        startColumn: 35,
        endLine: 2,
        endColumn: 75,
        snippet: "const a = '🔑', client = connect('ghp_******')",
      },
    })
    expect(found?.message).toBe(
      'Line 2 of src/client.ts contains a GitHub personal access token with a valid checksum or structure. An ' +
        "attacker who obtains it can read the owner's repositories and, with write permission, change them.",
    )
    expect(found?.arguments).toEqual({ isVerified: true, isAside: false })
    expect(found?.remediation).toContain('https://github.com/settings/tokens')
    expect(
      Finding.safeParse({ ...found, id: 'f', state: 'new', firstSeenAt: '2026-01-01T00:00:00Z' }).error,
    ).toBeUndefined()
  })

  it('has the secret nowhere, nor others of its line', async () => {
    const [token, key, password] = [githubToken(), openRouterKey(), fill(alnum, 24)]
    const told = JSON.stringify(
      await findIn({
        'a.env':
          `A=1 B="${token}" C=${key} D=postgres://app:${password}@db.internal-host.io/main X-Other: ` +
          `${fill(alnum, 30)}\n`,
      }),
    )
    for (const secret of [token, key, password])
      for (let at = 0; at + 8 <= secret.length; at += 1)
        if (!'sk-or-v1-'.includes(secret.slice(at, at + 8))) expect(told).not.toContain(secret.slice(at, at + 8))
  })

  it('of a key shows its first line alone, also where all of it is one line', async () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const [found, ...others] = await findIn({
      'account.json': JSON.stringify({ type: 'service_account', private_key: privateKey }),
    })
    expect(others).toEqual([])
    expect(found).toMatchObject({
      ruleId: 'leaked-pkcs8-private-key',
      location: { snippet: '{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY----- ******' },
    })
  })

  it('keeps its fingerprint when the secret is another one or moves, and has another in another place', async () => {
    const fingerprints = async (path: string, text: string) =>
      (await findIn({ [path]: text })).map(({ fingerprint }) => fingerprint)
    const [before] = await fingerprints('a.ts', `const token = '${githubToken()}'`)
    expect(await fingerprints('a.ts', `\n\n  const token = "${githubToken()}"`)).toEqual([before])
    expect(await fingerprints('b.ts', `const token = '${githubToken()}'`)).not.toEqual([before])
    expect(await fingerprints('a.ts', `const other = '${githubToken()}'`)).not.toEqual([before])
    const two = await fingerprints('a.ts', `const token = '${githubToken()}'\nconst token = '${githubToken()}'`)
    expect(two[0]).toBe(before)
    expect(new Set(two).size).toBe(2)
  })
})

describe('one secret is one finding', () => {
  it('of the rule that says most', async () => {
    expect(await rulesIn(`GITHUB_TOKEN=${githubToken()}\n`, '.env')).toEqual(['leaked-github-personal-token:1'])
    expect(await rulesIn(`client_secret: "sk-ant-api03-${fill(alnum, 93)}AA"\n`)).toEqual(['leaked-anthropic-key:1'])
    expect(await rulesIn(`api_key = "${fill(alnum, 40)}"\n`)).toEqual(['leaked-generic-secret:1'])
  })

  it('and none, not even of a generic rule, where a checksum does not hold', async () => {
    expect(await rulesIn(`GITHUB_TOKEN=ghp_${fill(alnum, 36)}\n`, '.env')).toEqual([])
  })

  it('wherever it stands: across the parts of a large file, and at its very ends', async () => {
    const token = githubToken()
    for (const offset of [-50, -40, -20, -4, -1, 0]) {
      const text = Buffer.alloc(2 * secretLimits.maxPartBytes + 100, '\n')
      text.write(token, secretLimits.maxPartBytes + offset)
      expect(await rulesIn(text), String(offset)).toEqual([
        `leaked-github-personal-token:${secretLimits.maxPartBytes + offset + 1}`,
      ])
    }
    expect(await rulesIn(token)).toEqual(['leaked-github-personal-token:1'])
    expect(await rulesIn(`${token}\n${token}`)).toEqual([
      'leaked-github-personal-token:1',
      'leaked-github-personal-token:2',
    ])
  })
})

describe('ways to write a secret down', () => {
  const key = fill('0123456789abcdef', 32)
  it.each([
    `DD_API_KEY=${key}`,
    `export DD_API_KEY="${key}"`,
    `ENV DD_API_KEY ${'='} ${key}`,
    `"datadogApiKey": "${key}"`,
    `datadog-api-key: '${key}'`,
    `os.environ["DD_API_KEY"] = "${key}"`,
    `const key = process.env.DD_API_KEY ?? '${key}'`,
    `os.getenv("DD_API_KEY", "${key}")`,
    `DD_API_KEY: str = "${key}"`,
    `- name: DD_API_KEY\n  value: ${key}`,
    `{ "name": "DD_API_KEY", "value": "${key}" }`,
    `{"config": "{\\"DD_API_KEY\\": \\"${key}\\"}"}`,
    `'--datadog-api-key=${key}'`,
    `DD-API-KEY: Bearer ${key}`,
  ])('%s', async (text) => {
    expect((await findIn({ 'src/a.yaml': text })).map(({ ruleId }) => ruleId)).toEqual(['leaked-datadog-api-key'])
  })

  it('behind escapes of strings and addresses', async () => {
    const token = githubToken()
    for (const text of [
      `"a\\n${token}"`,
      `?token%3D${token}`,
      `https://x:${token}@host.example`,
      `Bearer ${token}`,
      `//${token}`,
      `"${token}\\n"`,
    ])
      expect(
        (await findIn({ 'a.txt': text })).map(({ ruleId }) => ruleId),
        text.slice(0, 12),
      ).toEqual(['leaked-github-personal-token'])
    expect(await rulesIn(`x${token}`)).toEqual([])
  })
})

describe('what is set aside', () => {
  it.each([
    'API_KEY=YOUR_API_KEY_HERE_0123',
    'const apiKey = process.env.API_KEY_0123456789',
    'apiKey: "${API_KEY_FROM_VAULT_01}"',
    'api_key: <your-api-key-from-the-page-01>',
    'token: {{ .Values.token01234567890 }}',
    'password = "correct horse battery staple 1"',
    'const tokenType = "access_token_v2_2024"',
    'passwordPattern: "^[A-Z]{2}[0-9]{6}[a-z]+$"',
    'postgres://postgres:postgres@localhost:5432/postgres',
    'postgres://user:Sup3rS3cret99@db:5432/app',
    'mongodb://<user>:<password>@cluster.mongodb.net/app',
    'https://user:pass@example.com/path',
    'secretName: "projects/1234/secrets/the-name-of-it-01"',
    'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'aws_access_key_id = AKIAIOSFODNN7EXAMPLE',
    'integrity: "sha512-Kx3Vj9vM0eZ1l3V9dVZ5q0WcB8o6y1rQnH7S2tP4uXyZabcdEFGHijklMNOP0123456789qrst=="',
    'token_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ])('%s', async (line) => {
    expect(await rulesIn(`${line}\n`)).toEqual([])
  })

  it('in lockfiles, source maps, drawings and minified code: what only a name tells', async () => {
    const line = `"token": "${fill(alnum, 40)}"`
    expect(await rulesIn(line, 'src/a.json')).toEqual(['leaked-generic-secret:1'])
    for (const path of [
      'package-lock.json',
      'pnpm-lock.yaml',
      'Cargo.lock',
      'dist/app.js.map',
      'logo.svg',
      'dist/app.min.js',
      'go.sum',
    ])
      expect(await rulesIn(line, path), path).toEqual([])
    expect(await rulesIn(`${'var a=1;'.repeat(300)}${line}${';b=2'.repeat(300)}`, 'dist/app.js')).toEqual([])
  })

  it('but not what has a form of its own', async () => {
    for (const path of ['package-lock.json', 'dist/app.js.map', 'dist/app.min.js'])
      expect(await rulesIn(`"x": "${githubToken()}"`, path), path).toEqual(['leaked-github-personal-token:1'])
  })
})

describe('tests, examples and documentation', () => {
  it('lower severity and precision by a step, and hide nothing', async () => {
    const text = `key: ${openRouterKey()}\n`
    const judged = async (path: string) =>
      (await findIn({ [path]: text })).map(({ severity, precision }) => `${severity} ${precision}`)
    expect(await judged('src/a.yaml')).toEqual(['high medium'])
    for (const path of [
      'test/a.yaml',
      'src/__tests__/a.ts',
      'a.test.ts',
      'test_a.py',
      'docs/a.md',
      'README.md',
      '.env.example',
      'examples/a.ts',
      'src/fixtures/a.json',
      'spec/a.rb',
    ])
      expect(await judged(path), path).toEqual(['medium low'])
    expect(
      (await findIn({ 'openapi.json': `{\n  "openapi": "3.1.0",\n  "x": ${JSON.stringify(text)} }` })).map(
        ({ severity }) => severity,
      ),
    ).toEqual(['medium'])
  })

  it('lower keys by two, because tests often create them', async () => {
    const { privateKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const judged = async (path: string) =>
      (await findIn({ [path]: privateKey })).map(({ severity, precision }) => `${severity} ${precision}`)
    expect(await judged('server.key')).toEqual(['critical very-high'])
    expect(await judged('test/server.key')).toEqual(['medium medium'])
  })

  it('and a key that is cut off is none that was verified', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const lines = privateKey.split('\n')
    const judged = async (text: string, path = 'server.key') =>
      (await findIn({ [path]: text })).map(({ severity, precision }) => `${severity} ${precision}`)
    const cut = [...lines.slice(0, 6), ...lines.slice(-2)].join('\n')
    expect(await judged(privateKey)).toEqual(['critical very-high'])
    expect(await judged(cut)).toEqual(['critical medium'])
    expect(await judged(cut, 'test/server.key')).toEqual(['medium low'])
    const many = (text: string) => Array.from({ length: secretLimits.maxFindingsPerRule + 2 }, () => text).join('\n')
    expect(new Set(await judged(many(cut)))).toEqual(new Set(['critical medium']))
  })
})

describe('files that are no plain text', () => {
  it('are looked through for what a checksum proves', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 1, 2, 0]), Buffer.from(` ${githubToken()} ${openRouterKey()} `)])
    expect(await rulesIn(bytes, 'module.pyc')).toEqual(['leaked-github-personal-token:1'])
  })

  it('are left out where they are pictures, archives or fonts, and are not counted as read', async () => {
    expect(await rulesIn(githubToken(), 'a.png')).toEqual([])
    expect(['a.png', 'b.woff2', 'c.tgz', 'd.PDF'].filter((path) => leakedSecrets.reads(path))).toEqual([])
    expect(['a.ts', '.env', 'Dockerfile', 'id_rsa', 'x.pyc'].filter((path) => !leakedSecrets.reads(path))).toEqual([])
  })

  it('are read where they are UTF-16', async () => {
    const text = `\ufeffKEY=1\r\nTOKEN=${githubToken()}\r\n`
    expect(await rulesIn(Buffer.from(text, 'utf16le'))).toEqual(['leaked-github-personal-token:2'])
    expect(await rulesIn(Buffer.from(text, 'utf16le').swap16())).toEqual(['leaked-github-personal-token:2'])
  })
})

describe('a large project', () => {
  it('yields to other work of the process, and stops on request', async () => {
    const controller = new AbortController()
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_unused, index) => [
        `src/${index}.ts`,
        Buffer.alloc(secretLimits.yieldAfterBytes, 'const a = 1\n'),
      ]),
    )
    let turns = 0
    const other = (async () => {
      for (; turns < 3; turns += 1) await turn()
      controller.abort(new Error('the scan ran out of time'))
    })()
    await expect(findIn(files, controller.signal)).rejects.toThrow('the scan ran out of time')
    await other
    expect(turns).toBe(3)
  })
})
