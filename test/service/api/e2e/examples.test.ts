import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssayProcess, dataFolder, startAssay } from '../../../support/assay-process.ts'
import { examplePackages } from '../../../support/example-packages.ts'
import { startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, pythonPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'

const run = promisify(execFile)
const page = readFileSync('docs/guides/api-users.md', 'utf8')

/** Returns the code blocks of a language below a heading, in order. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map((match) => match[1] ?? '')
}

const section = (heading: string) => page.split(/^## /m).find((text) => text.startsWith(heading)) ?? ''
/** Path of the project's TypeScript compiler, independent of the working directory. */
const tsc = join(process.cwd(), 'node_modules/.bin/tsc')
const python = await run('python3', ['--version']).then(
  ({ stdout }) => stdout.trim(),
  () => undefined,
)
if (python === undefined) process.stdout.write('skipped: the example in Python, because there is no python3 here\n')

/** A folder that represents a user's project with a copy of the client. */
const folder = mkdtempSync(join(tmpdir(), 'assay-examples-'))
for (const file of ['assay.ts', 'endpoints.ts', 'transport.ts']) copyFileSync(`client/${file}`, join(folder, file))
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')

const stack = new AsyncDisposableStack()
let service: AssayProcess
/** While this is pending, the registry does not respond, so no scan ends. */
let held: Promise<void> | undefined

beforeAll(async () => {
  const data = dataFolder()
  const feed = writeOsvFeed({ npm: [flawedPackageAdvisory], PyPI: [pythonPackageAdvisory] })
  const registry = stack.use(
    await startNpmStandIn({ ...examplePackages, 'mcp-server-kubernetes@2.9.6': {} }, { hold: () => held }),
  )
  stack.defer(() => [feed, data].forEach((made) => made.remove()))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  service = await startAssay({
    ASSAY_DATA_DIR: data.path,
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
  })
  stack.defer(async () => void (await service.end('SIGTERM')))
})
afterAll(() => stack.disposeAsync())

async function output(program: string, name: string, text: string): Promise<string> {
  writeFileSync(join(folder, name), text)
  const { stdout } = await run(program, [name], {
    cwd: folder,
    timeout: 60_000,
    env: { PATH: process.env.PATH, ASSAY_URL: service.address, ASSAY_KEY: service.key },
  })
  return stdout
}

const bash = (text: string) => output('bash', 'example.sh', `set -euo pipefail\n${text}`)
const typescript = (text: string) => output(process.execPath, 'example.ts', text)

describe('docs/guides/api-users.md', () => {
  it('watches a scan to its end', async () => {
    const printed = await bash(blocks(section('Watch a'), 'bash')[0] ?? '')
    expect(printed).toContain('event: progress')
    expect(printed).toMatch(/event: end\ndata: .*"verdict":"fail"/)
  })

  it('submits, waits and reads with curl', async () => {
    const printed = await bash(blocks(section('Submit'), 'bash')[0] ?? '')
    expect(printed).toContain('"verdict":"fail"')
    expect(printed).toContain('GHSA-aaaa-bbbb-cccc')
    expect(JSON.parse(readFileSync(join(folder, 'findings.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
    expect(JSON.parse(readFileSync(join(folder, 'components.cdx.json'), 'utf8'))).toMatchObject({
      bomFormat: 'CycloneDX',
    })
    expect(JSON.parse(readFileSync(join(folder, 'components.spdx.json'), 'utf8'))).toMatchObject({
      spdxVersion: 'SPDX-2.3',
    })
  })

  it('submits, waits and reads with TypeScript', async () => {
    const lines = (await typescript(blocks(section('Submit'), 'ts')[0] ?? '')).trim().split('\n')
    expect(lines).toEqual(['fail D', expect.stringMatching(/flawed.* fixed in 1\.2\.6/), '2.1.0 1.6'])
  })

  it.skipIf(python === undefined)('submits, waits and reads with Python', async () => {
    const lines = (await output('python3', 'example.py', blocks(section('Submit'), 'python')[0] ?? ''))
      .trim()
      .split('\n')
    expect(lines).toEqual(['fail D', expect.stringMatching(/^critical .*flawed/), '2.1.0', '1.6'])
  })

  it('groups findings', async () => {
    expect(await typescript(blocks(section('Groups'), 'ts')[0] ?? '')).toMatch(/^1 flawed 0\.0\.8: [^\n]+\n$/)
  })

  it('cancels', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    try {
      expect(await bash(blocks(section('Cancel'), 'bash')[0] ?? '')).toMatch(
        /"error":\{"code":"CANCELLED".*"removed":false/,
      )
      expect(await typescript(blocks(section('Cancel'), 'ts')[0] ?? '')).toBe('canceled failed\n')
    } finally {
      held = undefined
      resolve()
    }
  })

  it('shows errors', async () => {
    const { error } = JSON.parse(await bash(blocks(section('Errors'), 'bash')[0] ?? '')) as {
      error: { code: string; details: { path: string }[] }
    }
    expect([error.code, error.details.map(({ path }) => path).sort()]).toEqual([
      'INVALID_REQUEST',
      ['body.depth', 'body.failOn'],
    ])
    expect(await typescript(blocks(section('Errors'), 'ts')[0] ?? '')).toMatch(
      /^400 INVALID_URL [^]*body\.url[^]* req_/,
    )
  })

  it('shows rate limits', async () => {
    expect((await bash(blocks(section('Rate limits'), 'bash')[0] ?? '')).toLowerCase()).toMatch(
      /^x-ratelimit-limit: \d+\s+x-ratelimit-remaining: \d+\s+x-ratelimit-reset: \d+\s*$/,
    )
  })

  it('sends again without doing again', async () => {
    const printed = await bash(blocks(section('Repeat a request'), 'bash')[0] ?? '')
    const ids = [...printed.matchAll(/"scanId":"(scan_[^"]+)"/g)].map((match) => match[1])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    expect(printed.match(/idempotency-replayed: true/gi)).toHaveLength(1)
  })

  it('makes, tests and recovers a webhook endpoint', async () => {
    const printed = await bash(blocks(section('Webhooks'), 'bash')[0] ?? '')
    const [, eventId] = /"eventId":"(evt_[^"]+)"/.exec(printed) ?? []
    expect(JSON.parse(printed.slice(printed.lastIndexOf('{"success"')))).toMatchObject({
      data: { deliveries: [{ event: 'ping', eventId }] },
    })
    expect((await typescript(blocks(section('Webhooks'), 'ts')[0] ?? '')).split('\n')).toEqual([
      'whsec_',
      '0 sent again, 0 failed',
      'true',
      'false',
      '',
    ])
  })

  it('has TypeScript that is free of type errors, with the client as it is copied', async () => {
    const examples = blocks(page, 'ts').map((text, index) => ({ name: `typed-${index}.ts`, text }))
    for (const { name, text } of examples) writeFileSync(join(folder, name), text)
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      '--types',
      'node',
      '--typeRoots',
      join(process.cwd(), 'node_modules/@types'),
    ]
    await run(tsc, [...options, ...examples.map(({ name }) => join(folder, name))], { cwd: folder }).catch(
      ({ stdout }: { stdout: string }) => expect.fail(stdout),
    )
  })

  it('has no block that does not run', () => {
    expect([...page.matchAll(/^```(\w+)$/gm)].map((match) => match[1])).toEqual([
      'bash',
      'ts',
      'python',
      'bash',
      'ts',
      'bash',
      'ts',
      'ts',
      'bash',
      'bash',
      'bash',
      'bash',
      'ts',
    ])
  })
})

describe('README.md', () => {
  it('scans through the API', async () => {
    const block = blocks(readFileSync('README.md', 'utf8'), '').find((text) => text.includes('/api/v1/scans/url')) ?? ''
    const [setting, submit = '', ...read] = block
      .replaceAll('http://127.0.0.1:3000', '$ASSAY_URL')
      .split('\n\n')
      .join('\n')
      .split(/^(?=curl)/m)
    expect(setting).toBe('export ASSAY_KEY=mcp_…\n')
    const { data } = JSON.parse(await bash(submit)) as { data: { scanId: string } }
    const [status = '', findings = '', ...downloads] = read.map((command) => command.replace('SCAN_ID', data.scanId))
    await expect
      .poll(async () => JSON.parse(await bash(status)), { timeout: 20_000 })
      .toMatchObject({ data: { status: 'completed', verdict: 'pass' } })
    expect(JSON.parse(await bash(findings))).toMatchObject({ data: { vulnerabilities: [] } })
    await bash(downloads.join(''))
    expect(
      downloads.map((command) => JSON.parse(readFileSync(join(folder, / > (\S+)/.exec(command)?.[1] ?? ''), 'utf8'))),
    ).toMatchObject([{ version: '2.1.0' }, { specVersion: '1.6' }])
  })
})
