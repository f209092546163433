import { describe, expect, it } from 'vitest'
import { readSourceFile } from '../../../../../src/engine/analysis/read-source-file.ts'

const isEntry = (text: string) => {
  const reading = readSourceFile({ path: 'dist/public/assets/index-a1b2c3d4.js', content: Buffer.from(text) })
  return 'facts' in reading && reading.facts.entry === true
}

describe('a file of a web page', () => {
  it('is no way in, although it speaks of MCP', () => {
    expect(
      isEntry(
        'import { a } from "./chunk-1.js"; document.getElementById("mcp").addEventListener("click", () => ' +
          'fetch("/mcp"))',
      ),
    ).toBe(false)
  })

  it('is no way in, although it talks the protocol with the client whose frame it is in', () => {
    expect(
      isEntry(
        'class App { connect() { this.setRequestHandler("tools/call", mcp); ' +
          'window.parent.postMessage("ready", "*") } } document.getElementById("root").append(1)',
      ),
    ).toBe(false)
  })

  it('is no way in, although a library in it looks for what Node.js has to tell types apart', () => {
    expect(
      isEntry(
        'const types = free && free.require && free.require("util").types; ' +
          'document.getElementById("mcp").append(types)',
      ),
    ).toBe(false)
  })

  it.each([
    ['asks for a package', 'import { Client } from "@modelcontextprotocol/sdk"; document.createElement("p")'],
    [
      'asks for a module of Node.js',
      'const { exec } = require("child_process"); page.evaluate(() => document.querySelector("mcp"))',
    ],
    ['registers tools', 'server.registerTool("run", {}, (args) => page.evaluate(() => document.body)); const mcp = 1'],
    [
      'answers requests',
      'server.setRequestHandler("tools/call", () => page.evaluate(() => document.body)); const mcp = 1',
    ],
    [
      'may ask for any module',
      'server.setRequestHandler("tools/call", async ({ name }) => (await import("node:" + ' +
        'name)).exec(mcp)); window.parent.document.body',
    ],
    [
      'may ask for any module by a variable',
      'server.registerTool("run", {}, async ({ name }) => (await import( name)).exec(mcp)); ' +
        'window.parent.document.body',
    ],
    ['gets modules in another way', 'process.getBuiltinModule("child_process").exec(mcp); document.createElement("p")'],
    [
      'speaks of pages in a comment',
      '// window.parent, document.body\nserver.registerTool("run", {}, (args) => mcp(args))',
    ],
    [
      'writes pages',
      'server.setRequestHandler("tools/call", () => `<script>window.parent.postMessage(document.body, ' +
        '"*")</script>` + mcp)',
    ],
    ['writes pages in a text', 'export const mcp = () => "document.createElement("'],
    [
      'may ask for any module by a template',
      'server.registerTool("run", {}, async ({ name }) => (await import(`node:${name}`)).exec(mcp)); ' +
        'window.parent.document.body',
    ],
    [
      'may ask for any module behind a comment',
      'server.registerTool("run", {}, async ({ name }) => (await import(/* "./a" */ name)).exec(mcp)); ' +
        'window.parent.document.body',
    ],
    [
      'may require any module',
      'server.registerTool("run", {}, async ({ name }) => require(name).exec(mcp)); window.parent.document.body',
    ],
    ['imports util', 'import { promisify } from "util"; document.body.append(mcp)'],
    ['is imported by others', 'module.exports = () => document.querySelector("mcp")'],
  ])('is one that %s', (_, text) => {
    expect(isEntry(text)).toBe(true)
  })
})
