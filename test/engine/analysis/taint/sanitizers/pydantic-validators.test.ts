import { describe, expect, it } from 'vitest'
import { reachedIn } from '../propagation/found-flows.ts'

const checks = `import re


def check(value: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+", value):
        raise ValueError("bad")
    return value


def pass_on(value: str) -> str:
    return value
`
const server = (before: string, tool: string) => ({
  'checks.py': checks,
  'server.py': `import subprocess
from typing import Annotated
from pydantic import AfterValidator, BaseModel, Field, PlainValidator, field_validator
from mcp.server.fastmcp import FastMCP
from checks import check, pass_on

mcp = FastMCP("s")
Name = Annotated[str, AfterValidator(check)]
Label = Annotated[str, AfterValidator(pass_on)]


class Host(BaseModel):
    name: str
    other: str = ""

    @field_validator("name")
    @classmethod
    def check_name(cls, value: str) -> str:
        return check(value)

${before}
@mcp.tool()
${tool}
`,
})
const run = (parameters: string, value: string) =>
  `def ping(${parameters}) -> str:\n    return subprocess.run(f"ping {${value}}", shell=True, text=True).stdout`

describe('a function in the metadata of a hint', () => {
  it.each([
    ['after the check of the type', run('name: Annotated[str, AfterValidator(check)]', 'name')],
    ['in place of it', run('name: Annotated[str, PlainValidator(check)]', 'name')],
    ['beside a description', run('name: Annotated[str, Field(description="A host"), AfterValidator(check)]', 'name')],
    ['under a name', run('name: Name', 'name')],
    ['under a name, optional', run('name: Name | None = None', 'name')],
  ])('checks the value %s', (_how, tool) => {
    expect(reachedIn(server('', tool))).toEqual([])
  })

  it.each([
    ['it returns the value as it is', run('name: Annotated[str, AfterValidator(pass_on)]', 'name')],
    ['it does so under a name', run('name: Label', 'name')],
    ['nothing is known of it', run('name: Annotated[str, AfterValidator(unknown)]', 'name')],
    ['it is of another parameter', run('other: Name, name: str', 'name')],
  ])('checks nothing if %s', (_why, tool) => {
    expect(reachedIn(server('', tool)).map((one) => one.split(' ', 1)[0])).toEqual(['command'])
  })
})

describe('a model that a tool makes', () => {
  it('checks the fields that its validators name', () => {
    const tool = (field: string) => run('name: str, other: str', `Host(name=name, other=other).${field}`)
    expect(reachedIn(server('', tool('name')))).toEqual([])
    expect(reachedIn(server('', tool('other'))).map((one) => one.split(' ', 1)[0])).toEqual(['command'])
  })

  it('checks no field of a class without pydantic', () => {
    const plain = 'class Plain:\n    def __init__(self, name):\n        self.name = name\n'
    const found = reachedIn(server(plain, run('name: str', 'Plain(name).name')))
    expect(found.map((one) => one.split(' ', 1)[0])).toEqual(['command'])
  })
})
