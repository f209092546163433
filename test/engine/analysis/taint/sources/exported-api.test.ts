import { describe, expect, it } from 'vitest'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'
import type { Texts } from '../../linked-texts.ts'
import { flowsIn } from '../propagation/found-flows.ts'

const found = (texts: Texts) => flowsIn(texts).flows.map(({ kind, source }) => `${kind}: ${sourceText(source)}`)

const manifest = (fields: object) => JSON.stringify({ name: 'acme', ...fields })
const shell = "import { exec } from 'node:child_process'\n"

describe('arguments of exported functions', () => {
  it.each([
    [
      'of the entry point, also behind re-exports',
      {
        'package.json': manifest({ main: './dist/index.js' }),
        'src/index.ts': "export { clone } from './clone'\nexport * from './tag'\n",
        'src/clone.ts': `${shell}export const clone = (url: string, depth: number) => exec('clone ' + depth + url)
export const unlisted = (url: string) => exec('git ' + url)`,
        'src/tag.ts': `${shell}export function tag(options: { name: string }) { exec('git tag ' + options.name) }`,
      },
      [
        'command: argument "url" of the exported function "clone"',
        'command: argument "options" of the exported function "tag"',
      ],
    ],
    [
      'of methods of a class',
      {
        'package.json': manifest({ exports: { '.': './index.js' } }),
        'index.js': `${shell}export class Repo { log(branch) { exec('log ' + branch) } _own(x) { exec('x ' + x) } }`,
      },
      ['command: argument "branch" of the exported function "Repo.log"'],
    ],
    [
      'of CommonJS',
      {
        'package.json': manifest({ main: 'index.js' }),
        'index.js': "module.exports = require('./lib')",
        'lib.js': "const { exec } = require('child_process')\nexports.ping = (host) => exec('ping ' + host)",
      },
      ['command: argument "host" of the exported function "ping"'],
    ],
    [
      'of a Python package',
      {
        'acme/__init__.py': 'from .core import ping\n',
        'acme/core.py':
          'import os\ndef ping(host: str, count: int):\n    os.system(f"ping -c {count} {host}")\n' +
          'def unlisted(host):\n    os.system("x " + host)\n',
      },
      ['command: argument "host" of the exported function "ping"'],
    ],
  ])('are sources: %s', (_name, texts, flows) => {
    expect(found(texts)).toEqual(flows)
  })

  it.each([
    ['a whole command', 'export const run = (text) => exec(text)'],
    ['a parameter that is named after a command', "export const run = (command) => exec('bash -c ' + command)"],
    ['settings', "export const run = (config) => exec('run ' + config.name)"],
    ['a constructor', "export class A { constructor(name) { exec('run ' + name) } }"],
    ['a path', "import { readFileSync } from 'node:fs'\nexport const read = (name) => readFileSync('data/' + name)"],
  ])('are no sources for what the function is for: %s', (_name, text) => {
    expect(found({ 'package.json': manifest({ main: 'index.js' }), 'index.js': shell + text })).toEqual([])
  })

  it.each([
    ['a private package', { private: true }],
    ['a program without an entry point', { bin: './index.js' }],
  ])('are no sources in %s', (_name, fields) => {
    const text = `${shell}export const ping = (host) => exec('ping ' + host)`
    expect(found({ 'package.json': manifest(fields), 'index.js': text })).toEqual([])
  })

  it('count only for sinks that no caller of a server reaches', () => {
    const text = `${shell}import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
export const ping = (host) => exec('ping ' + host)
new McpServer({ name: 's', version: '1' }).tool('ping', { host: z.string() }, ({ host }) => ping(host))`
    expect(found({ 'package.json': manifest({ main: 'index.js' }), 'index.js': text })).toEqual([
      'command: argument "host" of tool "ping"',
    ])
  })
})
