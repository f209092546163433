import { describe, expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

interface Parts {
  /** Code of the tool that checks `name` and `pattern` before their use. */
  readonly check: string
  readonly helpers?: string
}

const server = ({ check, helpers = '' }: Parts) => ({
  'server.py': `import re
import sqlite3
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


class Invalid(Exception):
    pass


def identifier(value):
    if not re.match(r"^[A-Za-z0-9_]+$", value):
        raise Invalid(value)
    return True


def short(value):
    if len(value) > 20:
        raise Invalid(value)
    return True


def is_identifier(value):
    return re.fullmatch(r"[A-Za-z0-9_]+", value) is not None


def is_short(value):
    return len(value) < 20


def validate(label, value, validator, message=""):
    if value is None:
        return True
    try:
        return validator(value)
    except Invalid as error:
        raise ValueError(f"{label}: {error}")


def checked(label, value, validator):
    try:
        validate(label, value, validator, "bad")
    except ValueError as error:
        raise RuntimeError(str(error))


def require(value, test):
    if not test(value):
        raise ValueError(value)

${helpers}

@mcp.tool()
def count(name: str, other: str) -> str:
    ${check}
    return sqlite3.connect("x").execute(f"SELECT count(*) FROM {name}").fetchone()


@mcp.tool()
def label(name: str) -> str:
    validate("name", name, short)
    require(name, is_short)
    return name
`,
})

describe('a function that a validator is passed', () => {
  it.each([
    ['by a call that ends', 'validate("name", name, identifier)'],
    ['through another function', 'checked("name", name, identifier)'],
    ['by its result', 'require(name, is_identifier)'],
    ['as a lambda', 'validate("name", name, lambda value: identifier(value))'],
    ['by name', 'validate(label="name", value=name, validator=identifier)'],
  ])('shows what it tests %s', (_how, check) => {
    expect(reachedIn(server({ check }))).toEqual([])
  })

  it.each([
    ['it tests something else', 'validate("name", name, short)'],
    ['its result tests something else', 'require(name, is_short)'],
    ['it tests another value', 'validate("name", other, identifier)'],
    ['its result is lost', 'try:\n        validate("name", name, identifier)\n    except ValueError:\n        pass'],
    ['it may be another function', 'validate("name", name, identifier if other else short)'],
    ['it is not called', 'later("name", name, identifier)'],
    ['it is called for nothing', 'ignored(name, is_identifier)'],
  ])('shows nothing if %s', (_why, check) => {
    const helpers = `
def later(label, value, validator):
    return lambda: validator(value)


def ignored(value, test):
    test(value)
    return value
`
    expect(reachedIn(server({ check, helpers })).map((one) => one.split(' ', 1)[0])).toEqual(['query'])
  })
})
