import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type GitRepositories, gitRepositories } from '../support/git-repository.ts'

const program = fileURLToPath(new URL('../../bench/detection/prepare-trees.ts', import.meta.url))
let mirrors: GitRepositories
let folder: string

beforeEach(() => {
  mirrors = gitRepositories()
  folder = mkdtempSync(join(tmpdir(), 'assay-trees-'))
})
afterEach(() => {
  mirrors[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

async function prepare(git: object): Promise<{ code: number; out: string }> {
  const record = {
    id: 'in-git',
    ecosystem: 'npm',
    package: 'made-up',
    vulnerable_version: '1.0.0',
    fixed_version: '1.0.1',
    class: 'code-injection',
    cwe: null,
    tier: 'A-direct-flow',
    sink_file: 'src/run.js',
    sink_line: 1,
    fixed_silence: 'expected',
    artifact: 'git',
    git,
  }
  writeFileSync(join(folder, 'cases.json'), JSON.stringify([record]))
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, join(folder, 'cases.json'), '--mirrors', mirrors.folder, '--trees', join(folder, 'trees')],
      { timeout: 60_000 },
    )
    return { code: 0, out: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, out: stdout }
  }
}

it('writes the regular files of both commits, and leaves a tree alone that is there', async () => {
  const repository = mirrors.create('owner+name/repo')
  const vuln_commit = repository.commit({
    src: { 'run.js': 'eval(1)\n' },
    'link.js': { mode: '120000', content: '/etc/passwd' },
  })
  const fixed_commit = repository.commit({ src: { 'run.js': '1\n' } }, { parents: [vuln_commit] })
  const git = { repo: 'https://git.example/owner/name.git', vuln_commit, fixed_commit }
  expect(await prepare(git)).toEqual({
    code: 0,
    out: 'in-git vulnerable: 1 files\nin-git fixed: 1 files\n2 trees are there, 0 are missing\n',
  })
  expect(readdirSync(join(folder, 'trees/in-git/vulnerable'))).toEqual(['src'])
  expect(readFileSync(join(folder, 'trees/in-git/vulnerable/src/run.js'), 'utf8')).toBe('eval(1)\n')
  expect(readFileSync(join(folder, 'trees/in-git/fixed/src/run.js'), 'utf8')).toBe('1\n')
  writeFileSync(join(folder, 'trees/in-git/fixed/src/run.js'), 'as it was left\n')
  expect(await prepare(git)).toEqual({ code: 0, out: '2 trees are there, 0 are missing\n' })
  expect(readFileSync(join(folder, 'trees/in-git/fixed/src/run.js'), 'utf8')).toBe('as it was left\n')
})

it('names a commit that the mirror lacks and a repository without a mirror, and leaves no half of a tree', async () => {
  const vuln_commit = mirrors
    .create('owner+name/repo')
    .commit({ src: { 'run.js': 'eval(1)\n' }, 'a/b.js': 'no git would write such a name\n' })
  const lacking = await prepare({ repo: 'https://git.example/owner/name', vuln_commit, fixed_commit: 'c'.repeat(40) })
  expect(lacking).toEqual({
    code: 1,
    out:
      `in-git vulnerable: 1 files\n  left out: a/b.js: its name contains a slash\nin-git fixed: missing: the ` +
      `mirror has no commit ${'c'.repeat(40)}\n1 trees are there, 1 are missing\n`,
  })
  expect(readdirSync(join(folder, 'trees/in-git'))).toEqual(['vulnerable'])
  const other = await prepare({
    repo: 'https://git.example/owner/other',
    vuln_commit: null,
    fixed_commit: 'd'.repeat(40),
  })
  expect(other).toMatchObject({
    code: 1,
    out: expect.stringContaining('missing: there is no mirror of https://git.example/owner/other'),
  })
  expect(existsSync(join(folder, 'trees/in-git/fixed'))).toBe(false)
})
