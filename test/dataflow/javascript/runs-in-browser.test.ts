import { describe, expect, it } from 'vitest'
import { readSourceFile } from '../../../src/dataflow/read-source-file.ts'

const isEntry = (text: string) => {
  const reading = readSourceFile({ path: 'dist/public/assets/index-a1b2c3d4.js', content: Buffer.from(text) })
  return 'facts' in reading && reading.facts.entry === true
}

describe('a file of a web page', () => {
  it('is no way in, although it speaks of MCP', () => {
    expect(isEntry('import { a } from "./chunk-1.js"; document.getElementById("mcp").addEventListener("click", () => fetch("/mcp"))')).toBe(false)
  })

  it.each([
    ['asks for a package', 'import { Client } from "@modelcontextprotocol/sdk"; document.createElement("p")'],
    ['asks for a module of Node.js', 'const { exec } = require("child_process"); page.evaluate(() => document.querySelector("mcp"))'],
    ['registers tools', 'server.registerTool("run", {}, (args) => page.evaluate(() => document.body)); const mcp = 1'],
    ['gets modules in another way', 'process.getBuiltinModule("child_process").exec(mcp); document.createElement("p")'],
    ['is imported by others', 'module.exports = () => document.querySelector("mcp")'],
  ])('is one that %s', (_, text) => {
    expect(isEntry(text)).toBe(true)
  })
})
