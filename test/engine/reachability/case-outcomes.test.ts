import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { outcomes, readCases, type Outcome, type ReachabilityCase } from './read-cases.ts'

const root = mkdtempSync(join(tmpdir(), 'assay-cases-'))
afterAll(() => rmSync(root, { recursive: true }))

const cases = readCases()

/** Writes a case to a folder and returns its path. Each vulnerable file reports when it is loaded. */
function install({ name, project, packages, vulnerable }: ReachabilityCase): string {
  const folder = join(root, name)
  for (const [path, text] of project) write(join(folder, path), text)
  for (const installed of packages) {
    const reporting = new Set(vulnerable.filter((one) => one.package === installed).map(({ path }) => path))
    const report = installed.ecosystem === 'npm' ? `\nconsole.log('loaded')\n` : `\nprint("loaded")\n`
    for (const [path, text] of installed.files) {
      write(join(folder, installed.folder, path), reporting.has(path) ? text + report : text)
    }
  }
  return folder
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs the main file of the project and returns what its output shows. */
async function run(one: ReachabilityCase): Promise<Outcome> {
  const folder = install(one)
  const program = one.main.endsWith('.py') ? 'python3' : process.execPath
  const env = { PATH: process.env['PATH'], PYTHONPATH: join(folder, 'site-packages'), PYTHONDONTWRITEBYTECODE: '1' }
  const { stdout } = await promisify(execFile)(program, [one.main], { cwd: folder, env })
  const lines = stdout.split('\n')
  if (lines.includes('vulnerable')) return 'called'
  return lines.includes('loaded') ? 'not-called' : 'not-loaded'
}

describe('a run of each case shows its outcome', () => {
  it.for(cases)('$name', async (one, { expect: expectHere }) => {
    expectHere(await run(one)).toBe(one.outcome)
  })
})

it('every case has a description and a vulnerable function', () => {
  expect(cases.filter(({ description, vulnerable }) => description === '' || vulnerable.length === 0)).toEqual([])
})

it('each outcome has at least 20 cases', () => {
  for (const outcome of outcomes) expect(cases.filter((one) => one.outcome === outcome).length).toBeGreaterThan(20)
})
