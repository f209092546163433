import { describe, expect, it } from 'vitest'
import { FlowReport } from '../../../../../../src/engine/analysis/flow.ts'
import { decodeModule } from '../../../../../../src/engine/analysis/ir/decode-module.ts'
import { encodeModule } from '../../../../../../src/engine/analysis/ir/encode-module.ts'
import { lowerJavaScriptText } from '../../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { flowsIn } from '../../../taint/propagation/found-flows.ts'

const server = `// src/index.ts
var server = new McpServer({ name: "s", version: "1" });
`
const sdk =
  `// node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js
var McpServer = class { tool() { this.server.setRequestHandler(CallToolRequestSchema, async (request) => ` +
  `new Function(request.params.arguments.code)()) } };
`
const zod = `// node_modules/zod/v3/types.js
var stringType = ZodString.create;
var external_exports = {};
__export(external_exports, { string: () => stringType });
`
const bundle = (vendor: string, own: string) => ({
  'package.json': '{"name":"p"}',
  'dist/index.js':
    `#!/usr/bin/env node\nimport { execSync } from "node:child_process";\n` + `${sdk}${zod}${vendor}${server}${own}`,
})
const summary = (report: FlowReport) =>
  report.flows.map(({ kind, model, steps, vendoredIn }) => [
    kind,
    model,
    steps.at(-1)?.line,
    ...(vendoredIn === undefined ? [] : [vendoredIn]),
  ])
const lineOf = (texts: Readonly<Record<string, string>>, part: string) =>
  (texts['dist/index.js'] ?? '').split('\n').findIndex((line) => line.includes(part)) + 1

describe("other packages' code in a bundle", () => {
  it('has no findings, stands for its package, and is told', () => {
    const texts = bundle(
      '// node_modules/axios/lib/axios.js\nvar axios = createInstance(defaults);\nvar axios_default = axios;\n',
      'server.tool("get", { url: external_exports.string() }, async ({ url }) => axios_default.get(url));\n',
    )
    const report = flowsIn(texts)
    expect(summary(report)).toEqual([['url', 'axios.get', lineOf(texts, 'axios_default.get')]])
    expect(report.vendored?.map((one) => one.package)).toEqual(['@modelcontextprotocol/sdk', 'zod', 'axios'])
    expect(report.vendored?.every(({ bytes }) => bytes > 50 && bytes < 300)).toBe(true)
    expect(FlowReport.parse(report)).toEqual(report)
  })

  it('is loaded by the functions that bundlers wrap modules of CommonJS in, by mark or by key', () => {
    const marked = bundle(
      '// node_modules/js-yaml/index.js\nvar require_js_yaml = __commonJS((exports, module) => { ' +
        'module.exports = { load: (text) => eval(text) }; });\n',
      'var yaml = __toESM(require_js_yaml(), 1);\nserver.tool("run", { path: external_exports.string() }, ' +
        'async ({ path }) => execSync("cat " + path));\n',
    )
    expect(summary(flowsIn(marked))).toEqual([['command', 'child_process.execSync', lineOf(marked, 'server.tool')]])
    const keyed = {
      'i.js':
        'const h = (cb, mod) => () => (mod || cb[Object.keys(cb)[0]]((mod = { exports: {} }).exports, mod), ' +
        `mod.exports);
var a = h({ "node_modules/axios/dist/node/axios.cjs"(exports, module) { module.exports = eval } });
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js"), { z } = require("zod");
new McpServer({ name: "s" }).tool("get", { url: z.string() }, async ({ url }) => a().get(url));`,
    }
    expect(summary(flowsIn(keyed))).toEqual([['url', 'axios.get', 4]])
    expect(flowsIn(keyed).vendored?.map((one) => one.package)).toEqual(['axios'])
  })

  it('still says how the server stands open, with the names that bundlers give', () => {
    const listen = (vendor: string, own: string) =>
      flowsIn(
        bundle(
          `// node_modules/@modelcontextprotocol/sdk/dist/esm/server/streamableHttp.js
var StreamableHTTPServerTransport = class { async handleRequest(request) { return this.answer(request) } };
${vendor}`,
          own,
        ),
      ).exposure.listeners.map(({ reach, doors }) => [
        reach,
        ...doors.map(
          ({ label, check, transports }) => `${label} ${check} ${transports.map(({ name }) => name).join()}`,
        ),
      ])
    const answer =
      'const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });\nawait ' +
      'server.connect(transport);\n'
    expect(
      listen(
        '// node_modules/express/index.js\nvar require_express2 = __commonJS((exports, module) => { ' +
          'module.exports = createApplication });\n',
        `var __toESM = (mod) => mod && mod.__esModule ? mod : { default: mod };
var import_express = __toESM(require_express2(), 1);
var app = (0, import_express.default)();
app.post("/mcp", async (req, res) => {\n${answer}await transport.handleRequest(req, res, req.body) });
app.listen(3000, "0.0.0.0");\n`,
      ),
    ).toEqual([['everywhere', 'POST /mcp none StreamableHTTPServerTransport']])
    expect(
      listen(
        '// node_modules/hono/dist/hono.js\nvar Hono2 = class extends Hono { };\n// ' +
          'node_modules/@hono/node-server/dist/index.mjs\nvar serve = (options, listener) => ' +
          'createAdaptorServer(options).listen(options.port, options.hostname, listener);\n',
        `var app = new Hono2();
app.post("/mcp", async (c) => {\n${answer}return transport.handleRequest(c.req.raw) });
serve({ fetch: app.fetch, port: 3000, hostname: "127.0.0.1" });\n`,
      ),
    ).toEqual([['loopback', 'POST /mcp none StreamableHTTPServerTransport']])
  })

  it('is not in the unit, and comes back from its bytes', () => {
    const text =
      `// node_modules/big/index.js\n${'function f(a) { return a.b(a + 1) }\n'.repeat(100)}// ` +
      `src/index.js\nconsole.log(f(2), "é")\n`
    const unit = lowerJavaScriptText(text, 'js')
    expect(unit.ops.length).toBeLessThan(12)
    expect(unit.vendored).toMatchObject([{ isLeftOut: true, bytes: 100 * 36 + 1 }])
    expect(decodeModule(encodeModule(unit))).toEqual(unit)
  })

  it('keeps what own code assigns to its variables', () => {
    const texts = bundle(
      '// node_modules/one/index.js\nvar kept = "a";\n',
      'server.tool("run", { name: external_exports.string() }, async ({ name }) => { kept = name; return ' +
        'execSync("ls " + kept) });\n',
    )
    expect(summary(flowsIn(texts))).toEqual([['command', 'child_process.execSync', lineOf(texts, 'server.tool')]])
  })
})

describe('a forged mark', () => {
  it('does not hide code that starts programs, which is reported with the name that it bears', () => {
    const texts = bundle(
      '// node_modules/left-padding/index.js\nfunction leftPad(text) { return execSync("echo " + text) }\n',
      'server.tool("pad", { text: external_exports.string() }, async ({ text }) => leftPad(text));\n',
    )
    expect(summary(flowsIn(texts))).toEqual([
      ['command', 'child_process.execSync', lineOf(texts, 'function leftPad'), 'left-padding'],
    ])
    expect(flowsIn(texts).vendored?.map((one) => one.package)).not.toContain('left-padding')
  })

  it(
    'does not hide it under the name of a library that evaluates code and starts nothing either, whose ' +
      'evaluating is left out',
    () => {
      const named = (code: string) =>
        bundle(
          `// node_modules/lodash/pad.js\nfunction pad(text) { return ${code} }\n`,
          'server.tool("pad", { text: external_exports.string() }, async ({ text }) => pad(text));\n',
        )
      const starting = named('execSync("echo " + text)')
      expect(summary(flowsIn(starting))).toEqual([
        ['command', 'child_process.execSync', lineOf(starting, 'function pad'), 'lodash'],
      ])
      expect(summary(flowsIn(named('Function("return " + text)()')))).toEqual([])
    },
  )

  it.each([
    { does: 'reads files', code: 'readFileSync("/srv/" + text)', flow: ['path', 'fs.readFileSync'] },
    { does: 'asks hosts', code: 'fetch(text)', flow: ['url', 'fetch'] },
    { does: 'asks databases', code: 'new pg.Pool().query("select " + text)', flow: ['query', 'pg.Pool.query'] },
  ])(
    'does not hide what $does under a name that is not known for it, be it one of a library that only works ' +
      'with values',
    ({ code, flow }) => {
      for (const name of ['left-padding', 'lodash']) {
        const texts = bundle(
          `// node_modules/${name}/pad.js\nfunction pad(text) { return ${code} }\n`,
          'import { readFileSync } from "node:fs";\nimport pg from "pg";\nserver.tool("pad", { text: ' +
            'external_exports.string() }, async ({ text }) => pad(text));\n',
        )
        expect(summary(flowsIn(texts))).toEqual([[flow[0], flow[1], lineOf(texts, 'function pad'), name]])
        expect(flowsIn(texts).vendored?.map((one) => one.package)).not.toContain(name)
      }
    },
  )

  it('hides what a library is known for, which is told', () => {
    const texts = bundle(
      '// node_modules/fs-extra/lib/copy.js\nfunction copy(text) { return readFileSync("/srv/" + text) }\n',
      'import { readFileSync } from "node:fs";\nserver.tool("pad", { text: external_exports.string() }, ' +
        'async ({ text }) => copy(text));\n',
    )
    expect(flowsIn(texts).vendored?.map((one) => one.package)).toContain('fs-extra')
  })

  it('does not hide the rest of the package, by which it is reached', () => {
    const texts = bundle(
      '// node_modules/left-padding/lib/run.js\nfunction run(text) { return execSync("echo " + text) }\n// ' +
        'node_modules/left-padding/index.js\nfunction leftPad(text) { return run(text) }\n',
      'server.tool("pad", { text: external_exports.string() }, async ({ text }) => leftPad(text));\n',
    )
    expect(summary(flowsIn(texts))).toEqual([
      ['command', 'child_process.execSync', lineOf(texts, 'function run'), 'left-padding'],
    ])
  })

  it('does not hide tools', () => {
    const texts = bundle(
      '// node_modules/tool-pack/index.js\nfunction addTools(server) { server.tool("run", { file: ' +
        'external_exports.string() }, async ({ file }) => readFileSync("/srv/" + file)) }\n',
      'import { readFileSync } from "node:fs";\naddTools(server);\n',
    )
    const report = flowsIn(texts)
    expect(report.tools.map(({ name }) => name)).toEqual(['run'])
    expect(summary(report)).toEqual([['path', 'fs.readFileSync', lineOf(texts, 'function addTools'), 'tool-pack']])
  })
})
