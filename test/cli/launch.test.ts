import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'assay-launch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const small = join(folder, 'small')
mkdirSync(small)
writeFileSync(join(small, 'index.js'), 'export const answer = 42\n')

/** A project that is too large to scan without the settings. */
const large = join(folder, 'large')
mkdirSync(large)
writeFileSync(join(large, 'index.js'), 'export const answer = 42\n')
writeFileSync(join(large, 'data.bin'), '')
truncateSync(join(large, 'data.bin'), 9_000_000)

/** Starts a scan. Returns its command line and environment from the system as soon as `isDone` returns true. */
async function launched(
  scanned: string,
  environment: Record<string, string>,
  isDone: (commandLine: string) => boolean,
) {
  const child = spawn(process.execPath, ['assay.js', 'scan', scanned, '--without', 'vulnerable-dependencies'], {
    env: { PATH: process.env['PATH'] ?? '', ASSAY_DATA_DIR: join(folder, 'data'), ...environment },
    stdio: 'ignore',
  })
  try {
    return await vi.waitFor(
      () => {
        const commandLine = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
        expect(isDone(commandLine)).toBe(true)
        return { commandLine, environment: readFileSync(`/proc/${child.pid}/environ`, 'utf8') }
      },
      { timeout: 20_000, interval: 5 },
    )
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

it('restarts Node in the same process, with the flag and the allocator settings', async () => {
  const { commandLine, environment } = await launched(large, {}, (line) => line.includes('--max-semi-space-size=16'))
  expect(commandLine.split('\0').slice(2, 4)).toEqual([join(process.cwd(), 'assay.js'), 'scan'])
  expect(environment).toMatch(/(^|\0)MALLOC_ARENA_MAX=2\0/)
  expect(environment).toMatch(/(^|\0)MALLOC_MMAP_THRESHOLD_=131072\0/)
})

it('keeps the settings that the operator chose', async () => {
  const chosen = { MALLOC_ARENA_MAX: '4', MALLOC_MMAP_THRESHOLD_: '65536', NODE_OPTIONS: '--max-semi-space-size=8' }
  const { commandLine, environment } = await launched(large, chosen, (line) => line.includes('assay.js'))
  expect(commandLine).not.toContain('--max-semi-space-size=16')
  expect(environment).toContain('MALLOC_ARENA_MAX=4')
})

it('does not restart Node for a small project', async () => {
  const child = spawn(process.execPath, ['assay.js', 'scan', small, '--without', 'vulnerable-dependencies'], {
    env: { PATH: process.env['PATH'] ?? '', ASSAY_DATA_DIR: join(folder, 'data') },
    stdio: 'ignore',
  })
  const seen = new Set<string>()
  const timer = setInterval(() => seen.add(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')), 5)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  expect(code).toBe(0)
  expect([...seen].filter((line) => line !== '').map((line) => line.split('\0').slice(1, 3))).toEqual([
    ['assay.js', 'scan'],
  ])
})

describe('the file .env of an installation', () => {
  /** An installation whose commands print two settings. */
  const installation = join(folder, 'installation')
  mkdirSync(join(installation, 'dist/cli'), { recursive: true })
  mkdirSync(join(installation, 'dist/service'))
  copyFileSync('assay.js', join(installation, 'assay.js'))
  writeFileSync(join(installation, 'package.json'), JSON.stringify({ type: 'module', version: '1.0.0' }))
  writeFileSync(
    join(installation, 'dist/cli/main.js'),
    'export const main = async () => (console.log(`${process.env.APP_ID} ${process.env.HOST}`), 0)\n',
  )
  writeFileSync(join(installation, '.env'), '# of the app\nAPP_ID=4711\nHOST="0.0.0.0"\n')
  const run = (command: string, environment: Record<string, string> = {}) =>
    execFileSync(process.execPath, [join(installation, 'assay.js'), command], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      encoding: 'utf8',
    }).trim()

  it('is read by the service, and the environment takes precedence', () => {
    expect(run('serve')).toBe('4711 0.0.0.0')
    expect(run('serve', { HOST: '127.0.0.1' })).toBe('4711 127.0.0.1')
  })

  it('is not read by commands of the engine', () => {
    expect(run('scan')).toBe('undefined undefined')
  })
})
