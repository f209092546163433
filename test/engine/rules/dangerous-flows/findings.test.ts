import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noFlows, type Flow } from '../../../../src/engine/analysis/flow.ts'
import { dangerousFlows } from '../../../../src/engine/rules/dangerous-flows/detector.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'
import { findInFlows, findInSource, flowOf } from './find-in-source.ts'

const path = 'src/server.ts'
/** Returns the steps of a flow to a location in the file. */
const stepsTo = (line: number, column = 1, file = path): Flow['steps'] => [
  { path, line: 1, column: 1, kind: 'source' },
  { path: file, line, column, kind: 'sink' },
]

describe('a finding', () => {
  it('says what comes from where, what it does, who can do what with it, and what helps', async () => {
    const [finding] = await findInFlows([flowOf()], { [path]: 'server.tool("show_log", run)\n  exec(name)\n' })
    expect(finding).toMatchObject({
      ruleId: 'command-injection',
      category: 'code',
      cwe: ['CWE-78', 'CWE-77'],
      owaspMcp: ['MCP05:2025'],
      title: 'Command injection in tool "show_log"',
      message:
        'The argument "name" of tool "show_log" reaches exec() at src/server.ts:2. Assay found no check that ' +
        'prevents this. An attacker who controls the argument, for example through a web page the model reads, can ' +
        "run any command with the server's privileges.",
      location: { path, startLine: 2, startColumn: 3, snippet: 'exec(name)' },
      trace: [
        { path, line: 1, message: 'argument `name` of tool `show_log`' },
        { path, line: 2, message: '`exec()` runs a shell command' },
      ],
    })
    expect(finding?.remediation).toMatch(/^Start the program without a shell: `execFile/)
  })

  it('is one for each place that composes a query, and one for all if the command line decides it', async () => {
    const composed = (line: number): Partial<Flow> => ({
      kind: 'query',
      isWhole: false,
      builtAt: { path: 'src/text.ts', line, column: 1 },
    })
    const found = async (entry: Flow['entry']) =>
      (await findInFlows([flowOf({ ...composed(1), entry }), flowOf({ ...composed(2), entry })])).length
    expect(await found('tool-argument')).toBe(2)
    expect(await found('cli-argument')).toBe(1)
  })

  it('is one for each source whose value a request stores for others, and at most medium', async () => {
    const storedAt = { path: 'src/settings.ts', line: 5, column: 3 }
    const stored = [3, 4, 5].map((line) => flowOf({ storedAt, steps: stepsTo(line) }))
    const findings = await findInFlows(stored)
    expect(findings.map(({ severity, location }) => [severity, location?.startLine])).toEqual([['medium', 3]])
    const [finding] = findings
    expect(finding?.message).toContain(
      ' The value is stored at src/settings.ts:5, and another request or command uses it, so this use may be intended.',
    )
    expect(finding?.message).toMatch(/ The value also reaches 2 more calls of the same kind\.$/)
    const direct = flowOf({ steps: stepsTo(3) })
    expect((await findInFlows([...stored, direct])).map(({ severity }) => severity)).toEqual(['critical', 'medium'])
    expect((await findInFlows([...stored.slice(0, 1), direct])).map(({ severity }) => severity)).toEqual(['critical'])
  })

  it('has a remedy for the language of its sink', async () => {
    const [finding] = await findInFlows([flowOf({ model: 'os.system', steps: stepsTo(2, 1, 'server.py') })])
    expect(finding?.remediation).toContain('subprocess.run([')
  })

  it('names the guards that do not hold', async () => {
    const flaws = [
      {
        mistake: 'parents-alone',
        path: 'lib/paths.ts',
        line: 31,
      } as const,
    ]
    const [finding] = await findInFlows([
      flowOf({ kind: 'path', model: 'fs.readFile', effect: 'reads a file or folder', flaws }),
    ])
    expect(finding?.message).toContain(
      ' The check at lib/paths.ts:31 does not prevent this: it rejects "..", but an absolute path passes.',
    )
    expect(finding?.message).toContain('reaches readFile() at src/server.ts:2. ')
    expect(finding?.message).toContain('can read files outside the intended folder.')
    expect(finding?.guard).toEqual({
      path: 'lib/paths.ts',
      line: 31,
      outcome: 'flawed',
      reason: 'It rejects "..", but an absolute path passes.',
    })
  })

  it('is also one about schemes where a browser opens the address, unless a guard looks at its scheme', async () => {
    const visit = {
      kind: 'url',
      model: '.goto',
      effect: 'opens a page in a browser',
      action: 'open-in-browser',
    } as const
    const flaw = { mistake: 'scheme-alone', path, line: 1 } as const
    const cwes = await Promise.all(
      [
        { ...visit },
        { ...visit, flaws: [flaw] },
        { kind: 'url', model: 'fetch', effect: 'sends a request' } as const,
      ].map(async (change) => (await findInFlows([flowOf(change)]))[0]?.cwe),
    )
    expect(cwes).toEqual([['CWE-918', 'CWE-939'], ['CWE-918'], ['CWE-918']])
  })

  it('is reported once for each location and rule: the worst path is shown and the others are counted', async () => {
    const others = [
      flowOf({ source: { part: 'request', of: 'route', owner: 'GET /log' } }),
      ...['b', 'c', 'd'].map((owner) => flowOf({ source: { part: 'arguments', of: 'tool', owner } })),
    ]
    const findings = await findInFlows([
      flowOf({ entry: 'cli-argument', source: { part: 'argument', of: 'command-line' } }),
      flowOf(),
      ...others,
      flowOf({ kind: 'argument' }),
    ])
    expect(findings.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([
      ['command-injection', 'critical'],
      ['argument-injection', 'medium'],
    ])
    expect(findings[0]?.title).toBe('Command injection in tool "show_log"')
    expect(findings[0]?.message).toMatch(
      new RegExp(
        String.raw` 5 more paths reach the same sink, from the request to GET \/log, the arguments of tool "b", the ` +
          String.raw`arguments of tool "c", and other sources\.$`,
      ),
    )
    expect(findings[1]?.message).not.toContain('more path')
  })

  it('keeps in one line what the project says', async () => {
    const [finding] = await findInFlows([
      flowOf({
        tools: ['a\u202e\n\u001b[31mb'],
        source: { part: 'arguments', of: 'tool', owner: 'a\u202e\n\u001b[31mb' },
      }),
    ])
    expect(finding?.title).toBe('Command injection in tool "a [31mb"')
    expect(finding?.message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

describe('the fingerprint', () => {
  const source = (before: string, statement: string) => `${before}import { exec } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })
server.registerTool('list_folder', { inputSchema: { name: z.string() } }, async ({ name }) => {
  ${statement}
  return { content: [] }
})
`
  const fingerprintsIn = async (text: string) =>
    (await findInSource({ 'server.ts': text })).map(({ fingerprint }) => fingerprint)

  it('stays with the code when lines move, spaces change and the call goes on over lines', async () => {
    const [known] = await fingerprintsIn(source('', 'exec(`ls ${name}`, { timeout: 10 })'))
    expect(known).toMatch(/^[0-9a-f]{32}$/)
    expect(await fingerprintsIn(source('// one\n\n// two\n', 'exec(`ls ${name}`, { timeout: 10 })'))).toEqual([known])
    expect(await fingerprintsIn(source('', 'exec(\n    `ls ${name}`,\n    { timeout: 10 })'))).toEqual([known])
    expect(await fingerprintsIn(source('', 'exec(`cat ${name}`, { timeout: 10 })'))).not.toEqual([known])
  })

  it('tells two places with the same code apart', async () => {
    const [one, other] = await fingerprintsIn(source('', 'exec(`ls ${name}`)\n  exec(`ls ${name}`)'))
    expect(other).toMatch(/^[0-9a-f]{32}$/)
    expect(other).not.toBe(one)
  })

  it('is there for a file that the snapshot has no more', async () => {
    const [finding] = await findInFlows([flowOf()])
    expect(finding?.fingerprint).toMatch(/^[0-9a-f]{32}$/)
    expect(finding?.location).toEqual({ path, startLine: 2, startColumn: 3 })
  })
})

describe('the snippet', () => {
  const token = `glpat-${randomBytes(10).toString('hex')}`

  it('shows a call with all of its lines, in one', async () => {
    const [finding] = await findInFlows([flowOf({ steps: stepsTo(2, 3) })], {
      [path]: 'x\n  exec(\n    name,\n    { cwd: "(" },\n  )\nnext()\n',
    })
    expect(finding?.location?.snippet).toMatch(/^exec\( name, \{ cwd: "\(" \}, \)/)
  })

  it('leaves out the body of a function that the call is handed', async () => {
    const [finding] = await findInFlows([flowOf({ steps: stepsTo(1) })], {
      [path]: 'exec(name, (error) => {\n  report(error)\n})\n',
    })
    expect(finding?.location?.snippet).toBe('exec(name, (error) => {')
  })

  it('shows of a line of a bundle what begins at the place', async () => {
    const bundle = `${'a();'.repeat(50_000)}exec(name);${'b();'.repeat(50_000)}`
    const [finding] = await findInFlows([flowOf({ steps: stepsTo(1, 200_001) })], { [path]: bundle })
    expect(finding?.location?.snippet).toMatch(/^exec\(name\);(?:b\(\);)+/)
    expect(finding?.location?.snippet?.length).toBeLessThanOrEqual(241)
  })

  it('has no secret in it, also one that begins or ends outside of it', async () => {
    const short = `exec(name, { env: { TOKEN: "${token}" } })`
    const cut = `${'a();'.repeat(200)}exec(name, "${'x'.repeat(215)}${token}", "${'y'.repeat(600)}")`
    const within = `${'a();'.repeat(200)}"${token}";exec(name)`
    const findings = [
      ...(await findInFlows([flowOf({ steps: stepsTo(1, 1) })], { [path]: short })),
      ...(await findInFlows([flowOf({ steps: stepsTo(1, 801) })], { [path]: cut })),
      ...(await findInFlows([flowOf({ steps: stepsTo(1, 811) })], { [path]: within })),
    ]
    expect(findings).toHaveLength(3)
    for (const { location } of findings)
      for (let start = 6; start + 8 <= token.length; start += 1)
        expect(location?.snippet).not.toContain(token.slice(start, start + 8))
  })

  it('masks secrets in texts of the project that messages tell', async () => {
    const [finding] = await findInFlows([
      flowOf({
        source: { part: 'argument', name: token, of: 'tool', owner: token },
        steps: stepsTo(2).map((step) => ({ ...step, kind: 'property', name: token })),
      }),
    ])
    expect(JSON.stringify(finding)).not.toContain(token.slice(8))
  })
})

describe('the detector', () => {
  it('ends when the scan is out of time', async () => {
    const flows = { ...noFlows, flows: [3, 2].map((line) => flowOf({ steps: stepsTo(line) })) }
    const controller = new AbortController()
    const told: string[] = []
    const detecting = (async () => {
      for await (const { ruleId } of dangerousFlows.detect({
        snapshot: projectSnapshot({}),
        components: [],
        advisoryMatches: [],
        flows,
        signal: controller.signal,
      })) {
        told.push(ruleId)
        controller.abort(new Error('out of time'))
      }
    })()
    await expect(detecting).rejects.toThrow('out of time')
    expect(told).toEqual(['command-injection'])
  })

  it('covers source files', () => {
    expect(
      ['src/index.ts', 'lib/a.mjs', 'server.py', 'bin/run'].filter((file) => dangerousFlows.reads(file)),
    ).toHaveLength(4)
    expect(['README.md', 'package-lock.json', 'logo.png'].filter((file) => dangerousFlows.reads(file))).toEqual([])
  })

  it('says what the engine could not follow', () => {
    const evidence = {
      snapshot: projectSnapshot({}),
      components: [],
      advisoryMatches: [],
      flows: noFlows,
      signal: new AbortController().signal,
    }
    expect(dangerousFlows.missing?.(evidence)).toBeUndefined()
    expect(
      dangerousFlows.missing?.({ ...evidence, flows: { ...noFlows, partial: 'the time limit was reached' } }),
    ).toBe('the time limit was reached')
  })
})
