import type { GitHubWish } from './served-github.ts'

const sourceFiles = 30
const lockedPackages = 300

/**
 * Returns the files of a commit. `lockfile` is a project with one source file. `server` is an MCP server with 30 source
 * files and a lockfile of 300 packages. Names are unique in each repository, so that no result is reused. The head adds
 * a package with an advisory.
 */
export function projectFiles(
  name: string,
  { shape, isHead }: { readonly shape: GitHubWish['shape']; readonly isHead: boolean },
): Record<string, string> {
  const dependencies: Record<string, string> = isHead ? { flawed: '1.0.0' } : {}
  if (shape === 'server')
    for (let index = 0; index < lockedPackages; index += 1) dependencies[`locked-${index}`] = `1.${index}.0`
  return {
    'README.md': name,
    'index.js': `export const name = '${name}'\n`,
    'package-lock.json': JSON.stringify({
      name,
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name, version: '1.0.0', dependencies },
        ...Object.fromEntries(
          Object.entries(dependencies).map(([dependency, version]) => [`node_modules/${dependency}`, { version }]),
        ),
      },
    }),
    ...(shape === 'server' && serverFiles(name)),
  }
}

function serverFiles(name: string): Record<string, string> {
  const numbers = Array.from({ length: sourceFiles }, (_, index) => index)
  return {
    'src/server.ts': [
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'",
      ...numbers.map((number) => `import { register${number} } from './tool-${number}.js'`),
      `export const server = new McpServer({ name: '${name}', version: '1.0.0' })`,
      ...numbers.map((number) => `register${number}(server)`),
    ].join('\n'),
    ...Object.fromEntries(numbers.map((number) => [`src/tool-${number}.ts`, toolFile(name, number)])),
  }
}

/** Returns a module with a tool that validates its argument, calls helpers, and reads a file. */
function toolFile(name: string, number: number): string {
  const helpers = Array.from(
    { length: 20 },
    (_, index) => `
function step${index}(value: string, options: { limit: number }): string {
  const parts = value.split('/').filter((part) => part !== '' && part !== '..')
  if (parts.length > options.limit) throw new Error('${name}: too many parts')
  return parts.map((part) => part.trim()).join('/')${index === 0 ? '' : `.replace(step${index - 1}('a', options), '')`}
}`,
  )
  return `import { readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

const root = resolve('/srv/${name}/${number}')
${helpers.join('\n')}

export function register${number}(server: McpServer) {
  server.registerTool('read_${number}', { inputSchema: { path: z.string() } }, async ({ path }) => {
    const file = resolve(join(root, step19(path, { limit: ${number + 2} })))
    if (!file.startsWith(root + sep)) throw new Error('outside of the root')
    return { content: [{ type: 'text', text: await readFile(file, 'utf8') }] }
  })
}
`
}
