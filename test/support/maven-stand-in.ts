/**
 * A Maven repository on loopback, created from an object literal: `startMavenStandIn({ 'g:a:1.0': '<dependencies>…'
 * })`. The values are the content of the POM without its coordinates.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The content of POMs by `group:artifact:version`. A document that starts with `<?xml` is served unchanged. */
export type StandInPoms = Readonly<Record<string, string>>

export interface MavenStandInOptions {
  /** Overrides the response with a status if it returns a value. */
  readonly answer?: (path: string) => number | undefined
}

export interface MavenStandIn extends AsyncDisposable {
  /** With trailing slash. */
  readonly url: string
  /** Paths without leading slash, in order of arrival. */
  readonly requests: readonly string[]
}

/** Starts a repository that serves these POMs and their version lists. It responds to unknown paths with 404. */
export async function startMavenStandIn(
  poms: StandInPoms,
  { answer }: MavenStandInOptions = {},
): Promise<MavenStandIn> {
  const requests: string[] = []
  const files = filesOf(poms)
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1))
    requests.push(path)
    const body = files.get(path)
    response.statusCode = answer?.(path) ?? (body === undefined ? 404 : 200)
    response.end(response.statusCode === 200 ? body : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function filesOf(poms: StandInPoms): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const versions = new Map<string, string[]>()
  for (const [name, content] of Object.entries(poms)) {
    const [group = '', artifact = '', version = ''] = name.split(':')
    const folder = `${group.replaceAll('.', '/')}/${artifact}`
    files.set(`${folder}/${version}/${artifact}-${version}.pom`, pomText(name, content))
    versions.set(folder, [...(versions.get(folder) ?? []), version])
  }
  for (const [folder, listed] of versions)
    files.set(
      `${folder}/maven-metadata.xml`,
      `<metadata><versioning><versions>${listed.map((version) => `<version>${version}</version>`).join('')}` +
        '</versions></versioning></metadata>',
    )
  return files
}

/** Returns a POM with coordinates and this content. */
export function pomText(name: string, content = ''): string {
  return content.startsWith('<?xml') ? content : `<project>${coordinates(name)}${content}</project>`
}

/**
 * Returns `<dependencies>` of `group:artifact:version`, with more elements after a space: `g:a:1 <scope>test</scope>`.
 */
export const needs = (...names: readonly string[]): string =>
  `<dependencies>${names.map(dependency).join('')}</dependencies>`

/** Returns the same as `<dependencyManagement>`. */
export const manages = (...names: readonly string[]): string =>
  `<dependencyManagement>${needs(...names)}</dependencyManagement>`

/** The other elements of a dependency that imports a bill of materials. */
export const bom = '<type>pom</type><scope>import</scope>'

/** Returns a parent that no file of the project contains. */
export const parent = (name: string): string => `<parent>${coordinates(name)}<relativePath/></parent>`

function dependency(text: string): string {
  const [name = '', ...rest] = text.split(' ')
  return `<dependency>${coordinates(name)}${rest.join(' ')}</dependency>`
}

function coordinates(name: string): string {
  const [group, artifact, version] = name.split(':')
  return (
    `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>` +
    (version === undefined ? '' : `<version>${version}</version>`)
  )
}
