import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blindAmong, readBlindIds } from '../../bench/detection/blind.ts'

const program = fileURLToPath(new URL('../../bench/detection/run.ts', import.meta.url))
const ids = [...readBlindIds(fileURLToPath(new URL('../../bench/detection/blind-cases.json', import.meta.url)))]
let folder: string

function write(name: string, records: readonly object[]): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(records))
  return path
}

/** Writes the trees of an invented case and returns its record. */
function record(id: string): object {
  for (const which of ['vulnerable', 'fixed']) {
    mkdirSync(join(folder, 'trees', id, which), { recursive: true })
    writeFileSync(join(folder, 'trees', id, which, 'index.js'), 'export const answer = 42\n')
  }
  const git = {
    repo: `https://git.example/owner/${id}`,
    vuln_commit: 'a'.repeat(40),
    fixed_commit: 'b'.repeat(40),
  }
  return {
    id,
    ecosystem: 'npm',
    package: `package-of-${id}`,
    vulnerable_version: '1.0.0',
    fixed_version: '1.0.1',
    class: 'command-injection',
    cwe: 'CWE-78',
    tier: 'C-structural',
    sink_file: 'index.js',
    sink_line: 1,
    fixed_silence: 'expected',
    artifact: 'git',
    git,
  }
}

async function run(...words: string[]): Promise<{ out: string; err: string; code: number }> {
  const trees = ['--no-pairs', '--trees', join(folder, 'trees'), '--verbose']
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...words, ...trees], {
      timeout: 90_000,
    })
    return { out: stdout, err: stderr, code: 0 }
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number }
    return { out: stdout, err: stderr, code }
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-blind-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('blind cases', () => {
  it('are judged together or not at all', () => {
    const blind = new Set(['one', 'two'])
    const [one, two, other] = [{ id: 'one' }, { id: 'two' }, { id: 'other' }]
    expect(blindAmong([other, two, one], blind)).toEqual([two, one])
    expect(blindAmong([one, other], blind)).toEqual([])
    expect(blindAmong([one, one, other], blind)).toEqual([])
  })

  it('appear as totals only', { timeout: 100_000 }, async () => {
    const results = join(folder, 'results.json')
    const cases = write('cases.json', [record('open-case'), ...ids.map(record)])
    const { out, err, code } = await run(cases, '--results', results)
    expect(code).toBe(0)
    expect(out).toContain('open-case')
    expect(out).toMatch(new RegExp(`Blind cases, totals only[^]*all +│ 0/${ids.length} [^]*tiers B to D`))
    const written = readFileSync(results, 'utf8')
    expect(written).toContain('blind cases, tiers B to D: caught')
    expect(err).toContain('a version of a blind case')
    for (const id of ids) for (const text of [out, err, written]) expect(text).not.toContain(id)
  })

  it('stay out of a run that names one of them or has not all of them', async () => {
    const all = write('all.json', ids.map(record))
    const [first = ''] = ids
    expect(await run(all, '--only', first)).toMatchObject({ code: 2, out: '' })
    expect(await run(write('one.json', [record(first)]))).toMatchObject({ code: 2, out: '' })
  })
})
