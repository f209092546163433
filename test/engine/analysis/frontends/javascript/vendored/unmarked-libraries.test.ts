import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { sourceText } from '../../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import { flowsIn } from '../../../taint/propagation/found-flows.ts'

const project = fileURLToPath(new URL('../../../../../../', import.meta.url))

/** Creates a minified bundle with express and zod. The SDK stays external. */
function bundle(own: string, format: 'esm' | 'cjs'): string {
  const contents = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import express from 'express'
import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
const server = new McpServer({ name: 's', version: '1' })
${own}`
  const [file] = buildSync({
    stdin: { contents, resolveDir: project },
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    format,
    external: ['@modelcontextprotocol/*'],
    logLevel: 'silent',
  }).outputFiles
  return file?.text ?? ''
}

const own = `server.registerTool('ping', { inputSchema: {} }, async ({ host }) => execSync('ping ' + host))
const app = express()
app.get('/file', (req, res) => { res.send(readFileSync('/srv/' + req.query.name)) })
app.delete('/file', (req, res) => { res.end() })
app.listen(3000)`

describe('a minified bundle in which nothing says whose code is whose', () => {
  it.each(['esm', 'cjs'] as const)(
    'has the findings of its own code alone (%s), says how it stands open, and tells what was left out',
    (format) => {
      const { flows, vendored = [], nodes, exposure } = flowsIn({ 'dist/index.js': bundle(own, format) })
      expect(
        exposure.listeners.map(({ reach, doors }) => [reach, ...doors.map(({ label, check }) => `${label} ${check}`)]),
      ).toEqual([['everywhere', 'DELETE /file none']])
      expect(flows.map(({ kind, model, source }) => [kind, model, sourceText(source)])).toEqual([
        ['path', 'fs.readFileSync', 'request to GET /file'],
      ])
      expect(vendored.map((one) => one.package)).toEqual(expect.arrayContaining(['express', 'router']))
      expect(vendored.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(400_000)
      expect(nodes).toBeLessThan(30_000)
    },
  )

  it(
    'is looked at where the text of a library stands in code that starts programs under the name of one that ' +
      'does not',
    () => {
      const forged =
        'import { execSync } from "node:child_process";import { McpServer } from ' +
        `"@modelcontextprotocol/sdk/server/mcp.js";import { z } from "zod";${' '.repeat(6_000)}function ` +
        'a(e){if(!e)throw new Error("Recursive reference detected at ");return execSync("ls "+e)}new ' +
        'McpServer({name:"s",version:"1"}).tool("list",{folder:z.string()},async({folder:e})=>a(e));'
      expect(flowsIn(forged).flows.map(({ kind }) => kind)).toEqual(['command'])
    },
  )

  const minified = (code: string) =>
    'import { execSync } from "node:child_process";import { readFileSync } from "node:fs";import { ' +
    'McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";import { z } from ' +
    `"zod";${' '.repeat(6_000)}${code}`

  it('is looked at where what has the text of a library uses what starts programs, or offers tools', () => {
    const tools = (run: string) =>
      minified(
        `function b(e){return ${run}}function ` +
          'c(s){s.tool("list",{folder:z.string()},async({folder:e})=>b(e))}function a(s){if(!s)throw new ' +
          'Error("Recursive reference detected at ");c(s)}a(new McpServer({name:"s",version:"1"}));',
      )
    expect(flowsIn(tools('execSync("ls "+e)')).flows.map(({ kind }) => kind)).toEqual(['command'])
    expect(flowsIn(tools('readFileSync("/srv/"+e)')).flows.map(({ kind }) => kind)).toEqual(['path'])
  })

  it.each(['request entity too large', 'root path required', 'Arrays are not supported.', 'Unknown format "x"'])(
    'is looked at where own code says %s, as libraries do',
    (message) => {
      const text = minified(
        `function a(e){if(!e)throw new Error('${message}');return readFileSync("/srv/"+e)}new ` +
          'McpServer({name:"s",version:"1"}).tool("list",{folder:z.string()},async({folder:e})=>a(e));',
      )
      expect(flowsIn(text).flows.map(({ kind }) => kind)).toEqual(['path'])
    },
  )

  it("is none where a library's own file has its own text", () => {
    const file =
      `import { z } from 'zod'\nimport { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { ` +
      `execSync } from 'node:child_process'\n${'// what a person wrote\n'.repeat(400)}
function run(name) {\n  if (!name) throw new TypeError('app.use() requires a middleware function')\n  ` +
      `return execSync('ls ' + name)\n}
new McpServer({ name: 's', version: '1' }).tool('list', { name: z.string() }, async ({ name }) => ` +
      `run(name))\n`
    const { flows, vendored } = flowsIn(file)
    expect([flows.map(({ kind }) => kind), vendored]).toEqual([['command'], undefined])
  })
})
