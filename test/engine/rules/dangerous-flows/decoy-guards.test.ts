import { describe, expect, it } from 'vitest'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { compareFindings } from '../../../../src/engine/scanner/compare.ts'
import { verdictOf } from '../../../../src/engine/scanner/verdict.ts'
import { type DecoyGuard, javascriptDecoys, pythonDecoys } from './decoy-guards.ts'
import { findInSource } from './find-in-source.ts'

type Files = Readonly<Record<string, string>>

/** A server with a tool that reads a file in a folder. Without a guard, the tool is missing. */
function javascript(guard?: DecoyGuard): Files {
  const { helpers = '', before = '', after = '', used = 'name' } = guard ?? {}
  const tool =
    `server.registerTool('read', { inputSchema: { name: z.string() } }, async ({ name }) => {\n  ${before}\n` +
    `  const text = await fs.readFile(path.join(ROOT, ${used}), 'utf8')\n  ${after}\n` +
    "  return { content: [{ type: 'text', text }] }\n})\n"
  return {
    'server.ts':
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\n" +
      "import fs from 'node:fs/promises'\nimport path from 'node:path'\n" +
      `${helpers}\nconst ROOT = '/srv/data'\n` +
      `const server = new McpServer({ name: 's', version: '1' })\n${guard ? tool : ''}`,
  }
}

function python(guard?: DecoyGuard): Files {
  const { helpers = '', before = 'pass', after = 'pass', used = 'name' } = guard ?? {}
  const tool =
    `@mcp.tool()\ndef read(name: str) -> str:\n    ${before}\n` +
    `    with open(os.path.join(ROOT, ${used})) as file:\n        text = file.read()\n    ${after}\n    return text\n`
  return {
    'server.py':
      'import logging\nimport os\nimport re\nfrom mcp.server.fastmcp import FastMCP\n' +
      `mcp = FastMCP('s')\nROOT = '/srv/data'\n${helpers}\n\n${guard ? tool : ''}`,
  }
}

const realGuards = {
  javascript: {
    name: 'a real guard',
    before: "if (!/^[a-z0-9_-]+$/.test(name)) throw new Error('invalid')",
  },
  python: {
    name: 'a real guard',
    before: "if not re.fullmatch(r'[a-z0-9_-]+', name):\n        raise ValueError('invalid')",
  },
} satisfies Readonly<Record<string, DecoyGuard>>
/** Guards that cannot be judged: the code of the function is not available. */
const unknownGuards = {
  javascript: {
    name: 'an unknown guard',
    helpers: "import { validatePath } from 'acme-paths'",
    before: 'validatePath(name)',
  },
  python: { name: 'an unknown guard', helpers: 'from acme_paths import validate_path', before: 'validate_path(name)' },
} satisfies Readonly<Record<string, DecoyGuard>>

/** Returns the verdict on a pull request between two versions of a project. */
async function verdictOfChange(base: Files, head: Files) {
  const seen = new Map(prints(await findInSource(base)).map((print) => [print, '2026-01-01T00:00:00.000Z']))
  const detected = await findInSource(head)
  return verdictOf(compareFindings(detected, seen, new Date()), { failOn: 'high', partial: false, onlyNew: true })
}

const prints = (detected: readonly DetectedFinding[]) =>
  compareFindings(detected, new Map(), new Date()).map(({ fingerprint }) => fingerprint)

const languages = [
  { language: 'javascript', serve: javascript, decoys: javascriptDecoys },
  { language: 'python', serve: python, decoys: pythonDecoys },
] as const

describe.each(languages)('a decoy guard in $language', ({ language, serve, decoys }) => {
  it.each(decoys)('does not turn a pull request green that adds the flow: $name', async (decoy) => {
    expect(await verdictOfChange(serve(), serve(decoy))).toBe('fail')
  })

  it.each(decoys)('does not turn a pull request green that removes a real guard: $name', async (decoy) => {
    expect(await findInSource(serve(realGuards[language]))).toEqual([])
    expect(await verdictOfChange(serve(realGuards[language]), serve(decoy))).toBe('fail')
  })

  it.each(decoys)('does not turn a pull request green that removes an unknown guard: $name', async (decoy) => {
    expect(await verdictOfChange(serve(unknownGuards[language]), serve(decoy))).toBe('fail')
  })

  it.each(decoys)('is no guard that could not be judged: $name', async (decoy) => {
    const found = await findInSource(serve(decoy))
    expect(found.map(({ ruleId, guard }) => [ruleId, guard?.outcome === 'undecided'])).toEqual([
      ['path-traversal', false],
    ])
  })

  it('is distinguished from a guard that could not be judged', async () => {
    const base = serve(unknownGuards[language])
    const [finding, ...others] = await findInSource(base)
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      ruleId: 'path-traversal',
      severity: 'high',
      precision: 'low',
      guard: { outcome: 'undecided' },
    })
    expect(await verdictOfChange(serve(), base)).toBe('fail')
    expect(await verdictOfChange(base, base)).toBe('pass')
    expect(
      verdictOf(compareFindings(await findInSource(base), new Map(), new Date()), { failOn: 'high', partial: false }),
    ).toBe('pass')
  })
})
