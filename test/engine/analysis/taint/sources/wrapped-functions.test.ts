import { describe, expect, it } from 'vitest'
import { flowsIn } from '../propagation/found-flows.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'

const head = 'import functools, os\nfrom mcp.server.fastmcp import FastMCP, Context\nmcp = FastMCP("s")\n'

/** A decorator whose inner function passes all arguments on. */
const decorator = (before = 'pass', wraps = '    @functools.wraps(fn)\n') =>
  `def logged(fn):\n${wraps}    async def wrapper(ctx, *args, **kwargs):\n        ${before}\n        return ` +
  `await fn(ctx, *args, **kwargs)\n    return wrapper\n`

const tool = (name: string, decorators: readonly string[], body = 'return os.system(f"ping {host}")') =>
  `${decorators.map((one) => `@${one}\n`).join('')}async def ${name}(ctx: Context, host: str) -> str:\n    ` +
  `"""Does ${name}"""\n    ${body}\n`

const reportOf = (text: string) => {
  const { tools, flows } = flowsIn({ 'server.py': text })
  return {
    tools: tools.map(
      ({ name, parameters, description }) => `${name}(${parameters.map((one) => one.name).join(', ')}): ${description}`,
    ),
    labels: flows.map(({ source }) => sourceText(source)),
  }
}

const ping = { tools: ['ping(host): Does ping'], labels: ['argument "host" of tool "ping"'] }

describe("inner functions of Python's decorators", () => {
  it.each([
    ['a decorator below the one of the server', head + decorator() + tool('ping', ['mcp.tool()', 'logged'])],
    ['a decorator that does not keep the name', head + decorator('pass', '') + tool('ping', ['mcp.tool()', 'logged'])],
    [
      'a decorator that a function makes',
      `${head}def scoped(scope):\n    def logged(fn):\n        @functools.wraps(fn)\n        async def ` +
        `wrapper(ctx, *args, **kwargs):\n            return await fn(ctx, *args, **kwargs)\n        return ` +
        `wrapper\n    return logged\n${tool('ping', ['mcp.tool()', 'scoped("net")'])}`,
    ],
    [
      'a decorator that registers what it wraps',
      `${head}def offered(title=None):\n    def add(fn):\n        @functools.wraps(fn)\n        async def ` +
        `wrapper(ctx, *args, **kwargs):\n            return await fn(ctx, *args, **kwargs)\n        return ` +
        `mcp.tool(name=title)(wrapper)\n    return add\n${tool('ping', ['offered()'])}`,
    ],
    [
      'a decorator that uses the decorator of the server inside',
      `${head}def offered(fn):\n    @mcp.tool()\n    @functools.wraps(fn)\n    async def wrapper(ctx, ` +
        `*args, **kwargs):\n        return await fn(ctx, *args, **kwargs)\n    return ` +
        `fn\n${tool('ping', ['offered'])}`,
    ],
  ])('are no tools: %s', (_name, text) => {
    expect(reportOf(text)).toEqual(ping)
  })

  it('keeps tools apart that share a decorator', () => {
    const { tools, labels } = reportOf(
      head +
        decorator() +
        tool('ping', ['mcp.tool()', 'logged']) +
        tool('greet', ['mcp.tool()', 'logged'], 'return host'),
    )
    expect(tools).toEqual(['ping(host): Does ping', 'greet(host): Does greet'])
    expect(labels).toEqual(['argument "host" of tool "ping"'])
  })

  it('reports the name that the registration gives', () => {
    expect(reportOf(head + decorator() + tool('ping', ['mcp.tool(name="ping_host")', 'logged']))).toEqual({
      tools: ['ping_host(host): Does ping'],
      labels: ['argument "host" of tool "ping_host"'],
    })
  })

  it.each([
    ['the registration', "mcp.tool(name='add', description='Adds.')", 'pass', 'add(args, kwargs): Adds.'],
    ['the name alone', "mcp.tool('add')", 'pass', 'add(args, kwargs): undefined'],
    ['its own docstring', 'mcp.tool()', '"""Adds."""', 'inner(args, kwargs): Adds.'],
  ])(
    'are tools where they call what is not in the program, and %s says what models read',
    (_where, registration, first, expected) => {
      expect(
        reportOf(
          `${head}def make(fn):\n    @${registration}\n    def inner(*args, **kwargs):\n        ${first}\n  ` +
            `      return fn(*args, **kwargs)\n    return inner\nmake(os.getcwd)\n`,
        ).tools,
      ).toEqual([expected])
    },
  )

  it('are no tools where they call what is not in the program, and nothing says more of them', () => {
    expect(
      reportOf(
        `${head}def make(fn):\n    @mcp.tool()\n    def inner(*args, **kwargs):\n        return fn(*args, ` +
          `**kwargs)\n    return inner\nmake(os.getcwd)\n`,
      ).tools,
    ).toEqual([])
  })

  it('still follows what the inner function does with the arguments itself', () => {
    expect(
      reportOf(
        head + decorator('os.system("logger " + str(kwargs))') + tool('ping', ['mcp.tool()', 'logged'], 'return host'),
      ),
    ).toEqual({ tools: ['ping(host): Does ping'], labels: ['arguments of tool "ping"'] })
  })

  it('keeps a function as a tool that takes the rest of its arguments itself', () => {
    expect(
      reportOf(
        `${head}@mcp.tool()\ndef run(*words: str) -> str:\n    """Runs"""\n    return os.system("echo " + words[0])\n`,
      ),
    ).toEqual({ tools: ['run(words): Runs'], labels: ['argument "words" of tool "run"'] })
  })
})
