import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startNpmStandIn } from '../support/npm-stand-in.ts'

const program = fileURLToPath(new URL('../../bench/detection/run.ts', import.meta.url))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-detection-'))
  for (const name of ['twins', 'others']) {
    for (const which of ['vulnerable', 'safe'])
      mkdirSync(join(folder, 'pairs/javascript', name, which), { recursive: true })
    for (const which of ['vulnerable', 'safe'])
      writeFileSync(join(folder, 'pairs/javascript', name, which, 'index.js'), 'export const answer = 42\n')
    writeFileSync(
      join(folder, 'pairs/javascript', name, 'pair.json'),
      JSON.stringify({
        id: name,
        class: 'command-injection',
        ecosystem: 'npm',
        sink: { file: 'index.js', line: 1 },
        tier: 'direct-flow',
      }),
    )
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function call(
  ...given: (string | Readonly<Record<string, string>>)[]
): Promise<{ code: number; out: string; err: string }> {
  const words = given.filter((word) => typeof word === 'string')
  const settings = given.find((word) => typeof word !== 'string')
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...words], {
      timeout: 60_000,
      env: { ...process.env, ...settings },
    })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

it('writes the whole result to the requested file', async () => {
  const { code, out } = await call('--pairs', join(folder, 'pairs'), '--results', join(folder, 'result.json'))
  expect(code).toBe(0)
  expect(out).toMatch(/^missed {2}\w+ +twins {2}command-injection/m)
  expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'))).toContainEqual(
    expect.objectContaining({ measure: 'pairs, others', median: 0 }),
  )
})

it('judges only what is asked for, and then writes no result', async () => {
  const { code, out } = await call(
    '--pairs',
    join(folder, 'pairs'),
    '--only',
    'twins',
    '--json',
    '--results',
    join(folder, 'none.json'),
  )
  expect(code).toBe(0)
  const lines = JSON.parse(out) as { measure: string; case?: { caught: unknown } }[]
  expect(lines.filter((line) => line.case)).toMatchObject([
    { measure: 'pairs, twins', case: { caught: null, class: 'command-injection' } },
  ])
  expect(existsSync(join(folder, 'none.json'))).toBe(false)
})

it('asks the registry of the settings for what it has not got yet', async () => {
  await using registry = await startNpmStandIn({
    '@scope/server@1.0.0': { files: { 'index.js': 'export const answer = 42\n' } },
  })
  writeFileSync(
    join(folder, 'servers.json'),
    JSON.stringify([{ package: '@scope/server', version: '1.0.0', ecosystem: 'npm' }]),
  )
  const settings = { npm_config_registry: registry.url, ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32' }
  const { code, out } = await call(
    join(folder, 'servers.json'),
    '--no-pairs',
    '--cache',
    join(folder, 'cache'),
    '--results',
    join(folder, 'servers-result.json'),
    settings,
  )
  expect(code).toBe(0)
  expect(out).toContain('0 high or critical in 1 of 1 servers')
  expect(existsSync(join(folder, 'cache/npm/@scope+server@1.0.0.tgz'))).toBe(true)
})

it('says how it is called when there is nothing to judge', async () => {
  expect(await call('--no-pairs')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--trees <folder>') })
  expect(await call('--pairs', join(folder, 'pairs'), '--only', 'nobody')).toMatchObject({
    code: 2,
    err: 'nothing is named like nobody\n',
  })
})
