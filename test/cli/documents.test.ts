import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from '../support/assay-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The blocks of a document in one language. Blocks with commands and output have no language. */
const blocksOf = (path: string, language = ''): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text)

/** The arguments of the last command in a block. */
const argumentsIn = (block = ''): string[] =>
  /run -s assay -- (.+)$/.exec(block.trim().split('\n').at(-1) ?? '')?.[1]?.split(' ') ?? []

/** The lines of documented output. Paths and omitted lines differ from the real output. */
const linesOf = (block = ''): string[] =>
  block
    .split('\n')
    .map(plain)
    .filter((line) => line !== '' && line !== '...' && !line.includes('/home/you/'))

/** Columns depend on the longest path in them. */
const plain = (line: string) => line.trim().replaceAll(/[\s─]+/g, ' ')

function copyOfExample(name: string): string {
  const copy = join(folder, name)
  cpSync('test/corpus/example', copy, { recursive: true })
  return copy
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const scanOf = async (words: readonly string[], cwd?: string) => {
  const { out, code } = await runAssay([...words, '--no-cache'], {}, cwd === undefined ? {} : { cwd })
  return { lines: out.split('\n').map(plain), code }
}

describe('docs/get-started.md', () => {
  const blocks = blocksOf('docs/get-started.md')
  const scan = blocks.find((block) => block.includes('scan test/corpus/example')) ?? ''

  it('shows the report of the example', async () => {
    const { lines, code } = await scanOf(argumentsIn(scan))
    expect(code).toBe(1)
    expect(lines).toEqual(expect.arrayContaining(linesOf(blocks[blocks.indexOf(scan) + 1])))
  })

  it('writes the HTML report into the current folder', async () => {
    const words = argumentsIn(blocks.find((block) => block.includes('--report html=')))
    await scanOf(
      words.map((word) => (word.startsWith('test/') ? join(process.cwd(), word) : word)),
      folder,
    )
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('Command injection')
  })
})

describe('docs/how-to/accept-a-finding.md', () => {
  it('suppresses both findings, and shows them in the report', async () => {
    const path = 'docs/how-to/accept-a-finding.md'
    const copy = copyOfExample('accepted')
    const [comment = ''] = blocksOf(path, 'js')
    const [firstLine = '', secondLine = ''] = comment.split('\n')
    const ping = readFileSync(join(copy, 'src/tools/ping.js'), 'utf8')
    expect(ping).toContain(secondLine)
    write(copy, 'src/tools/ping.js', ping.replace(secondLine, `${firstLine}\n${secondLine}`))
    write(copy, '.github/assay.yml', blocksOf(path, 'yaml')[0] ?? '')

    const [commands = '', output = ''] = blocksOf(path)
    const check = await runAssay(['config', 'check'], {}, { cwd: copy })
    const { lines, code } = await scanOf(argumentsIn(commands), copy)
    expect(code).toBe(1)
    expect([check.out.trim(), ...lines]).toEqual(expect.arrayContaining(linesOf(output)))
  })
})

describe('docs/how-to/compare-versions.md', () => {
  it('marks what the new version adds', async () => {
    const base = copyOfExample('base')
    const head = copyOfExample('head')
    write(
      head,
      'src/tools/run.js',
      `import { exec } from 'node:child_process'
import { z } from 'zod'

export function registerRun(server) {
  server.registerTool('run', { inputSchema: { job: z.string() } }, async ({ job }) => {
    exec(\`make \${job}\`)
    return { content: [] }
  })
}
`,
    )
    const [commands = '', output = ''] = blocksOf('docs/how-to/compare-versions.md')
    const words = argumentsIn(commands).map((word) => (word === '../base' ? base : word))
    const { lines, code } = await scanOf(words, head)
    expect(code).toBe(1)
    expect(lines.map((line) => line.replace(base, '../base'))).toEqual(expect.arrayContaining(linesOf(output)))
  })
})
