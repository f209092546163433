import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { findingsOf } from './corpus-server.ts'

/** A server whose tool runs a branch name in a shell. The bundle contains zod but not the SDK. */
function server(importing: string, schema: string, isParsedByHand: boolean): string {
  if (isParsedByHand)
    return `import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { exec } from 'node:child_process'
${importing}
const Arguments = z.object({ branch: ${schema} })
const server = new Server({ name: 'log', version: '1.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { branch } = Arguments.parse(request.params.arguments)
  exec('git log ' + branch)
  return { content: [] }
})
`
  return (
    `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { exec } from 'node:child_process'
${importing}
const server = new McpServer({ name: 'log', version: '1.0.0' })
server.registerTool('log', { inputSchema: { branch: ${schema} } }, async ({ branch }) => { exec('git log ` +
    `' + branch); return { content: [] } })
`
  )
}

const bundle = (contents: string, minify: boolean) =>
  buildSync({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    minify,
    external: ['@modelcontextprotocol/*'],
    logLevel: 'silent',
  }).outputFiles[0]?.text ?? ''
const found = (text: string) => findingsOf({ 'package.json': '{}', 'dist/index.js': text })

describe('a server that brings zod 4 in its bundle', () => {
  // With `import * as z`, the bundle contains no names of the used exports.
  const importings = ["import { z } from 'zod'", "import * as z from 'zod'"]
  it.each(importings.flatMap((importing) => [true, false].map((minify) => [importing, minify] as const)))(
    'has what its schemas leave possible: %s, minified %s',
    async (importing, minify) => {
      for (const isParsedByHand of [true, false]) {
        const titles = async (schema: string) => found(bundle(server(importing, schema, isParsedByHand), minify))
        expect(await titles('z.string()'), 'any text').toHaveLength(1)
        for (const schema of [
          "z.enum(['main', 'next'])",
          'z.string().regex(/^[a-z\\d]+$/)',
          'z.number()',
          'z.boolean()',
          "z.union([z.literal('main'), z.number()])",
        ])
          expect(await titles(schema), schema).toEqual([])
      }
    },
    120_000,
  )

  it('has no more of what is called like it in its own code', async () => {
    // A class and a function of the program that look like zod's own, in a file without zod.
    const own = server(
      'const z = { string: () => undefined, object: (shape) => ({ parse: (given) => given }) }\nvar Kind = ' +
        'make("ZodEnum", () => {})\nfunction make(name, init) { return init }\nfunction pick(values) { return ' +
        'new Kind({ values }) }',
      'pick(["a"])',
      true,
    )
    expect(await found(bundle(own, true))).toHaveLength(1)
  }, 60_000)

  it.each([true, false])(
    'lets through what nobody declared where a schema says so, minified %s',
    async (minify) => {
      const taken = (schema: string, value: string) =>
        found(
          bundle(
            server("import * as z from 'zod'", 'z.number()', true)
              .replace('z.object({ branch: z.number() })', schema)
              .replace('{ branch }', 'given')
              .replace("' + branch", `' + ${value}`),
            minify,
          ),
        )
      for (const schema of ['z.looseObject({ n: z.number() })', 'z.object({ n: z.number() }).catchall(z.string())'])
        expect(await taken(schema, 'given.branch'), schema).toHaveLength(1)
      expect(await taken("z.object({ all: z.looseRecord(z.enum(['a']), z.number()) })", 'given.all.b')).toHaveLength(1)
      expect(await taken('z.object({ n: z.number() })', 'given.n')).toEqual([])
    },
    120_000,
  )

  it.each(['ZodCheck', '$ZodCheck', 'ZodEnum', 'ZodReader'])(
    'has what its own code does under the name %s',
    async (name) => {
      const own = (making: string, reading: string) =>
        server(
          `import * as z from 'zod'\nimport { readFileSync } from 'node:fs'\n${making}`,
          'z.string()',
          true,
        ).replace("exec('git log ' + branch)", reading)
      expect(
        await found(
          bundle(
            own(
              `function tool(name, run) { tools.push(name); return run }\nconst tools = []\nvar check = ` +
                `tool('${name}', async (file) => exec('cat ' + file))`,
              'await check(branch)',
            ),
            true,
          ),
        ),
        'a program',
      ).toHaveLength(1)
      expect(
        await found(
          bundle(
            own(
              `function load(file) { return readFileSync(file) }\nfunction tool(name, run) { ` +
                `tools.push(name); return run }\nconst tools = []\nvar check = tool('${name}', (file) => ` +
                'load(file).init(tools._zod))',
              'return check(branch)',
            ),
            true,
          ),
        ),
        'a file',
      ).toHaveLength(1)
    },
    120_000,
  )

  it('has no more of what a comment alone says is of zod', async () => {
    const forged = (values: string) =>
      server(`\n// node_modules/zod/v4/classic/schemas.js\n${values}\n// src/index.js`, '', true)
        .replace('const Arguments = z.object({ branch:  })\n', '')
        .replace(
          '{ branch } = Arguments.parse(request.params.arguments)',
          'branch = _enum(["a"]).parse(request.params.arguments.branch)',
        )
    expect(await found(forged('function _enum(values) { return { parse: (value) => value } }'))).toHaveLength(1)
  })
})
