import { describe, expect, it } from 'vitest'
import {
  FunctionFlag,
  LiteralKind,
  MemberFlag,
  Op,
  ParameterKind,
} from '../../../../../src/engine/analysis/ir/operations.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { nodesOf, operandsOf } from '../javascript/described.ts'
import { all, expressionOf, used } from './used.ts'

describe('functions of Python', () => {
  it('have parameters of all kinds, with types as they are written', () => {
    const unit = lowerPythonText(
      'async def f(a, /, b: Annotated[str, Field(pattern="^a$")], *c: int, d: "X" = 1, **e) -> None: pass',
    )
    const made = unit.functions[1]
    expect(made?.flags).toBe(FunctionFlag.async)
    expect(
      made?.parameters.map(({ name, kind, annotation }) => [unit.strings[name], kind, unit.strings[annotation]]),
    ).toEqual([
      ['a', ParameterKind.positionalOnly, undefined],
      ['b', ParameterKind.positional, 'Annotated[str, Field(pattern="^a$")]'],
      ['c', ParameterKind.rest, 'int'],
      ['d', ParameterKind.keyword, 'X'],
      ['e', ParameterKind.keywordRest, undefined],
    ])
  })

  it('say first what they do, before their defaults', () => {
    const unit = lowerPythonText('def f(a="x"):\n    """Reads."""\n    return a')
    const [first, second] = nodesOf(unit, Op.Literal)
    expect([first, second].map((node) => expressionOf(unit, node ?? -1))).toEqual(['"Reads."', '"x"'])
  })

  it('have types by the names that the module gives them', () => {
    const unit = lowerPythonText(
      'Codec = Literal["Codec", "b"]\ntype Title = Annotated[str, Field(pattern="x")]\ndef f(a: Codec | ' +
        'None, b: m.Codec, c: list[Title]): pass',
    )
    expect(unit.functions[1]?.parameters.map(({ annotation }) => unit.strings[annotation])).toEqual([
      'Literal["Codec", "b"] | None',
      'm.Codec',
      'list[Annotated[str, Field(pattern="x")]]',
    ])
  })

  it('are called by what they are handed to, with its arguments', () => {
    const imports = 'import asyncio, functools\nimport anyio.to_thread\nfrom threading import Thread\n'
    expect(used(`${imports}use(asyncio.to_thread(f, 1, a=2))`)).toEqual(['f(1, Keyword(2))'])
    expect(used(`${imports}use(anyio.to_thread.run_sync(f, 1, limiter=l))`)).toEqual(['f(1)'])
    expect(used(`${imports}use(loop.run_in_executor(None, f, 1))`)).toEqual(['f(1)'])
    expect(all(`${imports}functools.partial(f, a, b=c)`, Op.Call)).toEqual([
      '^f(^a, ...parameter 0, Keyword(^c), SpreadKeywords(parameter 1))',
    ])
    expect(all(`${imports}Thread(target=f, args=(1, 2)).start()`, Op.Call)).toContain('f(1, 2)')
    expect(used('use(partial(f, 1))')).toEqual(['partial(f, 1)'])
  })

  it('are handed to their decorators, the last one first', () => {
    expect(used('@a\n@b.c(1)\ndef f(): pass\nuse(f)')).toEqual(['a(b.c(1)(function f))'])
  })

  it('yield to whoever enters them by with, where a decorator says so', () => {
    expect(all('@contextmanager\ndef f():\n    yield a', Op.Return)).toEqual(['Return(a)'])
    expect(all('def f():\n    yield a', Op.Return)).toEqual([])
    expect(lowerPythonText('def f():\n    yield a').functions[1]?.flags).toBe(FunctionFlag.generator)
  })
})

const text = `
class A(B[T], C, metaclass=M):
    """Doc."""
    limit = 3
    name: str = Field(pattern="^a$")
    other: "int"
    def __init__(self, a):
        super().__init__(a)
        self.a = a
    def m(self, x):
        return super().m(x)
    @property
    def p(self): return self.a
    @p.setter
    def p(self, v): self.a = v
    @staticmethod
    def s(x): return x
    @classmethod
    def k(cls): return cls
    @tool("t")
    def t(self): pass
`

describe('classes of Python', () => {
  const unit = lowerPythonText(text)
  const [made] = unit.classes

  it('have their bases, members, fields and what makes an instance', () => {
    expect(made?.bases.map((base) => expressionOf(unit, base))).toEqual(['B', 'C'])
    const both = [MemberFlag.static, 0]
    expect(made?.members.map(({ key, value, flags }) => [unit.strings[key], expressionOf(unit, value), flags])).toEqual(
      [
        ['m', 'function m', 0],
        ['p', 'function p', MemberFlag.getter],
        ['p', 'function p', MemberFlag.setter],
        ['s', 'function s', 0],
        ['s', 'function s', MemberFlag.static],
        ['k', 'function k', 0],
        ['k', 'function k', MemberFlag.static],
        ['t', 'function t', 0],
        ...both.map((flags) => ['limit', '3', flags]),
        ...both.map((flags) => ['name', 'Field(Keyword("^a$"))', flags]),
      ],
    )
    expect(made?.fieldTypes.map(([name, type]) => [unit.strings[name], unit.strings[type]])).toEqual([
      ['name', 'str'],
      ['other', 'int'],
    ])
    expect(unit.functions[made?.creator ?? -1]?.flags).toBe(FunctionFlag.constructor | FunctionFlag.receiverIsParameter)
  })

  it('hand the receiver over as a parameter, except to static methods', () => {
    const flags = Object.fromEntries(unit.functions.map((one) => [unit.strings[one.name] ?? '', one.flags]))
    expect(flags).toMatchObject({
      m: FunctionFlag.receiverIsParameter,
      k: FunctionFlag.receiverIsParameter | FunctionFlag.receiverIsClass,
      s: 0,
    })
  })

  it('reach the base by super', () => {
    expect(nodesOf(unit, Op.Call).map((node) => expressionOf(unit, node))).toEqual([
      'Field(Keyword("^a$"))',
      '^phi(B, C)(a)',
      '^phi(B, C).prototype.m(x)',
      'tool("t")',
      'tool("t")(function t)',
    ])
    expect(all('class A(B):\n    def __init__(self, a):\n        B.__init__(self, a)', Op.Call)).toEqual(['B(a)'])
  })

  it('store the fields of dataclasses', () => {
    expect(all('@dataclass\nclass A:\n    a: str\n    b: int = 2\n    c: ClassVar[int] = 3\n', Op.Store)).toEqual([
      'self.a = a',
      'self.b = phi(b, ^2)',
    ])
    expect(lowerPythonText('class A(BaseModel):\n    a: str').classes[0]?.creator).toBe(-1)
  })

  it('are called by their decorators', () => {
    expect(all('@register("x")\nclass A: pass', Op.Call)).toEqual(['register("x")', 'register("x")(class A)'])
  })
})

describe('literals of Python', () => {
  it('know their kind', () => {
    const unit = lowerPythonText('x = ["a", b"b", 1, -1, True, None, ..., u"c", r"\\d"]')
    expect(
      nodesOf(unit, Op.Literal)
        .map((node) => operandsOf(unit, node))
        .map(([kind, string]) => [kind, unit.strings[string ?? -1]]),
    ).toEqual([
      [LiteralKind.string, 'a'],
      [LiteralKind.bytes, 'b'],
      [LiteralKind.number, '1'],
      [LiteralKind.number, '-1'],
      [LiteralKind.boolean, 'true'],
      [LiteralKind.nothing, 'None'],
      [LiteralKind.nothing, '...'],
      [LiteralKind.string, 'c'],
      [LiteralKind.string, '\\d'],
    ])
  })
})
