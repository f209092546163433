import { describe, expect, it } from 'vitest'
import { flowsIn, reachedIn, server } from './found-flows.ts'

/** Helpers that return their argument through a promise, callback, object, or closure. */
const helpers = {
  promise: `function pass(value) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('late')), 10)
    value.then((result) => { clearTimeout(timer); resolve(result) }).catch(reject)
  })
}
async function load(value) { return value }
const run = (value) => pass(load(value))`,
  callback: `async function retry(load) {
  for (let i = 0; i < 3; i += 1) {
    try { return await load() } catch {}
  }
  return await load()
}
const run = (value) => retry(async () => value)`,
  object: `function wrap(value) {
  const made = { list: [] }
  made.value = value
  return made.value
}
const run = (value) => wrap(value)`,
  closure: `function later(value) {
  const give = () => value
  return give()
}
const run = (value) => later(value)`,
} as const

const tools = (echo: string, command: string) => `${server}
server.tool('echo', { text: z.string() }, async ({ text }) => ({ content: [${echo}] }))
server.tool('work', { text: z.string() }, async ({ text }) => {
  exec(${command})
  return { content: [] }
})
`

const commandsOf = (text: string) =>
  flowsIn(text)
    .flows.filter(({ kind }) => kind === 'command')
    .map(({ tools: named }) => named)

describe('a helper that hands back what it is given', () => {
  it.each(Object.entries(helpers))('gives each caller its own value: %s', (_name, helper) => {
    expect(commandsOf(tools('await run(text)', "'ls ' + (await run('x'))") + helper)).toEqual([])
  })

  it.each(Object.entries(helpers))('gives the caller its value: %s', (_name, helper) => {
    expect(commandsOf(tools("await run('x')", "'ls ' + (await run(text))") + helper)).toEqual([['work']])
  })
})

describe('an object that outlives the call', () => {
  it.each([
    [
      'in a closure that a later call runs',
      'let last = () => undefined\nfunction run(value) {\n  const before = last\n' +
        '  last = () => value\n  return before()\n}',
    ],
    [
      'in a field',
      'const kept = {}\nfunction run(value) {\n  const made = {}\n  made.value = value\n' +
        '  kept.made ??= made\n  return kept.made.value\n}',
    ],
    [
      'in a variable of the module',
      'let kept\nfunction run(value) {\n  kept ??= {}\n  kept.value ??= value\n  return kept.value\n}',
    ],
  ])('hands a value from one caller to the next: %s', (_name, helper) => {
    expect(commandsOf(tools('run(text)', "'ls ' + run('x')") + helper)).toHaveLength(1)
  })
})

it('a helper with more callbacks than can be told apart keeps every flow', () => {
  const retry = 'async function retry(load) {\n  return await load()\n}\n'
  const offered = Array.from(
    { length: 20 },
    (_none, index) =>
      `server.tool('t${index}', { a: z.string() }, async ({ a }) => {\n  exec(await retry(() => a))\n` +
      '  return { content: [] }\n})\n',
  )
  expect(commandsOf(server + retry + offered.join(''))).toHaveLength(20)
})

describe('a recursive helper that copies values', () => {
  const copying = (result: string) => ({
    'server.py': `import os
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


def plain(value):
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, tuple):
        return tuple(plain(one) for one in value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


@mcp.tool()
def t(name: str) -> str:
    body = plain({"body": [name]})
    path = plain({"path": "fixed"})
    os.system(${result})
`,
  })

  it('returns to each caller what that caller passed', () => {
    expect(reachedIn(copying('path["path"]'))).toEqual([])
    expect(reachedIn(copying('body["body"][0]'))).toEqual(['command in server.py:21'])
  })
})
