import { describe, expect, it } from 'vitest'
import { flowsIn, tool } from './found-flows.ts'

const commands = (body: string, rest: string) =>
  flowsIn(tool(body, rest)).flows.filter(({ kind }) => kind === 'command')

const job = `class Job {
  constructor(command) { this.command = command }
  run() { return exec(this.command) }
}
`

describe('a field of an instance', () => {
  it('has the value that is stored in it', () => {
    expect(commands('new Job(a).run()', job)).toHaveLength(1)
    expect(commands('const job = new Job("ls")\njob.command = a\njob.run()', job)).toHaveLength(1)
    expect(
      commands('run(make(a))', `${job}function make(c) { return new Job(c) }\nfunction run(j) { j.run() }\n`),
    ).toHaveLength(1)
  })

  it('does not have the value that is stored in another instance', () => {
    expect(commands('const log = new Job(a)\nconst job = new Job("ls")\njob.run()\nreturn log', job)).toEqual([])
    expect(commands('const log = new Job("ls")\nlog.command = a\nnew Job("ls").run()\nreturn log', job)).toEqual([])
    expect(commands('fixed().run()\nreturn new Job(a)', `${job}function fixed() { return new Job("ls") }\n`)).toEqual(
      [],
    )
  })

  it('may have the value where the instance is not known', () => {
    expect(commands('jobs.push(new Job(a))\njobs[0].run()', `${job}const jobs = []\n`)).toHaveLength(1)
    expect(commands('jobs.set("x", new Job(a))\njobs.get("x").run()', `${job}const jobs = new Map()\n`)).toHaveLength(1)
    expect(commands('wrap(new Job(a)).run()', `import { wrap } from 'some-package'\n${job}`)).toHaveLength(1)
  })

  it('has the value that the constructor of a base class stores', () => {
    const derived = `${job}class Named extends Job { constructor(name, c) { super(c); this.name = name } }\n`
    expect(commands('new Named("x", a).run()', derived)).toHaveLength(1)
    expect(commands('const log = new Named("x", a)\nnew Named("x", "ls").run()\nreturn log', derived)).toEqual([])
  })

  it('has the value that a method of a base class stores', () => {
    const derived = `class Base { set(command) { this.command = command } run() { return exec(this.command) } }
class Derived extends Base {}
`
    expect(commands('const one = new Derived()\none.set(a)\none.run()', derived)).toHaveLength(1)
    expect(commands('const one = new Derived()\none.set(a)\nnew Derived().run()', derived)).toEqual([])
  })
})

const python = (handlers: string) => ({
  'server.py': `import json
import subprocess
from dataclasses import dataclass
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Request(BaseModel):
    path: str


@dataclass
class Project:
    name: str
    home: str


def load_project(name):
    with open("projects.json") as file:
        return Project(name, json.load(file)[name])


${handlers}
`,
})

const stored = (handlers: string) => flowsIn(python(handlers)).flows.map(({ kind, storedAt }) => [kind, storedAt?.line])

describe('an object that is loaded from a file', () => {
  it('is not the object that a route stores', () => {
    expect(
      stored(`@app.post("/projects")
def add_project(request: Request):
    return Project("new", request.path)


@app.get("/files")
def files():
    return open(load_project("main").home).read()`),
    ).toEqual([])
  })
})

describe('a value that a request stores', () => {
  const settings = `class Settings:
    def __init__(self):
        self.folder = "/srv"

    def change(self, folder):
        self.folder = folder

    def read(self):
        return open(self.folder).read()


settings = Settings()


`
  const change = `@app.post("/settings")
def change_settings(request: Request):
    settings.change(request.path)
`

  it('is stored if only another request uses it', () => {
    const [flow] = stored(`${settings}${change}

@app.get("/file")
def file():
    return settings.read()`)
    expect(flow).toEqual(['path', expect.any(Number)])
  })

  it('is not stored if the same request uses it', () => {
    expect(stored(`${settings}${change}    return settings.read()`)).toEqual([['path', undefined]])
  })
})
