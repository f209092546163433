import { describe, expect, it } from 'vitest'
import type { FlowBuilder } from '../../../../../src/engine/analysis/ir/flow-builder.ts'
import { LiteralKind, Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { findTaintSources } from '../../../../../src/engine/analysis/taint/sources/find-taint-sources.ts'
import { shapeAt } from '../../../../../src/engine/analysis/schemas/shape.ts'
import { knownPython } from '../../../../support/known-program.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'

/** Builds IR like the Python front end. */
class PythonText {
  readonly builder: FlowBuilder

  constructor(builder: FlowBuilder) {
    this.builder = builder
  }

  import(module: string, name: string): number {
    return this.builder.node(Op.Import, 0, this.builder.string(module), this.builder.string(name))
  }

  text(text: string): number {
    return this.builder.literal(LiteralKind.string, text, 0)
  }

  method(object: number, name: string, ...args: readonly number[]): number {
    return this.call(this.builder.node(Op.Load, 0, object, this.builder.string(name)), ...args)
  }

  call(callee: number, ...args: readonly number[]): number {
    return this.builder.node(Op.Call, 0, callee, ...args)
  }

  keyword(name: string, value: number): number {
    return this.builder.node(Op.Keyword, 0, this.builder.string(name), value)
  }

  /** Adds a function. Parameters are `name` or `name: type`. */
  function(name: string, parameters: readonly string[], docstring?: string): number {
    const { builder } = this
    return builder.closure({ name, offset: 0, flags: 0 }, () => {
      const nodes = parameters.map((parameter) => {
        const [own = '', annotation] = parameter.split(/: (.*)/s)
        return builder.parameter({ name: own, offset: 0, annotation })
      })
      if (docstring !== undefined) this.text(docstring)
      for (const node of nodes) builder.returns(node, 0)
    })
  }

  /** Adds an object literal. */
  dict(entries: Readonly<Record<string, number>>): number {
    return this.builder.node(
      Op.ObjectOf,
      0,
      ...Object.entries(entries).map(([key, value]) =>
        this.builder.node(Op.Property, 0, this.builder.string(key), value),
      ),
    )
  }
}

const found = (write: (python: PythonText) => void) =>
  findTaintSources(knownPython((builder) => write(new PythonText(builder))))
const server = (python: PythonText) => python.call(python.import('mcp.server.fastmcp', 'FastMCP'), python.text('s'))

describe('tools in Python', () => {
  it('finds decorated functions, with or without a call of the decorator', () => {
    const { entries, tools } = found((python) => {
      const mcp = server(python)
      python.call(
        python.method(mcp, 'tool'),
        python.function('read', ['path: str', 'lines: int', 'ctx: Context'], 'Reads a file.'),
      )
      python.method(mcp, 'tool', python.function('list_all', ['folder']))
      python.call(
        python.method(
          mcp,
          'tool',
          python.keyword('name', python.text('remove_file')),
          python.keyword('description', python.text('Removes')),
        ),
        python.function('remove', ['path: str | None']),
      )
    })
    expect(entries.map(({ label }) => sourceText(label))).toEqual([
      'argument "path" of tool "read"',
      'argument "folder" of tool "list_all"',
      'argument "path" of tool "remove_file"',
    ])
    expect(tools).toMatchObject([
      { name: 'read', description: 'Reads a file.', parameters: [{ name: 'path' }, { name: 'lines' }] },
      { name: 'list_all', description: undefined },
      { name: 'remove_file', description: 'Removes' },
    ])
    expect(tools.map(({ functions }) => functions.length)).toEqual([1, 1, 1])
  })

  it('finds functions that a call adds, resources and prompts', () => {
    const { entries } = found((python) => {
      const mcp = server(python)
      python.method(
        mcp,
        'add_tool',
        python.function('read', ['path']),
        python.keyword('name', python.text('read_file')),
      )
      python.call(python.method(mcp, 'resource', python.text('file://{name}')), python.function('file', ['name: str']))
      python.call(python.method(mcp, 'prompt'), python.function('review', ['code: str']))
    })
    expect(entries.map(({ kind, label }) => `${kind}: ${sourceText(label)}`)).toEqual([
      'tool-argument: argument "path" of tool "read_file"',
      'resource-uri: argument "name" of resource "file://{name}"',
      'prompt-argument: argument "code" of prompt "review"',
    ])
  })

  it('finds functions that answer for all tools, and those that a server of mcp 2 is handed', () => {
    const { entries, tools } = found((python) => {
      const low = python.call(python.import('mcp.server', 'Server'), python.text('s'))
      python.call(python.method(low, 'call_tool'), python.function('call', ['name: str', 'arguments: dict']))
      python.call(
        python.import('mcp.types', 'Tool'),
        python.keyword('name', python.text('read')),
        python.keyword('description', python.text('Reads')),
        python.keyword(
          'inputSchema',
          python.dict({
            type: python.text('object'),
            properties: python.dict({
              path: python.dict({ type: python.text('string'), description: python.text('Where') }),
            }),
          }),
        ),
      )
      python.call(
        python.import('mcp.server.lowlevel', 'Server'),
        python.text('t'),
        python.keyword('on_call_tool', python.function('call_tool', ['ctx', 'params'])),
      )
    })
    expect(entries.map(({ label }) => sourceText(label))).toEqual([
      'parameter "name" of tool calls',
      'arguments of tool calls',
      'arguments of tool calls',
    ])
    expect(tools).toMatchObject([
      { name: 'read', description: 'Reads', parameters: [{ name: 'path', description: 'Where' }] },
    ])
  })

  it.each([
    ['int', false],
    ['float | None', false],
    ['Optional[bool]', false],
    ["Literal['a', 'b']", false],
    ['list[int]', false],
    ['UUID', false],
    ['datetime.date', false],
    ['dict[str, int]', true],
    ['Decimal', false],
    ['str', true],
    ['str | int', true],
    ['Union[int, str]', true],
    ['list[str]', true],
    ['Any', true],
    ['Annotated[str, Field(description="x")]', true],
    ['Unknown', true],
    ["'int'", false],
    ['Optional[', true],
  ])('believes the hint %s: it may carry harm: %s', (hint, isEntry) => {
    const { entries } = found((python) =>
      python.call(python.method(server(python), 'tool'), python.function('f', [`value: ${hint}`])),
    )
    expect(entries).toHaveLength(isEntry ? 1 : 0)
  })

  it('reads patterns of hints and of defaults', () => {
    const { entries } = found((python) => {
      const { builder } = python
      const mcp = server(python)
      python.call(
        python.method(mcp, 'tool'),
        python.function('f', [
          'a: Annotated[str, Field(pattern=r"^[a-z]+$")]',
          'b: Annotated[str, Field(pattern="[a-z]+")]',
        ]),
      )
      python.call(
        python.method(mcp, 'tool'),
        builder.closure({ name: 'g', offset: 0, flags: 0 }, () => {
          const parameter = builder.parameter({ name: 'c', offset: 0, annotation: 'str' })
          const field = python.call(
            python.import('pydantic', 'Field'),
            python.keyword('pattern', python.text('^[a-z]+$')),
            python.keyword('description', python.text('A word')),
          )
          builder.returns(builder.node(Op.Phi, 0, parameter, builder.current.region, field, builder.current.region), 0)
        }),
      )
    })
    const kinds = Object.fromEntries(entries.map(({ label, shape }) => [label.name, shape.carries]))
    expect(kinds['a']).toBe(kinds['c'])
    expect(kinds['a']).toBeLessThan(kinds['b'] ?? 0)
  })

  it('reads fields of models and enumerations', () => {
    const { entries } = found((python) => {
      const { builder } = python
      const model = (name: string, base: number, fields: readonly (readonly [string, string])[]) => {
        const index = builder.openClass()
        builder.closeClass(index, {
          name: builder.string(name),
          bases: [base],
          members: [],
          creator: -1,
          initializer: -1,
          fieldTypes: fields.map(([key, type]) => [builder.string(key), builder.string(type)] as const),
        })
        builder.node(Op.Class, 0, index)
      }
      model('Mode', python.import('enum', 'Enum'), [])
      model('Options', python.import('pydantic', 'BaseModel'), [
        ['path', 'str'],
        ['lines', 'int'],
        ['mode', 'Mode'],
      ])
      python.call(python.method(server(python), 'tool'), python.function('f', ['options: Options', 'mode: Mode']))
    })
    expect(entries.map(({ label }) => sourceText(label))).toEqual(['argument "options" of tool "f"'])
    const [{ shape } = { shape: { carries: 0 } }] = entries
    expect(['path', 'lines', 'mode', 'other'].map((key) => shapeAt(shape, key).carries !== 0)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('reads models that have each other many times in bounded time', () => {
    const { entries } = found((python) => {
      const { builder } = python
      for (let level = 0; level <= 40; level += 1) {
        const index = builder.openClass()
        const fields = Array.from(
          { length: 20 },
          (_none, field) =>
            [builder.string(`f${field}`), builder.string(level === 0 ? 'str' : `M${level - 1}`)] as const,
        )
        builder.closeClass(index, {
          name: builder.string(`M${level}`),
          bases: [python.import('pydantic', 'BaseModel')],
          members: [],
          creator: -1,
          initializer: -1,
          fieldTypes: fields,
        })
        builder.node(Op.Class, 0, index)
      }
      python.call(python.method(server(python), 'tool'), python.function('f', ['value: M40']))
    })
    expect(entries.map(({ label }) => sourceText(label))).toEqual(['argument "value" of tool "f"'])
  })

  it('takes decorators of other libraries for nothing', () => {
    const { entries, tools } = found((python) =>
      python.call(
        python.method(python.call(python.import('workbench', 'Bench')), 'tool'),
        python.function('f', ['path: str']),
      ),
    )
    expect({ entries, tools }).toEqual({ entries: [], tools: [] })
  })
})

describe('other entries in Python', () => {
  it('finds requests of flask and fastapi', () => {
    const { entries } = found((python) => {
      const request = python.import('flask', 'request')
      python.builder.node(Op.Load, 0, request, python.builder.string('args'))
      const app = python.call(python.import('fastapi', 'FastAPI'))
      python.call(
        python.method(app, 'get', python.text('/files/{name}')),
        python.function('files', [
          'name: str',
          'page: int',
          'db=Depends: Annotated[Session, Depends(get_db)]',
          'request: Request',
        ]),
      )
    })
    expect(entries.map(({ label }) => sourceText(label))).toEqual([
      'parameter "args" of the HTTP request',
      'parameter "name" of route /files/{name}',
      'request to /files/{name}',
    ])
  })

  it('finds answers and the command line', () => {
    const { entries } = found((python) => {
      python.method(python.import('requests', '*'), 'get', python.text('https://api.example/x'))
      python.method(python.call(python.import('httpx', 'AsyncClient')), 'get', python.text('https://api.example/y'))
      python.builder.node(Op.Load, 0, python.import('sys', '*'), python.builder.string('argv'))
      python.method(python.call(python.import('argparse', 'ArgumentParser')), 'parse_args')
    })
    expect(entries.map(({ kind }) => kind)).toEqual([
      'remote-response',
      'remote-response',
      'cli-argument',
      'cli-argument',
    ])
  })
})
