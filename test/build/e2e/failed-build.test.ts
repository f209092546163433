import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { copyCheckout } from '../support/copied-checkout.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-failed-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const checkout = copyCheckout(join(folder, 'checkout'))
const source = join(checkout, 'src/engine/reports/formats/format-ids.ts')
const cache = join(checkout, 'node_modules/.cache')
const sound = readFileSync(source, 'utf8')

/** Permissions do not limit root, so the command then runs as another user. */
const isRoot = process.getuid?.() === 0
const nobody = 65_534

function assay({ asNobody = false } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(checkout, 'assay.js'), '--version'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    encoding: 'utf8',
    ...(asNobody && { uid: nobody, gid: nobody }),
  })
  return { code: status, out: stdout, err: stderr }
}

describe('a stale checkout', { timeout: 120_000 }, () => {
  beforeEach(() => {
    rmSync(cache, { recursive: true, force: true })
    writeFileSync(source, `${sound}// changed at ${Date.now()}\n`)
  })

  it('is built once, and then runs at once', () => {
    expect(assay()).toEqual({
      code: 0,
      out: `${packageJson.version}\n`,
      err: 'Building Assay. This takes a few seconds.\n',
    })
    expect(assay()).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' })
  })

  it('with a syntax error exits with 4, after the lines of the compiler and one sentence', () => {
    appendFileSync(source, 'export const = 1\n')
    const { code, out, err } = assay()
    expect([code, out]).toEqual([4, ''])
    expect(err).toMatch(
      /^Building Assay\..*\n(?:.*\/reports\/formats\/format-ids\.ts\(\d+,\d+\): error TS\d+: .*\n)+The build/,
    )
    expect(err).toMatch(/\nThe build of Assay failed\. Fix the errors above and run the command again\.\n$/)
    expect(err).not.toMatch(/^\s+at /m)
    expect(existsSync(join(cache, 'build.lock'))).toBe(false)
  })

  it('whose cache cannot be a folder exits with 4 and one sentence', () => {
    writeFileSync(cache, '')
    expect(assay()).toEqual({
      code: 4,
      out: '',
      err:
        'Building Assay. This takes a few seconds.\n' +
        `The build of Assay failed: it cannot access ${cache} (EEXIST). Check this path.\n`,
    })
  })

  it('that this user cannot write exits with 4, and says as whom to build', ({ skip }) => {
    const folders = [checkout, join(checkout, 'node_modules')]
    chmodSync(folder, 0o755)
    const canRun = !isRoot || spawnSync(process.execPath, ['--version'], { uid: nobody, gid: nobody }).status === 0
    if (!canRun) skip('Another user cannot run this Node.')
    if (!isRoot) for (const path of folders) chmodSync(path, 0o555)
    try {
      expect(assay({ asNobody: isRoot })).toEqual({
        code: 4,
        out: '',
        err:
          'Building Assay. This takes a few seconds.\n' +
          `The build of Assay failed: it cannot access ${cache} (EACCES). Run "npm run build" as a user who can ` +
          'write this checkout.\n',
      })
    } finally {
      for (const path of folders) chmodSync(path, 0o755)
    }
  })

  it('is built where `dist` is a file', () => {
    rmSync(join(checkout, 'dist'), { recursive: true, force: true })
    writeFileSync(join(checkout, 'dist'), '')
    expect(assay().code).toBe(0)
  })
})
