import { describe, expect, it } from 'vitest'
import { randomMaker } from '../../../../src/engine/rules/leaked-secrets/examples.ts'
import { findIn, rulesIn } from './find-in.ts'

const { fill } = randomMaker('the tests of configuration files')
const alnum = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
const encoded = (text: string) => Buffer.from(text).toString('base64')
const manifest = (data: string) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: mail\n${data}\n`

describe('a password in the settings of a client', () => {
  it('is reported there, and not in other files', async () => {
    const text = '{ "host": "files.internal-host.io", "user": "web", "password": "blue-harbor-seven" }\n'
    expect(await rulesIn(text, 'site/.vscode/sftp.json')).toEqual(['leaked-stored-client-password:1'])
    expect(await rulesIn(text, 'site/settings.json')).toEqual([])
  })

  it.each(['${PASSWORD}', '<password>', 'changeme', 'xxxxxxxx', 'password', 'true', '********'])(
    'is not reported as %s',
    async (value) => {
      expect(await rulesIn(`{ "password": "${value}" }\n`, 'sftp-config.json')).toEqual([])
    },
  )

  it('is not in the finding', async () => {
    const found = await findIn({ '.git-credentials': 'https://deployer:blue-harbor-seven@git.internal-host.io\n' })
    expect(found.map(({ ruleId }) => ruleId)).toEqual(['leaked-git-credential'])
    expect(JSON.stringify(found)).not.toContain('harbor')
  })
})

describe('a password in settings', () => {
  it.each([
    ['DB_PASSWORD=Harbor77', ['leaked-settings-password:1']],
    ['DB_PASSWORD: "Harbor123!"', ['leaked-generic-password:1']],
    [`REDIS_PASSWORD=${encoded('redispassword')}`, []],
    ['DORIS_PASSWORD=doris123', []],
    ['PASSWORD_HASH=Harbor77', []],
    ['# Exit codes: 0=pass, 1=warning, 2=critical', []],
    ['DB_PASSWORD=\nDB_HOST=db-2.internal', []],
  ])('is judged in %s', async (line, rules) => {
    expect(await rulesIn(`${line}\n`, 'deploy/.env')).toEqual(rules)
  })
})

describe('a Kubernetes Secret', () => {
  it('has encoded values, values as text, and values on the next line', async () => {
    const data = [
      'data:',
      `  smtp-pass: ${encoded(fill(alnum, 20))}`,
      `  app.yaml: ${encoded(`token: "${fill(alnum, 30)}"`)}`,
      'stringData:',
      '  SESSION_KEY: 9b2f6c1e-7d43-4a58-8e0b-51c3f7a9d264',
      '  htpasswd: |-',
      `    operator:$apr1$${fill(alnum, 8)}$${fill(alnum, 22)}`,
    ]
    const found = await rulesIn(manifest(data.join('\n')), 'k8s/mail.yaml')
    expect(found.map((rule) => rule.replace(/.*:/, ''))).toEqual(['6', '7', '9', '11'])
  })

  it('is not reported for names, references, templates, and placeholders', async () => {
    const data = [
      'data:',
      `  username: ${encoded('administrator7')}`,
      `  password: ${encoded('changeme')}`,
      '  token: {{ .Values.token }}',
      'stringData:',
      '  apiToken: "${API_TOKEN}"',
    ]
    expect(await rulesIn(manifest(data.join('\n')), 'k8s/mail.yaml')).toEqual([])
  })

  it('shows no decoded text', async () => {
    const password = fill(alnum, 20)
    const found = JSON.stringify(await findIn({ 'a.yaml': manifest(`data:\n  smtp-pass: ${encoded(password)}`) }))
    expect(found).toContain('leaked-kubernetes-secret')
    expect(found).not.toContain(password)
    expect(found).not.toContain(encoded(password).slice(0, 10))
  })
})

describe('base64', () => {
  it('of words, placeholders, and images is no secret', async () => {
    const values = ['the name of the cluster 12', 'example-token-2024', '{"alg":"HS256","typ":"J']
    for (const value of values) expect(await rulesIn(`secret: "${encoded(value)}"\n`)).toEqual([])
    const image = `data:image/png;base64,${encoded(`password = "${fill(alnum, 30)}"`)}`
    expect(await rulesIn(`<img src="${image}">\n`, 'page.html')).toEqual([])
  })

  it('is decoded twice', async () => {
    const settings = `database:\n  password: "${fill(alnum, 24)}"\n`
    expect(await rulesIn(`blob: ${encoded(settings)}\n`)).toEqual(['leaked-encoded-secret:1'])
    expect(await rulesIn(`blob: ${encoded(manifest(`data:\n  blob: ${encoded(settings)}`))}\n`)).toEqual([])
    expect(
      await rulesIn(`blob: ${encoded(`kind: Secret\ndata:\n  password: ${encoded(`pw = "${fill(alnum, 30)}"`)}\n`)}\n`),
    ).toEqual(['leaked-encoded-secret:1'])
  })
})

describe('a password in a command line', () => {
  const password = fill(alnum, 16)

  it.each([
    [`curl -s -u deployer:${password} https://files.internal-host.io`, ['leaked-curl-credential:1']],
    ['curl -u "$USER:$PASSWORD" https://files.internal-host.io', []],
    [`docker run -u 1000:1000 -p 3306:3306 ${password}`, []],
    [`mysqldump -h db -u root -p${password} orders`, ['leaked-login-argument:1']],
    ['docker run --name mysql -p8080:80 app', []],
    [`PGPASSWORD=${password} psql -h db.internal-host.io`, ['leaked-command-password:1']],
    ['PGPASSWORD=$POSTGRES_PASSWORD psql', []],
  ])('is judged in %s', async (line, rules) => {
    expect(await rulesIn(`${line}\n`, 'scripts/backup.sh')).toEqual(rules)
  })
})

describe('a password hash', () => {
  const line = `operator:$2b$12$${fill(`${alnum}./`, 53)}:17431\n`

  it('is reported, but not in tests and documentation', async () => {
    expect(await rulesIn(line, 'etc/users')).toEqual(['leaked-bcrypt-hash:1'])
    for (const path of ['test/users', 'docs/users.html', 'src/users.test.ts', 'README.md'])
      expect(await rulesIn(line, path)).toEqual([])
    expect(await rulesIn(`assert.Equal(t, "${line.slice(9, 69)}", hash)\n`, 'src/login.go')).toEqual([])
  })
})

it('does not report tokens in links to images of GitHub', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: 'github.com', aud: 'raw.githubusercontent.com' }
  const token = `${part({ alg: 'HS256' })}.${part(claims)}.${fill(alnum, 43)}`
  expect(await rulesIn(`![picture](https://images.example/1.png?jwt=${token})\n`, 'notes.txt')).toEqual([])
})
