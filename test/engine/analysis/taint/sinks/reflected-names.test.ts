import { describe, expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const reached = (body: string) =>
  reachedIn({
    'server.py': `from mcp.server.fastmcp import FastMCP
import actions

mcp = FastMCP("s")
ALLOWED = ("lower", "upper")


def handle_lower(text):
    return text.lower()


def hidden_purge(text):
    return text


class Actions:
    def do_upper(self, text):
        return text.upper()

    def undo_everything(self, text):
        return text


@mcp.tool()
def run(name: str, text: str) -> str:
${body
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
`,
  })

describe('a function that a tool argument names', () => {
  it.each([
    ['a name of the module', 'return globals()[name](text)'],
    [
      'a name of the module, looked up first',
      'found = globals().get(name)\nif not found:\n    return ""\nreturn found(text)',
    ],
    ['a name of another module', 'return vars(actions)[name](text)'],
    ['an entry of its dictionary', 'return actions.__dict__[name](text)'],
    ['a method of what is named', 'return globals()[name].run(text)'],
    ['an attribute', 'return getattr(actions, name)(text)'],
    ['a function that the program does not name', 'return globals()[f"hidden_{name}"](text)'],
    ['an attribute that is such a function', 'return getattr(Actions(), f"undo_{name}")(text)'],
  ])('is reported for %s', (_what, body) => {
    expect(reached(body).map((sink) => sink.split(' ', 1)[0])).toEqual(['reflection'])
  })

  it.each([
    ['a name of functions that the program names', 'return globals()[f"handle_{name}"](text)'],
    ['an attribute that is such a function', 'return getattr(Actions(), f"do_{name}")(text)'],
    ['a value that is not called', 'return str(globals().get(name))'],
    ['a table of the program', 'return {"lower": actions.lower}[name](text)'],
    ['a checked name', 'if name not in ALLOWED:\n    raise ValueError(name)\nreturn globals()[name](text)'],
  ])('is not reported for %s', (_what, body) => {
    expect(reached(body)).toEqual([])
  })
})

describe('a parser that reads external entities', () => {
  const parsed = (options: string) =>
    reachedIn({
      'server.py': `from lxml import etree
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


def make_parser():
    return etree.XMLParser(${options})


@mcp.tool()
def read(document: str) -> str:
    return etree.fromstring(document, parser=make_parser()).tag
`,
    })

  it('may be made in a function', () => {
    expect(parsed('resolve_entities=True')).toEqual(['xml in server.py:13'])
    expect(parsed('resolve_entities=False')).toEqual([])
  })
})
