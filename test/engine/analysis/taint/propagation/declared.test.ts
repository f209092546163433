import { describe, expect, it } from 'vitest'
import { flowsIn, server } from './found-flows.ts'

const head = `${server}import path from 'node:path'\nimport { writeFile } from 'node:fs/promises'\n`

/** Returns for each flow whether the argument declares what the sink uses. The tool has one described argument. */
function declared(argument: string, description: string, body: string): boolean[] {
  return flowsIn(
    `${head}server.tool('t', 'Does', { ${argument}: z.string().describe('${description}') }, async ({ ` +
      `${argument} }) => {\n${body}\n})`,
  ).flows.map(({ isDeclared }) => isDeclared)
}

describe('an argument that the tool asks for', () => {
  it('is a path by its name or its description, and is used unchanged', () => {
    expect(declared('output_path', '', 'await writeFile(output_path, "x")')).toEqual([true])
    expect(declared('targetFolder', '', 'await readFile(targetFolder)')).toEqual([true])
    expect(declared('saveTo', 'Path to save the picture to', 'await writeFile(saveTo, "x")')).toEqual([true])
    expect(declared('page', '', 'await readFile(page)')).toEqual([false])
    expect(declared('page', 'Which page', 'await readFile(page)')).toEqual([false])
  })

  it('is a path where it is what a longer one begins with, and no name below a folder', () => {
    expect(declared('folder', '', "await readFile(path.join(folder, 'package.json'))")).toEqual([true])
    expect(declared('folder', '', 'await readFile(`${folder}/package.json`)')).toEqual([true])
    expect(declared('folder', '', 'await readFile(path.resolve(process.cwd(), folder))')).toEqual([true])
    expect(declared('file', '', "await readFile(path.join('/srv/notes', file))")).toEqual([false])
    expect(declared('file', '', "await readFile(path.resolve('/srv/notes', file))")).toEqual([false])
    expect(declared('file', '', 'await readFile(`/srv/notes/${file}`)')).toEqual([false])
    expect(declared('file', '', "await readFile(['/srv', file].join('/'))")).toEqual([false])
  })

  it('is no name below a folder, however many functions lie between the import and the call', () => {
    const reads = (around: string) =>
      flowsIn(
        `${server}import { resolve } from 'node:path'\nimport { readFile } from ` +
          `'node:fs/promises'\n${around}server.tool('t', 'Does', { path: z.string() }, async ({ path }) => ` +
          'read(path))',
      ).flows.map(({ isDeclared }) => isDeclared)
    expect(
      reads(
        "const within = (handler) => async (path) => handler(resolve('/srv/songs', path))\nconst read = " +
          'within(async (path) => readFile(path))\n',
      ),
    ).toEqual([false])
    expect(
      reads(
        'const within = (handler) => async (path) => handler(resolve(path))\nconst read = within(async ' +
          '(path) => readFile(path))\n',
      ),
    ).toEqual([true])
  })

  it('is not where it says that it stays somewhere, or where a guard was to keep it there', () => {
    expect(declared('file_path', 'Path relative to the workspace', 'await readFile(file_path)')).toEqual([false])
    expect(declared('file_path', 'A file inside the project', 'await readFile(file_path)')).toEqual([false])
    expect(
      declared(
        'file_path',
        '',
        "if (!path.resolve(file_path).startsWith('/srv/notes')) throw new Error('no')\nawait readFile(file_path)",
      ),
    ).toEqual([false])
  })

  it('is a URL by its name or its description', () => {
    expect(declared('url', '', 'await fetch(url)')).toEqual([true])
    expect(declared('target', 'URL of the page', 'await fetch(target)')).toEqual([true])
    expect(declared('baseUrl', '', 'await fetch(`${baseUrl}/status`)')).toEqual([true])
    expect(declared('host', '', 'await fetch(`http://${host}/status`)')).toEqual([false])
    expect(declared('target', 'Which target', 'await fetch(target)')).toEqual([false])
  })

  it('is an address of which parts are taken by their own names, and no host behind something else', () => {
    expect(declared('url', '', 'const parsed = new URL(url)\nawait fetch(`${parsed.origin}/robots.txt`)')).toEqual([
      true,
    ])
    expect(
      declared('url', '', 'const parsed = new URL(url)\nawait fetch(`https://${parsed.host}/robots.txt`)'),
    ).toEqual([false])
    const robots = (parts: string) =>
      flowsIn({
        'server.py':
          `import httpx\nfrom urllib.parse import urlparse, urlunparse\nfrom fastmcp import FastMCP\nmcp = ` +
          `FastMCP("s")\n@mcp.tool()\ndef show(url: str):\n    parsed = urlparse(url)\n    return ` +
          `httpx.get(urlunparse(${parts}))`,
      }).flows.map(({ isDeclared }) => isDeclared)
    expect(robots("(parsed.scheme, parsed.netloc, '/robots.txt', '', '', '')")).toEqual([true])
  })

  it('is no command, however it is called', () => {
    expect(declared('path', '', 'exec(path)')).toEqual([false])
  })

  it('comes only from the caller of a tool', () => {
    const { flows } = flowsIn(
      "import express from 'express'\nimport { readFile } from 'node:fs'\nconst app = " +
        "express()\napp.get('/file', (request, response) => { readFile(request.query.path, (error, text) => " +
        'response.json(text)) })',
    )
    expect(flows.filter(({ kind }) => kind === 'path').map(({ entry, isDeclared }) => [entry, isDeclared])).toEqual([
      ['http-request', false],
    ])
  })
})

describe('a parameter of a route', () => {
  const route = (body: string) => ({
    'server.py': `import os
from fastapi import Body, FastAPI

app = FastAPI()


@app.patch("/projects")
def move(path: str = Body(...)):
    ${body}
`,
  })
  const declaredIn = (body: string) => flowsIn(route(body)).flows.map(({ isDeclared }) => isDeclared)

  it('is a path that a user writes only where the program expands the home folder in it', () => {
    expect(declaredIn('os.makedirs(os.path.expanduser(path))')).toEqual([true])
    expect(declaredIn('os.makedirs(path)')).toEqual([false])
    expect(declaredIn('os.makedirs(os.path.join("/srv", os.path.expanduser(path)))')).toEqual([false])
  })
})

describe('the constant extension of a path', () => {
  const suffixes = (body: string) =>
    flowsIn(`${head}server.tool('t', 'Does', { page: z.string() }, async ({ page }) => {\n${body}\n})`).flows.map(
      ({ suffix }) => suffix,
    )

  it('is known where the program puts it after the input, and nothing cuts it off', () => {
    expect(suffixes("await readFile('/srv/' + page + '.d.ts')")).toEqual(['.d.ts'])
    expect(suffixes("await readFile(path.resolve(path.join('/srv', `${page}.json`)))")).toEqual(['.json'])
    expect(suffixes("await readFile(path.join('/srv', page, 'index.html'))")).toEqual(['.html'])
    expect(suffixes("await readFile(path.join('/srv', page))")).toEqual([undefined])
    expect(suffixes("await readFile('/srv/' + page + '/..')")).toEqual([undefined])
    expect(suffixes("await readFile(path.join('/srv', `${page}.json`).slice(0, -5))")).toEqual([undefined])
    expect(suffixes('await readFile(`${page}.json` + page)')).toEqual([undefined])
  })
})
