import { describe, expect, it } from 'vitest'
import { compareFindings } from '../../../../src/engine/scanner/compare.ts'
import { verdictOf } from '../../../../src/engine/scanner/verdict.ts'
import { findInSource } from './find-in-source.ts'

const head = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import fs from 'node:fs/promises'
import { validate } from './paths.ts'
const server = new McpServer({ name: 's', version: '1' })
`
/** The checked form has several derivations, so it is unknown what the check says about the path itself. */
const paths = `import path from 'node:path'
import { isInside } from './inside.ts'
let roots: string[] = []
export function setRoots(list: string[]) { roots = [...list] }
setRoots(process.argv.slice(2))
function plain(p: string) { if (p.startsWith('\\\\\\\\')) { p = '\\\\\\\\' + p.slice(2) } return path.normalize(p) }
export async function validate(asked: string) {
  const full = path.resolve(asked)
  if (!isInside(plain(full), roots)) throw new Error('outside of ' + roots.join(', '))
  return full
}
`
const inside =
  "import path from 'node:path'\nexport function isInside(p: string, roots: string[]) { const full = " +
  'path.resolve(p); return roots.some((root) => full === root || full.startsWith(root + path.sep)) }\n'
const read =
  "server.registerTool('read', { inputSchema: { path: z.string() } }, async (args) => { const file = await " +
  "validate(args.path); return { content: [{ type: 'text', text: await fs.readFile(file, 'utf8') }] } })\n"

describe('a finding behind a guard that could not be judged', () => {
  it('names the guard, keeps its severity, and has a low precision', async () => {
    const [finding, ...others] = await findInSource({
      'server.ts': head + read,
      'paths.ts': paths,
      'inside.ts': inside,
    })
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      ruleId: 'path-traversal',
      severity: 'medium',
      precision: 'low',
      guard: {
        path: 'paths.ts',
        line: 9,
        outcome: 'undecided',
        reason: 'Assay could not fully analyze isInside().',
      },
    })
    expect(finding?.message).toContain(
      'The value passes isInside() at paths.ts:9, which Assay could not fully analyze. Review the check before you ' +
        'act on this finding.',
    )
    expect(finding?.message).toContain(' could read files outside the intended folder.')
    expect(finding?.message).not.toMatch(/found no check|may be intended/)
  })

  it('is reported with a path that passes no such guard, if one exists', async () => {
    const raw =
      "server.registerTool('raw', { inputSchema: { path: z.string() } }, async (args) => { const name = " +
      "[args.path].join(''); return { content: [{ type: 'text', text: await load(name) }] } })\n"
    const shared = "const load = (file: string) => fs.readFile(file, 'utf8')\n"
    const [finding] = await findInSource({
      'server.ts': `${head}${shared}${read.replace("fs.readFile(file, 'utf8')", 'load(file)')}${raw}`,
      'paths.ts': paths,
      'inside.ts': inside,
    })
    expect(finding).toMatchObject({ title: 'Path traversal in tool "raw"', precision: 'medium' })
    expect(finding?.guard).toBeUndefined()
  })

  it('is another finding without that guard or with another one, and the same where the guard only moved', async () => {
    const printOf = async (change: Partial<Record<'server.ts' | 'paths.ts' | 'inside.ts', string>>) => {
      const [finding] = await findInSource({
        'server.ts': head + read,
        'paths.ts': paths,
        'inside.ts': inside,
        ...change,
      })
      return finding?.fingerprint
    }
    const known = await printOf({})
    expect(
      await printOf({
        'paths.ts': paths.replace('  if (!isInside', '  // Folders of the command line.\n    if (!isInside'),
      }),
    ).toBe(known)
    const unguarded = await printOf({ 'paths.ts': paths.replace(/^ {2}if \(!isInside.*\n/m, '') })
    expect(unguarded).toMatch(/^[0-9a-f]{32}$/)
    expect(unguarded).not.toBe(known)
    const other = await printOf({
      'paths.ts': paths.replaceAll('isInside', 'mayRead'),
      'inside.ts': inside.replace('isInside', 'mayRead'),
    })
    expect(other).toMatch(/^[0-9a-f]{32}$/)
    expect([known, unguarded]).not.toContain(other)
  })

  it('is another finding if a function that the guard runs changes, and the same if only its form does', async () => {
    const printOf = async (changed: string) => {
      const [finding] = await findInSource({ 'server.ts': head + read, 'paths.ts': paths, 'inside.ts': changed })
      expect(finding?.guard?.outcome).toBe('undecided')
      return finding?.fingerprint
    }
    const known = await printOf(inside)
    expect(await printOf(`// Folders.\n\n${inside.replace('return roots', '\n  return roots')}`)).toBe(known)
    expect(await printOf(`export const unrelated = () => 1\n${inside}`)).toBe(known)
    expect(await printOf(inside.replace('full === root ||', "full === root || full === '/tmp' ||"))).not.toBe(known)
  })

  it('fails a change that removes that guard', async () => {
    const files = { 'server.ts': head + read, 'paths.ts': paths, 'inside.ts': inside }
    const before = await findInSource(files)
    const after = await findInSource({ ...files, 'paths.ts': paths.replace(/^ {2}if \(!isInside.*\n/m, '') })
    const seen = new Map(before.map(({ fingerprint }) => [fingerprint, '2026-01-01T00:00:00.000Z']))
    const verdictAfter = (detected: typeof before) =>
      verdictOf(compareFindings(detected, seen, new Date()), { failOn: 'medium', partial: false, onlyNew: true })
    const weakened = inside.replace('full === root ||', "full === root || full.startsWith('/tmp/') ||")
    expect(verdictAfter(await findInSource({ ...files, 'inside.ts': weakened }))).toBe('fail')
    expect(verdictAfter(before)).toBe('pass')
    expect(verdictAfter(after)).toBe('fail')
  })

  it('is none of a guard that certainly fails', async () => {
    const [finding] = await findInSource({
      'server.ts': head + read,
      'paths.ts': paths.replace('isInside(plain(full), roots)', 'roots.some((root) => full.startsWith(root))'),
      'inside.ts': inside,
    })
    expect(finding).toMatchObject({
      severity: 'high',
      precision: 'medium',
      guard: { path: 'paths.ts', line: 9, outcome: 'flawed' },
    })
  })

  it('says that an argument without any check is not validated, and that the tool asks for it', async () => {
    const [finding] = await findInSource({
      'server.ts': head + read.replace('await validate(args.path)', 'args.path'),
      'paths.ts': paths,
      'inside.ts': inside,
    })
    expect(finding?.message).toContain(' reaches readFile() at server.ts:6. Assay found no check that prevents this. ')
    expect(finding?.message).toContain('The tool explicitly takes this path, so this use may be intended.')
  })
})
