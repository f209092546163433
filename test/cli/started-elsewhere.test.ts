import { execFile } from 'node:child_process'
import { realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { dataFolder } from '../support/assay-process.ts'
import { workingTree } from '../support/working-tree.ts'
import packageJson from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const folder = dataFolder()
afterAll(() => folder.remove())

const environment = {
  PATH: `${root}/node_modules/.bin:${process.env.PATH ?? ''}`,
  HOME: tmpdir(),
  ASSAY_DATA_DIR: folder.path,
  ASSAY_CACHE_DIR: join(folder.path, 'cache'),
  OSV_URL: 'file:/nowhere/at/all',
}

/** Runs a program in a folder outside of this project. */
function run(
  program: string,
  words: readonly string[],
  cwd: string,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { cwd, env: environment }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

describe('assay started from another folder', () => {
  it('scans the folder that npm was called in, not the one that npm moves to', { timeout: 120_000 }, async () => {
    using tree = workingTree({
      'package.json': '{"name":"other-project","version":"1.0.0"}',
      'sub/a.js': 'export const a = 1\n',
    })
    const linked = join(folder.path, 'linked')
    symlinkSync(root, linked)
    for (const [word, prefix] of [
      ['.', root],
      ['./sub', linked],
    ] as const) {
      const { out, err } = await run(
        'npm',
        [
          '--prefix',
          prefix,
          'run',
          '-s',
          'assay',
          '--',
          'scan',
          '--format',
          'json',
          '--without',
          'vulnerable-dependencies',
          word,
        ],
        tree.path,
      )
      expect(out, err).not.toBe('')
      expect(JSON.parse(out).source.path ?? JSON.parse(out).source.canonicalUrl).toContain(
        join(realpathSync(tree.path), word),
      )
    }
  })

  it('asks npm only where our own script was called', () => {
    const here = process.cwd()
    const called = {
      INIT_CWD: '/somewhere',
      npm_lifecycle_event: 'assay',
      npm_package_json: join(root, 'package.json'),
    }
    expect(here).toBe(root)
    expect(readConfig(called).callerFolder).toBe('/somewhere')
    for (const other of [
      {},
      { INIT_CWD: '/somewhere' },
      { ...called, npm_lifecycle_event: 'check' },
      { ...called, INIT_CWD: 'not/absolute' },
      { ...called, npm_package_json: '/somewhere/package.json' },
      { ...called, npm_package_json: undefined },
    ])
      expect(readConfig(other).callerFolder).toBe(here)
  })

  it('is a program by itself, by any name', async () => {
    using tree = workingTree({})
    symlinkSync(join(root, 'assay.js'), join(tree.path, 'assay'))
    expect(await run(join(tree.path, 'assay'), ['--version'], tree.path)).toEqual({
      code: 0,
      out: `${packageJson.version}\n`,
      err: '',
    })
  })

  it('names a command that works with an old Node, in any folder', async () => {
    using tree = workingTree({})
    const old =
      'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, ' +
      'node: "20.11.0" } })'
    const { code, err } = await run(process.execPath, ['--import', old, join(root, 'assay.js'), 'scan', '.'], tree.path)
    expect(code).toBe(2)
    const [, command = ''] = /^ {2}(npm .*) <command>$/m.exec(err) ?? []
    expect(await run('sh', ['-c', `${command} --version`], tree.path)).toMatchObject({
      code: 0,
      out: `${packageJson.version}\n`,
    })
  })
})
